import { level } from "@jipei/contract/core/codes.ts";
import { wordsOf } from "@jipei/contract/core/field.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { today } from "../core/clock.ts";
import type { Db, Tx } from "../core/db.ts";
import { type Failure, Refusal, failureOf, throwAll } from "../core/refusal.ts";
import { type Guard, mustNotBeOwn } from "../core/transition.ts";
import { mustBeActive, payeeOf } from "../organisations/organisations.queries.ts";
import { parametersOf } from "../settings/settings.queries.ts";
import { type Line, linesOf } from "./claim.store.ts";
import { type ClaimedClass, claimedClass } from "./class-facts.ts";
import { inTime } from "./deadline.ts";
import { countsInYear } from "./entitlement.ts";
import { keyOf, lockPeople, standingAgainst, yearCounts } from "./standing.ts";
import { missingDocuments } from "./trial/head.rules.ts";
import { isOpen } from "./trial/result.ts";

/** @throws SUBSIDY_EMPTY */
export const hasRows: Guard = async (tx, _actor, claim) => {
  if ((await linesOf(tx, claim["id"])).length === 0) throw new Refusal("SUBSIDY_EMPTY");
};

/** Every row in time, not subsidised before, within the year's limit, within its amount. @throws SUBSIDY_EXPIRED, SUBSIDY_DUP, ANNUAL_LIMIT, AMOUNT_OVER */
export const rowsClaimable: Guard = async (tx, actor, claim) => {
  const lines = (await linesOf(tx, claim["id"])).filter((line) => line.detailStatus !== "2");
  const { "subsidy.deadline.months": months } = await parametersOf(tx, ["subsidy.deadline.months"]);
  const claimed = await claimedClass(tx, claim["classId"], actor);
  const hindering = await hindrances(tx, claim, claimed, lines);
  const day = (claim["firstCommitTime"] as string | null)?.slice(0, 10) ?? today();
  const failures: Failure[] = [];
  for (const line of lines) {
    const refuse = (refusal: Refusal) => failures.push(failureOf(refusal, line.id));
    if (line.certIssueDate && !inTime(line.certIssueDate, day, months))
      refuse(new Refusal("SUBSIDY_EXPIRED", { name: line.name, n: months }));
    hindering(line).forEach(refuse);
    if (new Decimal(line.applyAmount).gt(line.payableAmount))
      refuse(new Refusal("AMOUNT_OVER", { name: line.name, a: line.applyAmount, b: line.payableAmount }));
  }
  throwAll(failures);
};

/**
 * What keeps a claim from taking up the training of a row's person: SUBSIDY_DUP, ANNUAL_LIMIT. The people stay locked to the end of the
 * transaction, so that what is checked here is still true when the claim takes it up.
 */
export async function hindrances(
  tx: Tx,
  claim: Record<string, any>,
  claimed: ClaimedClass,
  lines: readonly Line[],
): Promise<(line: Line) => Refusal[]> {
  const people = lines.map((line) => line.idNumberHash);
  await lockPeople(tx, people);
  const { "subsidy.annual.limit": limit } = await parametersOf(tx, ["subsidy.annual.limit"]);
  const standing = new Set(
    (await standingAgainst(tx, people, keyOf({ ...claimed, subsidyKind: claim["subsidyKind"] }), claim["id"])).map(
      (row) => row.personHash,
    ),
  );
  const counts = countsInYear(claim["subsidyKind"])
    ? await yearCounts(tx, lines.map(basisOf), claim["id"], null)
    : new Map<string, number>();
  return (line) => [
    ...(standing.has(line.idNumberHash)
      ? [
          new Refusal("SUBSIDY_DUP", {
            name: line.name,
            occupation: claimed.occupationName,
            level: wordsOf(level, claimed.level),
          }),
        ]
      : []),
    ...((counts.get(line.idNumberHash) ?? 0) >= limit
      ? [new Refusal("ANNUAL_LIMIT", { name: line.name, n: limit })]
      : []),
  ];
}

/** The person and the day that stands for the issue of his certificate. */
export const basisOf = (line: Line) => ({ personHash: line.idNumberHash, issueDate: line.certIssueDate ?? today() });

/** @throws ORG_NOT_ACTIVE, BANK_REQUIRED */
export const payeeComplete: Guard = async (tx, _actor, claim) => {
  await mustBeActive(tx, claim["orgId"]);
  const { bankName, bankAccount, bankAccountName } = await payeeOf(tx, claim["orgId"]);
  if (!bankName || !bankAccount || !bankAccountName) throw new Refusal("BANK_REQUIRED");
};

/** @throws CLASS_INSPECT_FAIL */
export const inspectionPassed: Guard = async (tx, _actor, claim) => {
  const claimed = await claimedClass(tx, claim["classId"], null);
  if (claimed.inspectResult === "2" && claimed.isRectified !== "1") throw new Refusal("CLASS_INSPECT_FAIL");
};

/** @throws ATTACH_REQUIRED naming what is missing */
export const documentsAttached: Guard = async (tx, _actor, claim) => {
  const names = await fileNamesOf(tx, claim["attachmentList"]);
  const claimed = await claimedClass(tx, claim["classId"], null);
  const missing = missingDocuments(names, new Decimal(claimed.classFee ?? 0).gt(0));
  if (missing.length > 0)
    throw new Refusal("ATTACH_REQUIRED", {
      names: { zh: missing.map(([zh]) => zh).join("、"), en: missing.map(([, en]) => en).join(", ") },
    });
};

/** Names of attachments that are still there. */
export async function fileNamesOf(db: Db, ids: string[] | null): Promise<string[]> {
  if (!ids || ids.length === 0) return [];
  const rows = await db
    .selectFrom("attachment")
    .select("fileName")
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .execute();
  return rows.map((row) => row["fileName"]);
}

/** @throws TRIAL_REQUIRED when the rows changed since the last automatic check */
export const trialRun: Guard = (_tx, _actor, claim) => {
  if (!claim["trialTime"] || claim["trialResult"] === "0" || claim["trialTime"] < claim["commitTime"])
    throw new Refusal("TRIAL_REQUIRED");
};

/** No open finding on the head or on an approved row; warnings count until a reviewer confirms them. @throws TRIAL_BLOCKED */
export const findingsSettled: Guard = async (tx, _actor, claim) => {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from finding f
    where ${isOpen(claim["id"])}
      and (f.detail_id is null or exists (select from subsidy_line l where l.id = f.detail_id::bigint and l.is_deleted = 0 and l.detail_status = '1'))`.execute(
    tx,
  );
  const open = Number(rows[0]?.n ?? 0);
  if (open > 0) throw new Refusal("TRIAL_BLOCKED", { n: open });
};

/** At least one row approved, none above what is payable. @throws SUBSIDY_EMPTY, AMOUNT_OVER */
export const approvedWithinAmounts: Guard = async (tx, _actor, claim) => {
  const approved = (await linesOf(tx, claim["id"])).filter((line) => line.detailStatus === "1");
  if (approved.length === 0) throw new Refusal("SUBSIDY_EMPTY");
  const over = approved.find((line) => new Decimal(line.approvedAmount ?? line.applyAmount).gt(line.payableAmount));
  if (over)
    throw new Refusal("AMOUNT_OVER", {
      name: over.name,
      a: over.approvedAmount ?? over.applyAmount,
      b: over.payableAmount,
    });
};

/** @throws SAME_REVIEWER */
export const anotherReviewer: Guard = (_tx, actor, claim) => {
  if (claim["firstUser"] === actor.userId) throw new Refusal("SAME_REVIEWER");
};

/** @throws AMOUNT_CHANGED when the approved total is not the one of the first review */
export const amountUnchanged: Guard = (_tx, _actor, claim) => {
  if (!claim["firstAmount"] || !new Decimal(claim["firstAmount"]).eq(claim["approvedAmount"]))
    throw new Refusal("AMOUNT_CHANGED");
};

/** Who sets a standard does not second-review claims that use it within the same year. @throws SELF_REVIEW */
export const notOwnStandard: Guard = async (tx, actor, claim) => {
  mustNotBeOwn(actor, claim);
  const { rows } = await sql`select from subsidy_line l join subsidy_standard s on s.id = l.subsidy_id
    where l.apply_id = ${claim["id"]} and l.is_deleted = 0 and (s.create_user = ${actor.userId} or s.update_user = ${actor.userId}) and s.update_time >= now() - interval '1 year' limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal("SELF_REVIEW");
};

/** @throws SUBSIDY_PAID */
export const notYetPaying: Guard = (_tx, _actor, claim) => {
  if (Number(claim["payStatus"] ?? "0") > 1) throw new Refusal("SUBSIDY_PAID");
};
