import { unitSide } from "../core/fields/codes.ts";
import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, idsWithReason } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, date, datetime, lookup, ref, text } from "../core/fields/field.ts";
import { list, none, pageShape, queryShape, rowShape } from "../core/fields/shape.ts";
import { getPermission } from "../core/machine.ts";
import { subsidyBarMachine } from "./subsidy-bar.machine.ts";
import { barState } from "./subsidy-codes.ts";

export const barSubject = codeList("BAR_SUBJECT", "限制对象", "Barred", {
  class: ["班级", "Class"],
  course: ["机构课程", "Course of the institution"],
  institution: ["机构", "Institution"],
  person: ["人员", "Person"],
});

/**
 * What stands after a claim was recovered for falseness: its class for ever; its institution, the course there and the people until a second
 * reviewer has cleared them.
 */
export const SubsidyBar = entity(
  "SubsidyBar",
  "申领限制",
  "Bar",
  {
    subjectKind: code(barSubject, "限制对象", "Barred", "computed", { always: true }),
    /** What the class, the course, the institution or the person is called. */
    subject: text(100, "名称", "Name", "computed", { person: true, always: true }),
    /** Of a person. */
    idNumber: text(18, "证件号码", "ID number", "computed", { masked: "idNumber", encrypted: true }),
    applyId: ref("SubsidyApplication", "补贴申请", "Claim", "computed", { always: true }),
    applyNo: lookup("applyId", "SubsidyApplication", "applyNo", "申请编号", "Claim number"),
    /** Whose claim it is. */
    side: code(unitSide, "单位类型", "Kind of unit", "computed", { derived: true, always: true }),
    classId: ref("TrainingClass", "班级", "Class", "computed", { always: true }),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    courseId: ref("Course", "课程", "Course", "computed", { always: true }),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    since: date("限制起始", "Since", "computed", { always: true }),
    reason: text(500, "限制原因", "Reason", "computed", { always: true }),
    state: code(barState, "状态", "State", "computed", { always: true }),
    clearReason: text(500, "解除原因", "Reason for clearing", "computed"),
    clearTime: datetime("解除时间", "Cleared", "computed"),
    clearUser: ref("User", "解除人", "Cleared by", "computed"),
  },
  {
    title: "subject",
    filters: ["subjectKind", "subject", "idNumber", "state", "orgId", "orgName", "applyNo", "classNo", "since"],
    sorts: ["since", "subjectKind", "state"],
    order: ["-since"],
  },
);
export interface SubsidyBarRow extends Row<typeof SubsidyBar> {}

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/subsidy_bar";
export const subsidyBarCalls = {
  list: call({
    name: "SubsidyBar.list",
    method: "GET",
    path: `${path}/list`,
    zh: "申领限制列表",
    en: "Bars: list",
    access: "subsidy_bar_view",
    audience: ["bureau"],
    input: queryShape(SubsidyBar),
    output: pageShape(rowShape(SubsidyBar)),
  }),
  detail: call({
    name: "SubsidyBar.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "申领限制详情",
    en: "Bar: detail",
    access: "subsidy_bar_view",
    audience: ["bureau"],
    input: byId,
    output: rowShape(SubsidyBar, { auditList: list(auditRecordShape) }),
  }),
  /** Clears people, courses and institutions, with a reason; a class is never cleared. */
  clear: call({
    name: "SubsidyBar.clear",
    method: "POST",
    path: `${path}/clear`,
    zh: "解除申领限制",
    en: "Clear bars",
    access: getPermission(subsidyBarMachine, "clear"),
    audience: ["bureau"],
    style: "query",
    input: idsWithReason,
    output: none,
  }),
  export: exportCall(SubsidyBar, path, "subsidy_bar", ["bureau"]),
};
