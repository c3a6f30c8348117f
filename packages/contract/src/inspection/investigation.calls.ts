import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, crudCalls, idsWithReason } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { investigateStatus } from "../core/fields/codes.ts";
import { code, id, int, text } from "../core/fields/field.ts";
import { draftShape, list, none, record, rowShape } from "../core/fields/shape.ts";
import { getPermission } from "../core/machine.ts";
import { InspectedPerson } from "./inspected-person.ts";
import { askWay, heldAnswer } from "./investigation-codes.ts";
import { investigationMachine as machine } from "./investigation.machine.ts";
import { Investigation } from "./investigation.ts";

const path = "/api/zjgrsj-train/trainingManagement/investigation";
const crud = crudCalls(Investigation, path, "investigation");
const whole = rowShape(Investigation, {
  /** The sample, in the order in which it was drawn. */
  personList: list(rowShape(InspectedPerson)),
  /** Students of the class, and how many of them have to be checked. */
  studentCount: int("学员人数", "Students", "required", { unitZh: "人", unitEn: "people" }),
  leastChecked: int("至少抽查", "To be checked at least", "required", { unitZh: "人", unitEn: "people" }),
  auditList: list(auditRecordShape),
});
/** An investigation as its detail gives it. */
export type WholeInvestigation = NonNullable<(typeof whole)["$value"]>;
const saved = record({ id: id("主键", "Id", "required") });
/** The target state makes the move: 1 fills in, 2 verifies, 0 returns what is filled in; without it, or 0 for a draft, the draft is saved. */
const move = { fillStatus: code(investigateStatus, "目标状态", "Target state"), reason: text(500, "原因", "Reason") };

export const investigationCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: whole }),
  /** A draft may be removed by those who may write one; an inspection whose sample is drawn stays. */
  remove: call({ ...crud.remove, access: "investigation_edit" }),
  submit: call({
    ...crud.submit,
    access: ["investigation_add", "investigation_edit"],
    input: draftShape(Investigation),
    output: saved,
  }),
  save: call({
    name: "Investigation.save",
    method: "POST",
    path: `${path}/save`,
    zh: "保存、填报或核实调查",
    en: "Save, fill in or verify an investigation",
    access: [
      "investigation_add",
      "investigation_edit",
      ...(["fill", "verify", "back"] as const).map((action) => getPermission(machine, action)),
    ],
    input: record({
      classNo: text(20, "班级编号", "Class number"),
      investigationDTO: draftShape(Investigation, move),
    }),
    output: saved,
  }),
  /** The investigations of a class, the latest first. */
  ofClass: call({
    name: "Investigation.ofClass",
    method: "GET",
    path: `${path}/getInvestigate`,
    zh: "班级的调查",
    en: "Investigations of a class",
    access: "investigation_view",
    input: record({ classNo: text(20, "班级编号", "Class number", "required") }),
    output: list(rowShape(Investigation)),
  }),
  fill: call({
    name: "Investigation.fill",
    method: "POST",
    path: `${path}/fill`,
    zh: "填报调查",
    en: "Fill in investigations",
    access: getPermission(machine, "fill"),
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  verify: call({
    name: "Investigation.verify",
    method: "POST",
    path: `${path}/verify`,
    zh: "核实调查",
    en: "Verify investigations",
    access: getPermission(machine, "verify"),
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  back: call({
    name: "Investigation.back",
    method: "POST",
    path: `${path}/back`,
    zh: "退回调查",
    en: "Return investigations",
    access: getPermission(machine, "back"),
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  /** Draws the sample of an inspection; later as many more as could not be reached. */
  draw: call({
    name: "Investigation.draw",
    method: "POST",
    path: `${path}/draw`,
    zh: "抽取抽查对象",
    en: "Draw the sample",
    access: "investigation_edit",
    style: "query",
    input: byId,
    output: whole,
  }),
  /** Records what one person of the sample says. */
  answer: call({
    name: "Investigation.answer",
    method: "POST",
    path: `${path}/answer`,
    zh: "登记抽查答复",
    en: "Record an answer",
    access: "investigation_edit",
    input: record({
      id: id("抽查对象", "Person of the sample", "required"),
      way: code(askWay, "询问方式", "Asked", "required"),
      answer: code(heldAnswer, "抽查答复", "Answer", "required"),
      remark: text(500, "备注", "Remark"),
      photoAttId: InspectedPerson.fields.photoAttId,
    }),
    output: whole,
  }),
  export: exportCall(Investigation, path, "investigation"),
};
