import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { recordPage } from "./record-page.tsx";

/** 培训工作: what units report of a month, a quarter or a year. */
export default recordPage(workReportKind, {
  subject: ["workKind"],
  countedBy: [],
  facts: ["trainedCount", "highSkilledCount"],
  texts: ["nextPlan"],
});
