import { safetyTrainingKind } from "@jipei/contract/work-records/safety-training.ts";
import { RecordPage } from "./record-page.tsx";

/** 安全技能培训: by kind. */
export default function SafetyTrainingPage() {
  return (
    <RecordPage kind={safetyTrainingKind} subject={["safeKind", "isHighRisk"]} countedBy={[]} facts={["trainHours"]} />
  );
}
