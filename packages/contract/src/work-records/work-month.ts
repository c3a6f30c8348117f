import { call, idsWithReason } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, datetime, int, lookup, ref, text } from "../core/fields/field.ts";
import { none, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { machine } from "../core/machine.ts";
import { workPeriod } from "./work-period.ts";

const { Q1: _1, Q2: _2, Q3: _3, Q4: _4, Y: _y, ...months } = workPeriod.codes;
export const workMonth = codeList("WORK_MONTH", "月份", "Month", months);

export const monthState = codeList("WORK_MONTH_STATE", "月份状态", "State of the month", {
  open: ["开放", "Open", "waiting"],
  closed: ["已关闭", "Closed", "good"],
});

/** A month of which something was reported. Once it is closed, no record that ends in it changes any more: of a quarter and a year their last month counts. */
export const WorkMonth = entity(
  "WorkMonth",
  "填报月份",
  "Reporting month",
  {
    workYear: int("年度", "Year", "computed", { name: true, always: true }),
    workMonth: code(workMonth, "月份", "Month", "computed", { always: true }),
    state: code(monthState, "状态", "State", "computed", { always: true }),
    closeUser: ref("User", "关闭人", "Closed by", "computed"),
    closeName: lookup("closeUser", "User", "name", "关闭人", "Closed by"),
    closeTime: datetime("关闭时间", "Closed", "computed"),
    reopenReason: text(500, "重新开放原因", "Reason for reopening", "computed"),
  },
  {
    title: "workMonth",
    filters: ["workYear", "workMonth", "state"],
    sorts: ["workYear", "closeTime"],
    order: ["-workYear", "-workMonth"],
  },
);
export interface WorkMonthRow extends Row<typeof WorkMonth> {}

export const workMonthMachine = machine({
  name: "workMonth",
  zh: "填报月份",
  en: "Reporting month",
  entity: "WorkMonth",
  field: "state",
  resource: "work_month",
  states: monthState,
  initial: "open",
  actions: {
    close: { zh: "关闭月份", en: "Close the month", from: ["open"], to: "closed", by: ["clerk", "secondReviewer"] },
    reopen: {
      zh: "重新开放",
      en: "Reopen",
      from: ["closed"],
      to: "open",
      by: ["secondReviewer"],
      reason: true,
      danger: true,
    },
  },
});

const path = "/api/zjgrsj-train/work/month";
export const workMonthCalls = {
  list: call({
    name: "WorkMonth.list",
    method: "GET",
    path: `${path}/list`,
    zh: "填报月份列表",
    en: "Reporting months: list",
    access: "work_month_view",
    audience: ["bureau"],
    input: queryShape(WorkMonth),
    output: pageShape(rowShape(WorkMonth)),
  }),
  close: call({
    name: "WorkMonth.close",
    method: "POST",
    path: `${path}/close`,
    zh: "关闭填报月份",
    en: "Reporting month: close",
    access: "work_month_close",
    audience: ["bureau"],
    input: record({
      workYear: int("年度", "Year", "required", { min: 2000, max: 2100, name: true }),
      workMonth: code(workMonth, "月份", "Month", "required"),
    }),
    output: none,
  }),
  reopen: call({
    name: "WorkMonth.reopen",
    method: "POST",
    path: `${path}/reopen`,
    zh: "重新开放填报月份",
    en: "Reporting month: reopen",
    access: "work_month_reopen",
    audience: ["bureau"],
    input: idsWithReason,
    output: none,
  }),
  export: exportCall(WorkMonth, path, "work_month", ["bureau"]),
};
