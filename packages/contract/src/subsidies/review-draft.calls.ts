import { call } from "../core/call.ts";
import { datetime, decimal, code, id, int, text } from "../core/fields/field.ts";
import { list, optional, record } from "../core/fields/shape.ts";
import type { ValueOfShape } from "../core/fields/shape.ts";
import { lineStatus } from "./subsidy-codes.ts";

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/subsidy_apply";
/** Of claims of either side. */
const may = [
  "subsidy_apply_first_commit",
  "subsidy_apply_re_commit",
  "enterprise_subsidy_apply_first_commit",
  "enterprise_subsidy_apply_re_commit",
] as const;
const applyId = id("申请", "Claim", "required");
/** Counts the savings of a draft; 0 before there is one. */
const version = int("草稿版本", "Version of the draft", "required");

const decided = {
  lineId: id("明细", "Row", "required"),
  detailStatus: code(lineStatus, "明细状态", "Row status"),
  approvedAmount: decimal(10, 2, "核定金额", "Amount approved", "optional", { unitZh: "元", unitEn: "yuan", min: 0 }),
  unApproveReason: text(200, "不通过原因", "Reason not approved"),
};

/** What is decided of a claim and not yet sent, by whom, and what of it does not fit the claim as it is now. */
const draft = record({
  version,
  /** Who writes it now; empty where there is none. */
  ownerId: id("办理人", "Reviewer"),
  ownerName: text(50, "办理人姓名", "Name of the reviewer"),
  savedTime: datetime("暂存时间", "Saved"),
  opinion: text(500, "意见", "Opinion"),
  decisions: list(
    record({
      ...decided,
      name: text(50, "姓名", "Name"),
      decidedBy: text(50, "核定人", "Decided by"),
      decidedTime: datetime("核定时间", "Decided", "required"),
      /** Why the decision does not fit the row any more; empty where it does. */
      unfit: text(200, "不再适用的原因", "Why it does not fit"),
      unfitEn: text(200, "不再适用的英文原因", "Why it does not fit (English)"),
    }),
  ),
});
export type ReviewDraft = ValueOfShape<typeof draft>;

export const draftDetail = call({
  name: "ReviewDraft.detail",
  method: "GET",
  path: `${path}/draft`,
  zh: "审核草稿",
  en: "Draft of a review",
  access: ["subsidy_apply_view", "enterprise_subsidy_apply_view"],
  audience: ["bureau"],
  input: record({ applyId }),
  output: draft,
});

/**
 * Keeps decisions that are not sent yet. The opinion is the one sent; rows that are not named stay as they are, one without a status is undecided again. Somebody else's draft is
 * taken over first, and what was saved meanwhile is read first (VERSION_CONFLICT).
 */
export const draftSave = call({
  name: "ReviewDraft.save",
  method: "POST",
  path: `${path}/saveDraft`,
  zh: "暂存审核",
  en: "Save a draft of a review",
  access: may,
  audience: ["bureau"],
  input: record({
    applyId,
    version,
    opinion: text(500, "意见", "Opinion"),
    decisions: optional(list(record(decided))),
  }),
  output: draft,
});

/** Makes the draft of a colleague one's own; the history says from whom, and what was decided so far. */
export const draftTake = call({
  name: "ReviewDraft.take",
  method: "POST",
  path: `${path}/takeDraft`,
  zh: "接手审核草稿",
  en: "Take over a draft of a review",
  access: may,
  audience: ["bureau"],
  input: record({ applyId, version }),
  output: draft,
});
