import { skillTrainingKind } from "@jipei/contract/work-records/skill-training.ts";
import { RecordPage } from "./record-page.tsx";

/** 职业技能培训: by occupation and level. */
export default function SkillTrainingPage() {
  return (
    <RecordPage
      kind={skillTrainingKind}
      subject={["occupationName", "level"]}
      facts={["classCount", "keyGroupCount"]}
    />
  );
}
