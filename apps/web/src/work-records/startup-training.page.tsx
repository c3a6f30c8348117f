import { startupTrainingKind } from "@jipei/contract/work-records/startup-training.ts";
import { RecordPage } from "./record-page.tsx";

/** 创业培训: by type. */
export default function StartupTrainingPage() {
  return (
    <RecordPage
      kind={startupTrainingKind}
      subject={["entrepreneurialTypeId"]}
      facts={["classCount", "startupCount", "driveJobCount"]}
      shownAs={{ entrepreneurialTypeId: "typeName" }}
    />
  );
}
