import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import type { Entity, Row } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { fillStatus, reviewNode } from "../core/fields/codes.ts";
import { type Fields, code, datetime, files, id, ref, text } from "../core/fields/field.ts";
import { list, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { importCalls } from "../core/import.ts";

/** What is reported by a unit and passes two reviews: the work records, and the studies of technicians. */

/** Who reports. */
export const reporterFields = {
  /** From the session; empty where the bureau itself reports. */
  unitId: ref("Organisation", "填报单位", "Unit", "computed"),
  unitName: text(100, "填报单位", "Unit", "computed", { always: true }),
};

/** Submission and two reviews. */
export const twoReviewFields = {
  status: code(fillStatus, "填报状态", "Status", "computed", { always: true }),
  commitUser: ref("User", "提交人", "Submitted by", "computed"),
  commitTime: datetime("提交时间", "Submitted", "computed"),
  firstUser: ref("User", "初审人", "First reviewer", "computed"),
  firstTime: datetime("初审时间", "First review", "computed"),
  firstOpinion: text(500, "初审意见", "First opinion", "computed"),
  reUser: ref("User", "复审人", "Second reviewer", "computed"),
  reTime: datetime("复审时间", "Second review", "computed"),
  reOpinion: text(500, "复审意见", "Second opinion", "computed"),
  backReason: text(500, "退回原因", "Reason for return", "computed"),
  backNode: code(reviewNode, "退回环节", "Returned at", "computed"),
  attachmentList: files(),
};
type ReviewedFields = typeof reporterFields & typeof twoReviewFields;
/** Anything that passes two reviews, as what all of them share. */
export type ReviewedEntity = Entity<ReviewedFields>;
export interface ReviewedRow extends Row<ReviewedEntity> {}

/** Rights that open the call which saves and moves a record, by their last parts. */
export const submitting = ["add", "edit", "commit", "first_commit", "return", "re_commit", "re_return"] as const;

/** Their calls. `submit` saves; with a `status` that the record does not have, it moves it there, for the `reason` or with the `opinion` given. */
export function reviewedCalls<F extends Fields>(entity: Entity<F>, path: string, resource: string) {
  const { name, zh, en } = entity;
  const crud = crudCalls(entity, path, resource);
  return {
    ...crud,
    detail: call({ ...crud.detail, output: rowShape(entity, { auditList: list(auditRecordShape) }) }),
    submit: call({
      name: `${name}.submit`,
      method: "POST",
      path: `${path}/submit`,
      zh: `保存${zh}`,
      en: `${en}: save, submit, review`,
      access: submitting.map((right) => `${resource}_${right}`),
      input: saveShape(entity, {
        status: code(fillStatus, "填报状态", "Status"),
        reason: text(500, "原因", "Reason"),
        opinion: text(500, "审核意见", "Opinion"),
        /** The same, by the names that the record has for them. */
        backReason: twoReviewFields.backReason,
        firstOpinion: twoReviewFields.firstOpinion,
        reOpinion: twoReviewFields.reOpinion,
      }),
      output: record({ id: id("主键", "Id", "required") }),
    }),
    export: exportCall(entity, path, resource),
    import: importCalls(entity, path, resource),
  };
}
/** The calls of anything reviewed, as what all of them share. */
export type ReviewedCalls = ReturnType<typeof reviewedCalls<ReviewedFields>>;
