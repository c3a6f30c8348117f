import { preJobTrainingKind } from "@jipei/contract/work-records/pre-job-training.ts";
import { RecordPage } from "./record-page.tsx";

/** 岗前培训: before a job, and before a change of job. */
export default function PreJobTrainingPage() {
  return <RecordPage kind={preJobTrainingKind} subject={["gqKind"]} facts={["newHireCount", "contractCount"]} />;
}
