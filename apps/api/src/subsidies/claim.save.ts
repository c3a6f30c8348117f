import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Decimal } from "decimal.js";
import { type Actor, mustHold } from "../core/actor.ts";
import { insertRow, removeRows, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { attachFiles } from "../core/files.ts";
import { type Failure, Refusal, failureOf, throwAll } from "../core/refusal.ts";
import { checkVersion, lockRow } from "../core/rows.ts";
import { claimScope } from "./claim.scope.ts";
import { linesOf, sumUp } from "./claim.store.ts";
import { type ClaimedClass, claimedClass, mustBeClaimable } from "./class-facts.ts";
import { type Candidate, candidatesOf } from "./eligibility.ts";

type Values = Record<string, any>;

export interface ClaimBody {
  subsidyApplyDTO: Values;
  subsidyApplyDetailDTO?: Values[];
  delSubsidyApplyDetailDTO?: { detailId: string }[];
}

/** A claim may be edited by its applicant before it is submitted, and after it came back. */
export const editable = (claim: Values): boolean => claim["status"] === "unSubmit" || claim["status"] === "back";
/** @throws STATE_ILLEGAL */
export const mustBeEditable = (claim: Values): void => {
  if (!editable(claim))
    throw new Refusal("STATE_ILLEGAL", {
      status: { zh: "审核中", en: "in review" },
      action: { zh: "修改", en: "edit" },
    });
};

/**
 * Saves a claim with its rows in one transaction; a new claim without rows is filled with everybody who can be claimed. All amounts are
 * computed here; the applicant may only claim less.
 * @throws CLASS_NOT_CERTIFIED, SUBSIDY_APPLY_DUP, SUBSIDY_EMPTY, CERT_REQUIRED, AMOUNT_OVER, STATE_ILLEGAL, NOT_OWNER
 * @returns id of the claim
 */
export async function saveClaim(tx: Tx, actor: Actor, body: ClaimBody): Promise<string> {
  const head = body.subsidyApplyDTO;
  const claim = head["id"] ? await openClaim(tx, actor, head) : await newClaim(tx, actor, head);
  const claimed = await claimedClass(tx, claim["classId"], actor);
  const gone = (body.delSubsidyApplyDetailDTO ?? []).map((row) => row.detailId);
  const before = await linesOf(tx, claim["id"]);
  if (gone.some((id) => !before.some((line) => line.id === id))) throw new Refusal("NOT_OWNER");
  if (gone.length > 0) await removeRows(tx, actor, SubsidyLine, gone);
  await saveLines(tx, actor, claim, claimed, body.subsidyApplyDetailDTO ?? (head["id"] ? [] : null));
  if (!head["id"] && (await linesOf(tx, claim["id"])).length === 0) throw new Refusal("SUBSIDY_EMPTY");
  await attachFiles(tx, actor, SubsidyApplication, claim["id"], head);
  await sumUp(tx, actor, claim["id"], { trialResult: "0", trialTime: null });
  return claim["id"];
}

async function openClaim(tx: Tx, actor: Actor, head: Values): Promise<Values> {
  mustHold(actor, "subsidy_apply_edit");
  const claim = await lockRow<Values>(tx, SubsidyApplication, claimScope, actor, head["id"]);
  checkVersion(claim as { version: number }, head["version"]);
  mustBeEditable(claim);
  if (head["classId"] !== undefined && head["classId"] !== claim["classId"])
    throw new Refusal("FIELD_FROZEN", { field: { zh: "班级", en: "Class" } });
  if (head["subsidyKind"] !== undefined && head["subsidyKind"] !== claim["subsidyKind"])
    throw new Refusal("FIELD_FROZEN", { field: { zh: "补贴种类", en: "Kind of subsidy" } });
  return updateRow(tx, actor, SubsidyApplication, claim["id"], {
    attachmentList: head["attachmentList"],
    remark: head["remark"],
  });
}

async function newClaim(tx: Tx, actor: Actor, head: Values): Promise<Values> {
  mustHold(actor, "subsidy_apply_add");
  const { classId, subsidyKind } = head;
  if (!classId || !subsidyKind)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "班级、补贴种类", en: "Class, kind of subsidy" },
      reason: { zh: "请选择", en: "please choose" },
    });
  const claimed = await claimedClass(tx, classId, actor);
  mustBeClaimable(claimed, subsidyKind);
  await mustBeOnlyOne(tx, classId, subsidyKind);
  const { courseId, courseName, occupationCode, occupationName, level, orgId } = claimed;
  return insertRow(tx, actor, SubsidyApplication, {
    classId,
    subsidyKind,
    orgId,
    courseId,
    courseName,
    occupationCode,
    occupationName,
    level,
    status: "unSubmit",
    payStatus: "0",
    trialResult: "0",
    personCount: 0,
    applyAmount: "0.00",
    approvedCount: 0,
    approvedAmount: "0.00",
    attachmentList: head["attachmentList"] ?? null,
    remark: head["remark"] ?? null,
  });
}

/** One claim of a class and kind under way; the unique index leaves out those that an objection took back, this does not. @throws SUBSIDY_APPLY_DUP */
async function mustBeOnlyOne(tx: Tx, classId: string, subsidyKind: string): Promise<void> {
  const underWay = await tx
    .selectFrom("subsidyApplication")
    .select("id")
    .where("classId", "=", classId)
    .where("subsidyKind", "=", subsidyKind)
    .where("status", "<>", "compile")
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (underWay) throw new Refusal("SUBSIDY_APPLY_DUP");
}

/** @param wanted rows as the applicant sent them; null fills in everybody who can be claimed */
async function saveLines(
  tx: Tx,
  actor: Actor,
  claim: Values,
  claimed: ClaimedClass,
  wanted: Values[] | null,
): Promise<void> {
  const existing = await linesOf(tx, claim["id"]);
  const byStudent = new Map(existing.map((line) => [line.studentId, line]));
  const byId = new Map(existing.map((line) => [line.id, line]));
  const asked = (wanted ?? []).map((row) => ({
    row,
    studentId: (row["id"] ? byId.get(row["id"])?.studentId : row["studentId"]) as string | undefined,
  }));
  if (asked.some(({ studentId }) => !studentId)) throw new Refusal("NOT_OWNER");
  const everybody = new Map((await candidatesOf(tx, claimed, claim["subsidyKind"])).map((one) => [one.studentId, one]));
  const chosen =
    wanted === null
      ? [...everybody.values()]
          .filter((one) => canBeClaimed(one, claim["id"]))
          .map((one) => ({ row: {} as Values, studentId: one.studentId }))
      : asked;

  const failures: Failure[] = [];
  const refuse = (refusal: Refusal, studentId: string) => failures.push(failureOf(refusal, studentId));
  const kept = existing
    .filter((line) => !chosen.some(({ studentId }) => studentId === line.studentId))
    .map((line) => ({ row: { applyAmount: line.applyAmount } as Values, studentId: line.studentId }));
  for (const { row, studentId } of [...chosen, ...kept]) {
    const candidate = everybody.get(studentId as string);
    if (!candidate || (candidate.claimed !== null && candidate.claimed !== claim["id"])) {
      refuse(new Refusal("SUBSIDY_APPLY_DUP"), studentId as string);
      continue;
    }
    if (candidate.certMissing) {
      refuse(new Refusal("CERT_REQUIRED", { name: candidate.name }), candidate.studentId);
      continue;
    }
    const payable = candidate.amount?.payable ?? "0.00";
    const applyAmount = (row["applyAmount"] as string | null | undefined) ?? payable;
    if (new Decimal(applyAmount).gt(payable))
      refuse(new Refusal("AMOUNT_OVER", { name: candidate.name, a: applyAmount, b: payable }), candidate.studentId);
    else {
      const columns = { ...snapshotOf(candidate, claimed), applyAmount: new Decimal(applyAmount).toFixed(2) };
      const line = byStudent.get(candidate.studentId);
      await (line
        ? updateRow(tx, actor, SubsidyLine, line.id, columns)
        : insertRow(tx, actor, SubsidyLine, { ...columns, applyId: claim["id"], studentId: candidate.studentId }));
    }
  }
  throwAll(failures);
}

/** A member with what the claim needs, not named by another claim of the kind. */
export const canBeClaimed = (one: Candidate, claimId: string | null): boolean =>
  !one.certMissing &&
  one.amount !== null &&
  new Decimal(one.amount.payable).gt(0) &&
  (one.claimed === null || one.claimed === claimId);

/** What a claim row keeps of the roster, the certificate and the standard as they are now. */
function snapshotOf(one: Candidate, claimed: ClaimedClass): Values {
  return {
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
    subsidyId: one.subsidyId,
    standardAmount: one.standardAmount,
    upliftRate: one.amount?.uplift ?? null,
    payableAmount: one.amount?.payable ?? "0.00",
    formula: one.amount?.formula ?? null,
    approvedAmount: null,
    detailStatus: "0",
    unApproveReason: null,
    trialResult: "0",
  };
}
