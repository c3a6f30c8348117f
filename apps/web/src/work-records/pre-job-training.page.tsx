import { preJobTrainingKind } from "@jipei/contract/work-records/pre-job-training.ts";
import { recordPage } from "./record-page.tsx";

/** 岗前培训: before a job, and before a change of job. */
export default recordPage(preJobTrainingKind, {
  subject: ["gqKind"],
  facts: ["newHireCount", "contractCount"],
});
