import { byId, call, ids } from "../core/call.ts";
import { type CodeOf, code, codeList, datetime, id, int, text, time } from "../core/fields/field.ts";
import { file, list, none, optional, record } from "../core/fields/shape.ts";
import { fileFormat } from "./report-run.ts";
import { reportPath } from "./report.ts";

/** Reports that are run by the clock for whoever asked for them, with their rows and masks, and told by a notice. */

export const rhythm = codeList("REPORT_RHYTHM", "周期", "How often", {
  daily: ["每天", "Every day"],
  weekly: ["每周", "Every week"],
  monthly: ["每月", "Every month"],
});
export type Rhythm = CodeOf<typeof rhythm>;

export const weekDay = codeList("WEEK_DAY", "星期", "Day of the week", {
  "1": ["星期一", "Monday"],
  "2": ["星期二", "Tuesday"],
  "3": ["星期三", "Wednesday"],
  "4": ["星期四", "Thursday"],
  "5": ["星期五", "Friday"],
  "6": ["星期六", "Saturday"],
  "7": ["星期日", "Sunday"],
});

/** Most reports that one user has sent to themselves. */
export const mostSchedules = 20;
/** Days for which a result is kept. */
export const resultDays = 90;

const asked = list(record({ name: text(80, "筛选", "Filter", "required"), value: text(200, "值", "Value") }), 40);
const settings = {
  rhythm: code(rhythm, "周期", "How often", "required"),
  /** Of the week from Monday, or of the month; the last of a shorter month. */
  day: int("日期", "Day", "optional", { min: 1, max: 31 }),
  time: time("时间", "At", "required"),
  format: code(fileFormat, "文件格式", "File", "required"),
};
const schedule = record({
  id: id("主键", "Id", "required"),
  ...settings,
  asked,
  nextTime: datetime("下次运行", "Next run", "required"),
});
export type Schedule = NonNullable<(typeof schedule)["$value"]>;

export const scheduleCalls = {
  /** My schedules of a report, and what they have brought. */
  mine: call({
    name: "Report.mySchedules",
    method: "GET",
    path: `${reportPath}/my-schedules`,
    zh: "我的定期报表",
    en: "Report: my schedules",
    access: "report_view",
    input: byId,
    output: record({
      schedules: list(schedule),
      results: list(
        record({
          id: id("主键", "Id", "required"),
          fileName: text(200, "文件名", "File", "required"),
          createTime: datetime("时间", "Time", "required"),
        }),
        100,
      ),
    }),
  }),
  schedule: call({
    name: "Report.schedule",
    method: "POST",
    path: `${reportPath}/schedule`,
    zh: "定期发送报表",
    en: "Report: send regularly",
    access: "report_view",
    adds: "more",
    input: record({ id: id("报表", "Report", "required"), ...settings, asked: optional(asked) }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  unschedule: call({
    name: "Report.unschedule",
    method: "POST",
    path: `${reportPath}/unschedule`,
    zh: "停止定期发送",
    en: "Report: send no more",
    access: "report_view",
    style: "query",
    input: ids,
    output: none,
  }),
  /** A stored result of mine. */
  result: call({
    name: "Report.result",
    method: "GET",
    path: `${reportPath}/result`,
    zh: "定期报表结果",
    en: "Report: stored result",
    access: "report_view",
    input: byId,
    output: file("xlsx", "pdf"),
  }),
};
