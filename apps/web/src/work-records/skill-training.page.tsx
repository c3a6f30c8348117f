import { skillTrainingKind } from "@jipei/contract/work-records/skill-training.ts";
import { recordPage } from "./record-page.tsx";

/** 职业技能培训: by occupation and level. */
export default recordPage(skillTrainingKind, {
  subject: ["occupationName", "level"],
  facts: ["classCount", "keyGroupCount"],
});
