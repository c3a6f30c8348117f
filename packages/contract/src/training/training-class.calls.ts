import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, counted, crudCalls, picked } from "../core/call.ts";
import { classStatus, testKind } from "../core/fields/codes.ts";
import { exportCall } from "../core/export.ts";
import { type Field, type Need, code, codeList, date, id, int, text } from "../core/fields/field.ts";
import { list, optional, pageShape, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { getPermission } from "../core/machine.ts";
import { classMachine, getMovesOf } from "./training-class.machine.ts";
import { TrainingClass } from "./training-class.ts";

const path = "/api/zjgrsj-train/trainingManagement/class";
type OptionalFields<F> = { [K in keyof F]: F[K] extends Field<infer V, Need> ? Field<V, "optional"> : never };
/** The fields to change, with the class's id and the reason; what may not change is refused by name, not dropped. */
const correction = record({
  ...(Object.fromEntries(
    Object.entries<Field>(TrainingClass.fields).map(([name, field]) => [name, { ...field, need: "optional" }]),
  ) as OptionalFields<typeof TrainingClass.fields>),
  id: id("主键", "Id", "required"),
});
export const stepOwner = codeList("STEP_OWNER", "承办方", "Who acts", {
  institution: ["机构", "Institution"],
  enterprise: ["企业", "Enterprise"],
  bureau: ["人社局", "Bureau"],
});
/** Who has to act next, what to do, and until when. */
export const nextStep = record({
  who: code(stepOwner, "承办方", "Who", "required"),
  zh: text(200, "下一步", "Next step", "required"),
  en: text(200, "下一步(英文)", "Next step in English", "required"),
  until: date("期限", "Until"),
});
export type NextStep = NonNullable<(typeof nextStep)["$value"]>;
const whole = rowShape(TrainingClass, { auditList: list(auditRecordShape), nextStep: optional(nextStep) });
/** A class as its detail call gives it. */
export type WholeClass = NonNullable<(typeof whole)["$value"]>;

/** One thing a draft still lacks. */
export const lack = record({
  errorCode: text(40, "错误码", "Error", "required"),
  id: text(20, "数据编号", "Record number"),
  field: text(60, "字段", "Field"),
  msg: text(500, "说明", "Message", "required"),
  msgEn: text(500, "英文说明", "English message", "required"),
});
export type Lack = NonNullable<(typeof lack)["$value"]>;
const saved = record({ id: id("主键", "Id", "required") });
const view = "train_class_view";
/** The permissions that open a call, each for a move that it makes. */
const getKeysOf = (call: Parameters<typeof getMovesOf>[0]) =>
  getMovesOf(call).map((move) => getPermission(classMachine, move));

const listFor = (name: string, call_: string, audience: "institution" | "bureau" | "person", zh: string, en: string) =>
  call({
    name: `TrainingClass.${name}`,
    method: "GET",
    path: `${path}/${call_}`,
    zh,
    en,
    access: view,
    audience: [audience],
    input: queryShape(TrainingClass),
    output: pageShape(rowShape(TrainingClass)),
  });
/** Classes that an assessment of this kind may be applied for now. */
const assessable = { assessableFor: code(testKind, "可申请考核类型", "May apply for") };

export const classCalls = {
  ...crudCalls(TrainingClass, path, "train_class"),
  detail: call({
    name: "TrainingClass.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "班级详情",
    en: "Class: detail",
    access: view,
    input: byId,
    output: whole,
  }),
  save: call({
    name: "TrainingClass.save",
    method: "POST",
    path: `${path}/save`,
    zh: "保存班级",
    en: "Save a class",
    access: ["train_class_add", "train_class_edit"],
    audience: ["institution"],
    input: saveShape(TrainingClass),
    output: saved,
  }),
  byId: call({
    name: "TrainingClass.byId",
    method: "GET",
    path: `${path}/getTrainClassById`,
    zh: "班级详情",
    en: "Class",
    access: view,
    input: byId,
    output: whole,
  }),
  usedByManage: listFor(
    "usedByManage",
    "getTrainClassUsedByManage",
    "bureau",
    "班级列表（管理端）",
    "Classes: bureau's list",
  ),
  usedByOrg: call({
    ...listFor(
      "usedByOrg",
      "getTrainClassUsedByOrg",
      "institution",
      "班级列表（机构端）",
      "Classes: institution's list",
    ),
    input: queryShape(TrainingClass, assessable),
  }),
  usedByOrgSubsidy: listFor(
    "usedByOrgSubsidy",
    "getTrainClassUsedByOrgSubsidy",
    "institution",
    "可申请补贴的班级",
    "Classes without a claim yet",
  ),
  usedByPerson: call({
    ...listFor(
      "usedByPerson",
      "getTrainClassUsedByPerson",
      "person",
      "可报名和已参加的班级",
      "Classes open for sign-up, and my own",
    ),
    output: pageShape(
      rowShape(TrainingClass, {
        freeSeats: int("剩余名额", "Seats left", "required", { unitZh: "人", unitEn: "people" }),
      }),
    ),
  }),
  /** Everything that prevents a submission, without submitting. */
  checkCommit: call({
    name: "TrainingClass.checkCommit",
    method: "GET",
    path: `${path}/checkCommit`,
    zh: "提交前检查",
    en: "Check before submission",
    access: "train_class_commit",
    input: byId,
    output: list(lack),
  }),
  commit: call({
    name: "TrainingClass.commit",
    method: "POST",
    path: `${path}/commit`,
    zh: "提交开班申请",
    en: "Submit a class",
    access: getKeysOf("commit"),
    style: "query",
    input: byId,
  }),
  back: call({
    name: "TrainingClass.back",
    method: "POST",
    path: `${path}/back`,
    zh: "退回班级",
    en: "Return a class",
    access: getKeysOf("back"),
    style: "query",
    input: record({ id: id("主键", "Id", "required"), reason: text(500, "原因", "Reason") }),
  }),
  /** Confirms, undoes a confirmation, discards or ends classes, by the wanted status and the present one. */
  switchStatus: call({
    name: "TrainingClass.switchStatus",
    method: "POST",
    path: `${path}/statusSwitching`,
    zh: "切换班级状态",
    en: "Switch the status of classes",
    access: getKeysOf("switchStatus"),
    style: "query",
    input: record({
      ids: picked(),
      status: code(classStatus, "目标状态", "Wanted status", "required"),
      reason: text(500, "原因", "Reason"),
    }),
  }),
  pendingNumber: call({
    name: "TrainingClass.pendingNumber",
    method: "POST",
    path: `${path}/getUnConfirmClassNumber`,
    zh: "待确认班级数",
    en: "Number of classes to confirm",
    access: view,
    output: counted,
  }),
  correct: call({
    name: "TrainingClass.correct",
    method: "POST",
    path: `${path}/sjkUpdateClass`,
    zh: "更正已确认班级的数据",
    en: "Correct a confirmed class",
    access: getKeysOf("correct"),
    input: correction,
  }),
  export: exportCall(TrainingClass, path, "train_class"),
};
