import { StartupType, startupTypeCalls } from "@jipei/contract/catalogue/startup-type.ts";
import { startupTrainingKind } from "@jipei/contract/work-records/startup-training.ts";
import { refSource } from "../core/form/ref-source.ts";
import { RecordPage } from "./record-page.tsx";

const refs = {
  entrepreneurialTypeId: refSource({
    entity: StartupType,
    list: startupTypeCalls.list,
    detail: startupTypeCalls.detail,
    params: { isValid: "isValid" },
  }),
};

/** 创业培训: by type. */
export default function StartupTrainingPage() {
  return (
    <RecordPage
      kind={startupTrainingKind}
      subject={["entrepreneurialTypeId"]}
      facts={["classCount", "startupCount", "driveJobCount"]}
      shownAs={{ entrepreneurialTypeId: "typeName" }}
      refs={refs}
    />
  );
}
