import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { RecordPage } from "./record-page.tsx";

/** 培训工作: what units report of a month, a quarter or a year. */
export default function WorkReportPage() {
  return (
    <RecordPage
      kind={workReportKind}
      subject={["workKind"]}
      countedBy={[]}
      facts={["trainedCount", "highSkilledCount"]}
      texts={["nextPlan"]}
    />
  );
}
