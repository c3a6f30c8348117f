import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { compLevel, level } from "../core/fields/codes.ts";
import { code, date, files, id, int, long, text } from "../core/fields/field.ts";
import { list, optional, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { machine } from "../core/machine.ts";
import { noticeStatus } from "../notices/notice-status.ts";

/** A discipline of a competition. `taken` are places that waiting and accepted registrations hold. */
const itemFields = {
  itemNo: text(10, "项目编号", "Item number", "required"),
  itemName: text(100, "项目名称", "Item", "required"),
  occupationName: text(100, "职业(工种)", "Occupation", "required"),
  level: code(level, "等级", "Level"),
  /** People, also where they compete in teams. */
  quota: int("名额", "Places", "required", { min: 1, max: 10_000, unitZh: "人", unitEn: "people" }),
  teamSize: int("每队人数", "People of a team", "required", { min: 1, max: 20, unitZh: "人", unitEn: "people" }),
};
const item = record(itemFields);
export type CompetitionItem = NonNullable<(typeof item)["$value"]>;
const openItem = record({ ...itemFields, taken: int("已报名", "Taken", "required") });
/** Most items of a competition. */
export const mostItems = 50;

/** The announcement of a skills competition. */
export const CompetitionNotice = entity(
  "CompetitionNotice",
  "竞赛通知",
  "Competition",
  {
    competitionNo: text(20, "竞赛编号", "Competition number", "computed"),
    competitionName: text(100, "竞赛名称", "Competition", "required"),
    competitionLevel: code(compLevel, "竞赛级别", "Level", "required"),
    hostOrg: text(100, "主办单位", "Host", "required"),
    undertakeOrg: text(100, "承办单位", "Organiser"),
    registerStart: date("报名开始", "Registration from", "required"),
    registerEnd: date("报名截止", "Registration until", "required"),
    competeStart: date("竞赛开始", "Competition from", "required"),
    competeEnd: date("竞赛结束", "Competition until", "required"),
    place: text(200, "竞赛地点", "Place", "required"),
    content: long("通知内容", "Announcement", "required"),
    status: code(noticeStatus, "发布状态", "State", "computed", { always: true }),
    withdrawReason: text(500, "撤回原因", "Reason for withdrawal", "computed"),
    attachmentList: files(),
  },
  {
    idName: "competitionId",
    title: "competitionName",
    filters: ["competitionName", "competitionNo", "competitionLevel", "status", "registerEnd", "competeStart"],
    sorts: ["competitionNo", "registerStart", "registerEnd", "competeStart"],
    order: ["-registerStart"],
    grams: ["competitionName"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface CompetitionNoticeRow extends Row<typeof CompetitionNotice> {}

export const competitionMachine = machine({
  name: "competition",
  zh: "竞赛通知",
  en: "Competition",
  entity: "CompetitionNotice",
  field: "status",
  resource: "competition_notice",
  states: noticeStatus,
  initial: "0",
  actions: {
    publish: { zh: "发布", en: "Publish", from: ["0", "2"], to: "1", by: ["clerk"] },
    withdraw: { zh: "撤回", en: "Withdraw", from: ["1"], to: "2", by: ["clerk"], reason: true, danger: true },
  },
});

const path = "/api/zjgrsj-train/competition/competition_notice";
const resource = "competition_notice";
const crud = crudCalls(CompetitionNotice, path, resource);
const whole = rowShape(CompetitionNotice, { items: list(openItem, mostItems), auditList: list(auditRecordShape) });
export type WholeCompetition = NonNullable<(typeof whole)["$value"]>;

export const competitionCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: whole }),
  /** Saves; with a `status` that the competition does not have, publishes or withdraws it. */
  submit: call({
    name: "CompetitionNotice.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存竞赛通知",
    en: "Competition: save, publish, withdraw",
    access: [`${resource}_add`, `${resource}_edit`, `${resource}_publish`, `${resource}_withdraw`],
    audience: ["bureau"],
    input: saveShape(CompetitionNotice, {
      items: optional(list(item, mostItems)),
      status: code(noticeStatus, "发布状态", "State"),
      reason: text(500, "原因", "Reason"),
    }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  export: exportCall(CompetitionNotice, path, resource),
};
