import { level } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { now, today } from "../../core/foundation/clock.ts";
import { Refusal, worded } from "../../core/foundation/refusal.ts";
import {
  type Excluding,
  countsInYear,
  getApprenticeshipConflicts,
  getKey,
  grant,
  lockPeople,
  releaseLines,
  standingAgainst,
  yearCounts,
  isReserved,
} from "../../entitlements/entitlements.queries.ts";
import { getAdvances, getPaidRows } from "../apprentices/advances.ts";
import { barred, findBarredPeople } from "../bars/bars.ts";
import { getTerms } from "../policy/claim-policy.ts";
import { type Line, getLines } from "./claim.store.ts";
import { getCandidates } from "../amount/eligibility.ts";
import { type ClaimedClass, claimedClass, living } from "./class-facts.ts";

type Claim = StoredRow<typeof SubsidyApplication>;

/** The person of a row, and the day that stands for the issue of their certificate. */
const getBasis = (line: Line) => ({ personHash: line.idNumberHash, issueDate: line.certIssueDate ?? today() });

/** The days that the claim is about. */
const getAttended = ({ subsidyKind }: Claim, { startDate, endDate }: ClaimedClass) => ({
  subsidyKind,
  startDate,
  endDate,
});

/** SUBSIDY_DUP: the person has been subsidised for the occupation at this level or above. */
export const alreadySubsidised = (name: string, { occupationName, level: code }: ClaimedClass): Refusal =>
  new Refusal("SUBSIDY_DUP", { name, occupation: occupationName, level: getLabels(level, code) });

/** SUBSIDY_DUP: training and apprenticeship at the same time. */
export const inApprenticeship = (name: string, { startDate, endDate, unitName }: Excluding): Refusal =>
  worded("SUBSIDY_DUP", [
    `${name}在${startDate}至${endDate}期间已由${unitName}申领补贴，学徒培训期间不得重复享受培训补贴`,
    `${name} was subsidised through ${unitName} from ${startDate} to ${endDate}; training and apprenticeship are not subsidised for the same days`,
  ]);

/** ANNUAL_LIMIT: the person has been subsidised as often in the year as is allowed. */
export const limitReached = (name: string, limit: number): Refusal => new Refusal("ANNUAL_LIMIT", { name, n: limit });

/**
 * Why rows of a claim may not be reserved: SUBSIDY_BARRED, SUBSIDY_DUP, ANNUAL_LIMIT. The people stay locked to the end of the transaction, so that what is
 * checked here still holds when the claim reserves.
 */
export async function findBlockers(
  tx: Tx,
  claim: Claim,
  claimed: ClaimedClass,
  lines: readonly Line[],
): Promise<(line: Line) => Refusal[]> {
  const people = lines.map((line) => line.idNumberHash);
  await lockPeople(tx, people);
  const own = [claim.id, ...(await getAdvances(tx, claim.classId, claim))];
  const { policy } = await getTerms(tx, claim);
  const limit = policy["subsidy.annual.limit"];
  const key = getKey({ ...claimed, subsidyKind: claim.subsidyKind });
  const standing = new Set((await standingAgainst(tx, people, key, own)).map((row) => row.personHash));
  const apprenticeships = await getApprenticeshipConflicts(tx, people, getAttended(claim, claimed), own);
  const counts = countsInYear(claim.subsidyKind)
    ? await yearCounts(tx, lines.map(getBasis), own)
    : new Map<string, number>();
  const barredPeople = await findBarredPeople(tx, people);
  const getBar = (person: string) => barredPeople.get(person);
  const getExcluding = (person: string) => apprenticeships.get(person);
  return ({ idNumberHash, name }) => [
    ...[getBar(idNumberHash)].flatMap((bar) => (bar ? [barred(bar)] : [])),
    ...(standing.has(idNumberHash) ? [alreadySubsidised(name, claimed)] : []),
    ...[getExcluding(idNumberHash)].flatMap((other) => (other ? [inApprenticeship(name, other)] : [])),
    ...((counts.get(idNumberHash) ?? 0) >= limit ? [limitReached(name, limit)] : []),
  ];
}

/**
 * Reserves the training of the people in these rows for the claim, so that no other claim can have it; each since the first commit of their own row. The rest
 * of an apprenticeship takes over what its advance had reserved.
 */
export async function reserveLines(tx: Tx, claim: Claim, claimed: ClaimedClass, lines: readonly Line[]): Promise<void> {
  const advanced = await getAdvanced(tx, claim, lines);
  await releaseLines(
    tx,
    advanced.map(({ lineId }) => lineId),
  );
  const getDays = await findDays(tx, claim, claimed, lines);
  await grant(
    tx,
    lines.map((line) => ({
      ...getBasis(line),
      lineId: line.id,
      commitTime: line.firstCommitTime ?? now(),
      days: getDays(line),
    })),
    getKey({ ...claimed, subsidyKind: claim.subsidyKind }),
    {
      ...getAttended(claim, claimed),
      applyId: claim.id,
      unitName: claim.bankAccountName ?? "",
    },
  );
}

/** Approved rows of a claim that have reserved nothing. */
export async function findUnreserved(tx: Tx, applyId: string): Promise<Line[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from subsidy_line l where l.apply_id = ${applyId} and l.is_deleted = 0 and l.detail_status = '1'
      and not ${isReserved(sql`l.id`)}`.execute(tx);
  if (rows.length === 0) return [];
  const ids = new Set(rows.map(({ id }) => id));
  return (await getLines(tx, applyId)).filter(({ id }) => ids.has(id));
}

/** The days that each row of a living allowance is paid for, as its amount counts them; none of other kinds. */
async function findDays(
  tx: Tx,
  claim: Claim,
  claimed: ClaimedClass,
  lines: readonly Line[],
): Promise<(line: Line) => readonly string[]> {
  if (claim.subsidyKind !== living) return () => [];
  const students = lines.map(({ studentId }) => studentId);
  const candidates = await getCandidates(tx, claimed, claim, students, await getTerms(tx, claim));
  const days = new Map(candidates.map(({ studentId, livingDays }) => [studentId, livingDays]));
  return ({ studentId }) => days.get(studentId) ?? [];
}

/** What rows of a claim had reserved is free again; what was paid in advance still stands. */
export async function release(tx: Tx, claim: Claim, lines: readonly Line[]): Promise<void> {
  await releaseLines(
    tx,
    lines.map(({ id }) => id),
  );
  const advanced = await getAdvanced(tx, claim, lines);
  if (advanced.length === 0) return;
  const claimed = await claimedClass(tx, claim.classId, null);
  for (const [applyId, rows] of Map.groupBy(advanced, ({ applyId }) => applyId))
    await grant(tx, rows, getKey({ ...claimed, subsidyKind: claim.subsidyKind }), {
      ...getAttended(claim, claimed),
      applyId,
      unitName: claim.bankAccountName ?? "",
    });
}

/** The same of all its rows. */
export const releaseAll = async (tx: Tx, claim: Claim): Promise<void> =>
  release(tx, claim, await getLines(tx, claim.id));

/** Paid rows of advances for the people of these rows; none where the claim is no rest of an apprenticeship. */
const getAdvanced = async (tx: Tx, claim: Claim, lines: readonly Line[]) =>
  (await getAdvances(tx, claim.classId, claim)).length === 0
    ? []
    : getPaidRows(
        tx,
        claim.classId,
        lines.map(({ idNumberHash }) => idNumberHash),
      );
