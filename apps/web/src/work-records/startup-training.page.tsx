import { startupTrainingKind } from "@jipei/contract/work-records/startup-training.ts";
import { recordPage } from "./record-page.tsx";

/** 创业培训: by type. */
export default recordPage(startupTrainingKind, {
  subject: ["entrepreneurialTypeId"],
  facts: ["classCount", "startupCount", "driveJobCount"],
});
