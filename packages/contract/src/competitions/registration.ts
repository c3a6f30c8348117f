import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls, ids } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { personFields, reviewFields } from "../core/fields/blocks.ts";
import { confirmStatus, level } from "../core/fields/codes.ts";
import { code, id, lookup, ref, text } from "../core/fields/field.ts";
import { list, none, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { importCalls } from "../core/import.ts";
import { machine } from "../core/machine.ts";

/** Somebody who registers for an item of a competition, or is registered by their institution or enterprise. */
export const CompetitionRegister = entity(
  "CompetitionRegister",
  "竞赛报名",
  "Registration",
  {
    registerNo: text(30, "参赛编号", "Contestant number", "computed"),
    competitionId: ref("CompetitionNotice", "竞赛", "Competition", "required"),
    competitionName: lookup("competitionId", "CompetitionNotice", "competitionName", "竞赛名称", "Competition"),
    itemNo: text(10, "项目编号", "Item number", "required"),
    itemName: text(100, "项目名称", "Item", "computed", { derived: true }),
    ...personFields,
    workUnit: text(100, "单位", "Unit", "required"),
    /** Who registered them: an enterprise, an institution, or they themselves. */
    entId: ref("Department", "报名企业", "Enterprise", "computed"),
    orgId: ref("Organisation", "报名机构", "Institution", "computed"),
    currentLevel: code(level, "现有等级", "Present level"),
    teamName: text(50, "队名", "Team"),
    coachName: text(50, "教练", "Coach", "optional", { person: true }),
    confirmStatus: code(confirmStatus, "报名状态", "State", "computed", { always: true }),
    ...reviewFields,
  },
  {
    idName: "registerId",
    title: "name",
    filters: ["competitionId", "competitionName", "itemNo", "registerNo", "name", "workUnit", "confirmStatus"],
    sorts: ["registerNo", "itemNo", "name", "commitTime"],
    order: ["-competitionId", "itemNo", "registerNo"],
    grams: ["name", "workUnit"],
  },
);
export interface CompetitionRegisterRow extends Row<typeof CompetitionRegister> {}

const applicants = ["student", "entAdmin", "orgAdmin"] as const;
export const competitionRegisterMachine = machine({
  name: "competitionRegister",
  zh: "竞赛报名",
  en: "Registration",
  entity: "CompetitionRegister",
  field: "confirmStatus",
  resource: "competition_register",
  states: confirmStatus,
  initial: "unSubmit",
  actions: {
    commit: { zh: "提交报名", en: "Register", from: ["unSubmit", "back"], to: "unConfirm", by: applicants },
    confirm: { zh: "审核通过", en: "Accept", from: ["unConfirm"], to: "Confirm", by: ["clerk"] },
    back: { zh: "退回", en: "Return", from: ["unConfirm"], to: "back", by: ["clerk"], reason: true },
    invalidate: {
      zh: "取消报名",
      en: "Withdraw",
      from: ["unSubmit", "back", "unConfirm", "Confirm"],
      to: "Invalidate",
      by: [...applicants, "clerk"],
      danger: true,
    },
  },
});
export type CompetitionRegisterMove = keyof typeof competitionRegisterMachine.actions;

const path = "/api/zjgrsj-train/competition/competition_register";
const resource = "competition_register";
const crud = crudCalls(CompetitionRegister, path, resource);

export const competitionRegisterCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: rowShape(CompetitionRegister, { auditList: list(auditRecordShape) }) }),
  /** Saves and registers; with `confirmStatus` the state that the registration shall have: a draft is saved alone. */
  submit: call({
    name: "CompetitionRegister.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "竞赛报名与审核",
    en: "Registration: save, register, decide",
    access: [
      `${resource}_add`,
      `${resource}_edit`,
      `${resource}_commit`,
      `${resource}_confirm`,
      `${resource}_back`,
      `${resource}_invalidate`,
    ],
    input: saveShape(CompetitionRegister, {
      confirmStatus: code(confirmStatus, "报名状态", "State"),
      reason: text(500, "原因", "Reason"),
      /** The same, by the name that the registration has for it. */
      backReason: text(500, "退回原因", "Reason for return"),
    }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  /** Registers drafts, several at once: those of an imported list. */
  commit: call({
    name: "CompetitionRegister.commit",
    method: "POST",
    path: `${path}/commit`,
    zh: "提交竞赛报名",
    en: "Register several",
    access: `${resource}_commit`,
    style: "query",
    input: ids,
    output: none,
  }),
  export: exportCall(CompetitionRegister, path, resource),
  import: importCalls(CompetitionRegister, path, resource),
};
