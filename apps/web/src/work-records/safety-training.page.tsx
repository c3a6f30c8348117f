import { safetyTrainingKind } from "@jipei/contract/work-records/safety-training.ts";
import { recordPage } from "./record-page.tsx";

/** 安全技能培训: by kind. */
export default recordPage(safetyTrainingKind, {
  subject: ["safeKind", "isHighRisk"],
  countedBy: [],
  facts: ["trainHours", "injuryCount"],
});
