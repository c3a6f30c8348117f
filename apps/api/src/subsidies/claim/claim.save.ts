import { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { claimSave } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Decimal } from "decimal.js";
import { type Actor, assertPermission, system } from "../../core/foundation/actor.ts";
import { type CheckedColumns, columns } from "../../core/entity/columns.ts";
import { insertRow, insertRows, removeRows, updateRow } from "../../core/database/write-rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { attachFiles, fileIds } from "../../core/storage/files.ts";
import { Refusal, collectRefusals, illegalState } from "../../core/foundation/refusal.ts";
import { checkVersion, lockRow } from "../../core/database/rows.ts";
import { assertAmount, money } from "../amount/amount.ts";
import { assertSeparate } from "../duties/claim-duties.ts";
import { assertUnbarred } from "../bars/bars.ts";
import { isDraft } from "../policy/claim-policy.ts";
import { getOwnUnit } from "../../providers/providers.queries.ts";
import type { ClaimSide } from "./claim-side.ts";
import { type Line, getLines, sumUp, unchecked } from "./claim.store.ts";
import { assertOneAtATime } from "../apprentices/advances.ts";
import { type ClaimKind, type ClaimedClass, claimedClass, assertClaimable } from "./class-facts.ts";
import { excludedBy } from "../amount/exclusion.ts";
import { type Candidate, getCandidates } from "../amount/eligibility.ts";

type Sent = InputOf<typeof claimSave>;
type Head = Pick<
  Sent["subsidyApplyDTO"],
  "id" | "version" | "classId" | "subsidyKind" | "isAdvance" | "attachmentList" | "remark"
>;
/** A row as the applicant sends it, or as a reviewer decides it. */
export type LineInput = Pick<
  NonNullable<Sent["subsidyApplyDetailDTO"]>[number],
  "id" | "studentId" | "applyAmount" | "detailStatus" | "approvedAmount" | "unApproveReason"
>;
/** A claim with its rows, as it comes in from either side. */
export interface ClaimInput {
  head: Head;
  lines?: LineInput[] | null;
  removed?: readonly { detailId: string }[] | null;
}
type Claim = StoredRow<typeof SubsidyApplication>;

/** Only the applicant edits, whatever rights a role was given. @throws NOT_OWNER, STATE_ILLEGAL, SELF_REVIEW */
export async function assertEditable(tx: Tx, actor: Actor, claim: Claim): Promise<void> {
  await assertApplicant(tx, actor, claim.orgId);
  if (!isDraft(claim)) throw illegalState(subsidyStatus, claim.status, "修改", "edit");
  await assertSeparate(tx, actor, claim, "applicant");
}

/** @throws NOT_OWNER */
export async function assertApplicant(db: Db, actor: Actor, unitId: string): Promise<void> {
  if ((await getOwnUnit(db, actor)).id !== unitId) throw new Refusal("NOT_OWNER");
}

/**
 * Saves a claim with its rows in one transaction; a new claim without rows is filled with everybody whom no rule excludes. All amounts are
 * computed here; the applicant may only claim less.
 * @throws NOT_OWNER, SELF_REVIEW, CLASS_NOT_CERTIFIED, SUBSIDY_APPLY_DUP, SUBSIDY_EMPTY, CERT_REQUIRED, AMOUNT_OVER, STATE_ILLEGAL
 * @returns id of the claim
 */
export async function saveClaim(tx: Tx, actor: Actor, side: ClaimSide, input: ClaimInput): Promise<string> {
  const { head } = input;
  const id = head.id ?? (await findReady(tx, actor, head));
  const claim = id ? await openClaim(tx, actor, side, id, head) : await newClaim(tx, actor, side, head);
  const claimed = await claimedClass(tx, claim.classId, actor);
  const gone = (input.removed ?? []).map((row) => row.detailId);
  const before = await getLines(tx, claim.id);
  if (gone.some((id) => !before.some((line) => line.id === id))) throw new Refusal("NOT_OWNER");
  if (gone.length > 0) await removeRows(tx, actor, SubsidyLine, gone);
  await saveLines(tx, actor, claim, claimed, input.lines ?? (head.id ? [] : null));
  if (!head.id && (await getLines(tx, claim.id)).length === 0) throw new Refusal("SUBSIDY_EMPTY");
  await attachFiles(tx, actor, side.entity, claim.id, head);
  await finishEdit(tx, actor, claim.id);
  return claim.id;
}

/** What follows an edit by the applicant. Who has written into a claim does not review or pay it: the history keeps them. */
export async function finishEdit(tx: Tx, actor: Actor, claimId: string): Promise<void> {
  await sumUp(tx, actor, claimId, unchecked);
  await writeAudit(tx, actor, [{ bizType: "SubsidyApplication", bizId: claimId, action: "save" }]);
}

async function openClaim(tx: Tx, actor: Actor, side: ClaimSide, id: string, head: Head): Promise<Claim> {
  assertPermission(actor, `${side.resource}_edit`);
  const claim = await lockRow(tx, SubsidyApplication, side.scope, actor, id);
  checkVersion(claim, head.version);
  await assertEditable(tx, actor, claim);
  if (head.classId !== undefined && head.classId !== claim.classId)
    throw new Refusal("FIELD_FROZEN", { field: { zh: "班级", en: "Class" } });
  if (head.subsidyKind !== undefined && head.subsidyKind !== claim.subsidyKind)
    throw new Refusal("FIELD_FROZEN", { field: { zh: "补贴种类", en: "Kind of subsidy" } });
  if (head.isAdvance && head.isAdvance !== claim.isAdvance)
    throw new Refusal("FIELD_FROZEN", { field: SubsidyApplication.fields.isAdvance });
  return updateRow(tx, actor, SubsidyApplication, claim.id, {
    attachmentList: fileIds(head.attachmentList),
    remark: head.remark,
  });
}

async function newClaim(tx: Tx, actor: Actor, side: ClaimSide, head: Head): Promise<Claim> {
  assertPermission(actor, `${side.resource}_add`);
  const { classId, subsidyKind } = head;
  if (!classId || !subsidyKind)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "班级、补贴种类", en: "Class, kind of subsidy" },
      reason: { zh: "请选择", en: "please choose" },
    });
  const claimed = await claimedClass(tx, classId, actor);
  await assertApplicant(tx, actor, claimed.orgId);
  return insertClaim(tx, actor, claimed, { subsidyKind, isAdvance: head.isAdvance ?? "0" }, head);
}

/** Fills in a claim for a unit, which it checks and submits itself. @throws what refuses a claim for the class @returns id of the claim */
export async function draftClaim(tx: Tx, claimed: ClaimedClass, kind: ClaimKind): Promise<string> {
  const claim = await insertClaim(tx, system, claimed, kind, {});
  await saveLines(tx, system, claim, claimed, null);
  if ((await getLines(tx, claim.id)).length === 0) throw new Refusal("SUBSIDY_EMPTY");
  await finishEdit(tx, system, claim.id);
  return claim.id;
}

/** A claim that was filled in for the unit and that nobody has submitted: whoever begins the same one goes on with it. */
async function findReady(tx: Tx, actor: Actor, { classId, subsidyKind, isAdvance }: Head): Promise<string | undefined> {
  if (!classId || !subsidyKind) return undefined;
  const found = await findUnderWay(tx, classId, { subsidyKind, isAdvance: isAdvance ?? "0" });
  if (found?.createUser !== system.userId || found.status !== "unSubmit") return undefined;
  return found.orgId === (await getOwnUnit(tx, actor)).id ? found.id : undefined;
}

/** @throws CLASS_NOT_CERTIFIED, KIND_MISMATCH, SUBSIDY_BARRED, SUBSIDY_APPLY_DUP */
async function insertClaim(
  tx: Tx,
  actor: Actor,
  claimed: ClaimedClass,
  kind: ClaimKind,
  head: Pick<Head, "attachmentList" | "remark">,
): Promise<Claim> {
  const classId = claimed.id;
  await assertClaimable(tx, claimed, kind);
  await assertUnbarred(tx, { classId, courseId: claimed.courseId, orgId: claimed.orgId });
  if (await findUnderWay(tx, classId, kind)) throw new Refusal("SUBSIDY_APPLY_DUP");
  await assertOneAtATime(tx, classId, kind);
  const { courseId, courseName, occupationCode, occupationName, level, orgId } = claimed;
  return insertRow(tx, actor, SubsidyApplication, {
    side: claimed.side,
    classId,
    ...kind,
    advanceAmount: "0.00",
    orgId,
    courseId,
    courseName,
    occupationCode,
    occupationName,
    level,
    status: "unSubmit",
    payStatus: "0",
    trialResult: "0",
    isChanged: "0",
    personCount: 0,
    applyAmount: "0.00",
    approvedCount: 0,
    approvedAmount: "0.00",
    attachmentList: fileIds(head.attachmentList),
    remark: head.remark ?? null,
  });
}

/** The claim of a class and kind that is under way. The unique index leaves out those that an objection took back, this does not. */
export const findUnderWay = (db: Db, classId: string, { subsidyKind, isAdvance }: ClaimKind) =>
  db
    .selectFrom("subsidyApplication")
    .select(["id", "orgId", "status", "createUser"])
    .where("classId", "=", classId)
    .where("subsidyKind", "=", subsidyKind)
    .where("isAdvance", "=", isAdvance)
    .where("status", "<>", "compile")
    .where("isDeleted", "=", 0)
    .executeTakeFirst();

/** A row to be saved: whom it names, and how much is claimed for them where the applicant says so. */
type Wanted = Pick<LineInput, "applyAmount"> & { studentId: string };

/** @param input rows as the applicant sent them; null fills in everybody who can be claimed */
async function saveLines(
  tx: Tx,
  actor: Actor,
  claim: Claim,
  claimed: ClaimedClass,
  input: LineInput[] | null,
): Promise<void> {
  const existing = await getLines(tx, claim.id);
  const everybody = new Map((await getCandidates(tx, claimed, claim)).map((one) => [one.studentId, one]));
  const chosen: Wanted[] = input
    ? input.map((row) => getWanted(row, existing))
    : await getClaimable(tx, claim, claimed, [...everybody.values()]);
  const others = existing.filter((line) => !chosen.some(({ studentId }) => studentId === line.studentId));
  const idOf = new Map(existing.map((line) => [line.studentId, line.id]));
  const added: CheckedColumns<typeof SubsidyLine>[] = [];
  await collectRefusals(
    [...chosen, ...others],
    ({ studentId }) => studentId,
    async (wanted) => {
      const { studentId } = wanted;
      const values = getLineColumns(wanted, everybody.get(studentId), claim, claimed);
      const id = idOf.get(studentId);
      if (id) await updateRow(tx, actor, SubsidyLine, id, values);
      else added.push({ ...values, ...columns(SubsidyLine, { applyId: claim.id, studentId }) });
    },
  );
  await insertRows(tx, actor, SubsidyLine, added);
}

/** Whom a new claim is filled in with: everybody whom no rule excludes. */
async function getClaimable(
  tx: Tx,
  claim: Claim,
  claimed: ClaimedClass,
  everybody: readonly Candidate[],
): Promise<Wanted[]> {
  const excluded = new Set((await excludedBy(tx, claimed, claim, everybody)).map(({ studentId }) => studentId));
  return everybody
    .filter((one) => canBeClaimed(one, claim.id) && !excluded.has(one.studentId))
    .map(({ studentId }) => ({ studentId }));
}

/** A row that is there already is named by its id, a new one by the student. @throws NOT_OWNER */
function getWanted({ id, studentId, applyAmount }: LineInput, existing: readonly Line[]): Wanted {
  const named = id ? existing.find((line) => line.id === id)?.studentId : studentId;
  if (!named) throw new Refusal("NOT_OWNER");
  return { studentId: named, applyAmount };
}

/** @throws SUBSIDY_APPLY_DUP, GRADE_NOT_PASSED, CERT_REQUIRED, AMOUNT_OVER, AMOUNT_ZERO */
function getLineColumns(
  wanted: Wanted,
  candidate: Candidate | undefined,
  claim: Claim,
  claimed: ClaimedClass,
): CheckedColumns<typeof SubsidyLine> {
  if (!candidate || (candidate.claimed !== null && candidate.claimed !== claim.id))
    throw new Refusal("SUBSIDY_APPLY_DUP");
  if (candidate.notPassed) throw new Refusal("GRADE_NOT_PASSED", { name: candidate.name });
  if (candidate.certMissing) throw new Refusal("CERT_REQUIRED", { name: candidate.name });
  const payable = candidate.amount?.payable ?? "0.00";
  const applyAmount = wanted.applyAmount ?? payable;
  assertAmount(candidate.name, applyAmount, payable);
  return { ...takeSnapshot(candidate, claimed), ...columns(SubsidyLine, { applyAmount: money(applyAmount) }) };
}

/** A member with what the claim needs, not named by another claim of the kind. */
export const canBeClaimed = (one: Candidate, claimId: string | null): boolean =>
  !one.certMissing &&
  !one.notPassed &&
  one.amount !== null &&
  new Decimal(one.amount.payable).gt(0) &&
  one.isOnJob !== "0" &&
  (one.claimed === null || one.claimed === claimId);

/** What a claim row keeps of the standard and the formula. */
export const getPrice = (one: Candidate): CheckedColumns<typeof SubsidyLine> =>
  columns(SubsidyLine, {
    subsidyId: one.subsidyId,
    standardAmount: one.standardAmount,
    upliftRate: one.amount?.uplift ?? null,
    trainMonths: one.trainMonths,
    payableAmount: one.amount?.payable ?? "0.00",
    formula: one.amount?.formula ?? null,
  });

/** What a claim row keeps of the roster, the certificate and the standard as they are now. */
const takeSnapshot = (one: Candidate, claimed: ClaimedClass): CheckedColumns<typeof SubsidyLine> =>
  columns(SubsidyLine, {
    side: claimed.side,
    orgId: claimed.orgId,
    level: claimed.level,
    name: one.name,
    idNumber: one.idNumber,
    idNumberHash: one.idNumberHash,
    personCategory: one.personCategory,
    certId: one.certId,
    certNo: one.certNo,
    certIssueDate: one.issueDate,
    trainHours: one.trainHours,
    attendanceRate: one.attendanceRate,
    theoryScore: one.theoryScore,
    practiceScore: one.practiceScore,
    ...getPrice(one),
    approvedAmount: null,
    detailStatus: "0",
    unApproveReason: null,
    trialResult: "0",
  });
