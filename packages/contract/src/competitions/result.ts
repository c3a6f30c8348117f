import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls, ids } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { level } from "../core/fields/codes.ts";
import { code, codeList, date, decimal, id, int, lookup, personLookup, ref, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { file, list, none, record, rowShape, saveShape } from "../core/fields/shape.ts";

export const awardLevel = codeList("AWARD_LEVEL", "奖项", "Award", {
  "1": ["一等奖", "First prize", "good"],
  "2": ["二等奖", "Second prize", "good"],
  "3": ["三等奖", "Third prize", "good"],
  "4": ["优胜奖", "Honourable mention", "good"],
});
/** Shares of theory and practice in the total. */
export const scoreShares = { theory: "0.30", practice: "0.70" } as const;
const points = { min: 0, max: 100, unitZh: "分", unitEn: "points" } as const;

/** What a contestant reached; seen by them once it is published. */
export const CompetitionRecord = entity(
  "CompetitionRecord",
  "竞赛成绩",
  "Competition result",
  {
    /** Named by its id, or by the contestant’s number. */
    registerId: ref("CompetitionRegister", "报名", "Registration", "optional", { always: true }),
    registerNo: lookup("registerId", "CompetitionRegister", "registerNo", "参赛编号", "Contestant number"),
    name: personLookup("registerId", "CompetitionRegister", "姓名", "Name"),
    workUnit: lookup("registerId", "CompetitionRegister", "workUnit", "单位", "Unit"),
    competitionId: ref("CompetitionNotice", "竞赛", "Competition", "computed", { always: true }),
    competitionName: lookup("competitionId", "CompetitionNotice", "competitionName", "竞赛名称", "Competition"),
    itemNo: text(10, "项目编号", "Item number", "computed", { always: true }),
    theoryScore: decimal(5, 2, "理论成绩", "Theory", "optional", points),
    practiceScore: decimal(5, 2, "实操成绩", "Practice", "optional", points),
    totalScore: decimal(5, 2, "总成绩", "Total", "computed", points),
    /** Within the item; equal totals share a rank. */
    rank: int("名次", "Rank", "computed", { derived: true, name: true }),
    awardLevel: code(awardLevel, "奖项", "Award"),
    rewardAmount: decimal(10, 2, "奖励金额", "Prize money", "optional", { min: 0, unitZh: "元", unitEn: "yuan" }),
    promoteLevel: code(level, "晋升等级", "Promoted to"),
    isPublish: code(yesNo, "是否公布", "Published", "computed", { always: true }),
    publishDate: date("公布日期", "Published on", "computed"),
  },
  {
    idName: "recordId",
    title: "registerNo",
    filters: ["competitionId", "competitionName", "itemNo", "registerNo", "name", "awardLevel", "isPublish"],
    sorts: ["totalScore", "itemNo"],
    order: ["-competitionId", "itemNo", "-totalScore"],
  },
);
export interface CompetitionRecordRow extends Row<typeof CompetitionRecord> {}

const path = "/api/zjgrsj-train/competition/competition_record";
const resource = "competition_record";
const crud = crudCalls(CompetitionRecord, path, resource);

export const competitionRecordCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: rowShape(CompetitionRecord, { auditList: list(auditRecordShape) }) }),
  /** The contestant by their registration or their number; what is published is corrected with a reason alone. */
  submit: call({
    ...crud.submit,
    input: saveShape(CompetitionRecord, {
      registerNo: text(30, "参赛编号", "Contestant number"),
      reason: text(500, "更正原因", "Reason for the correction"),
    }),
  }),
  /** Publishes what is entered of an item: contestants and their units see it, and hear of it. */
  publish: call({
    name: "CompetitionRecord.publish",
    method: "POST",
    path: `${path}/publish`,
    zh: "公布竞赛成绩",
    en: "Publish competition results",
    access: `${resource}_edit`,
    audience: ["bureau"],
    input: record({
      competitionId: id("竞赛", "Competition", "required"),
      itemNo: text(10, "项目编号", "Item number", "required"),
    }),
    output: none,
  }),
  /** What is published of a competition, item by item, for the notice board. */
  awardList: call({
    name: "CompetitionRecord.awardList",
    method: "GET",
    path: `${path}/awardList`,
    zh: "打印获奖名单",
    en: "Print the list of awards",
    access: `${resource}_view`,
    audience: ["bureau"],
    input: record({ competitionId: id("竞赛", "Competition", "required") }),
    output: file("pdf"),
  }),
  /** Award certificates of published results, a page each, with the code of their public check. */
  certificate: call({
    name: "CompetitionRecord.certificate",
    method: "GET",
    path: `${path}/certificate`,
    zh: "打印奖状",
    en: "Print award certificates",
    access: `${resource}_view`,
    input: ids,
    output: file("pdf"),
  }),
  export: exportCall(CompetitionRecord, path, resource),
  import: importCalls(CompetitionRecord, path, resource),
};
