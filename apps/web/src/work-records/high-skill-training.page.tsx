import { highSkillTrainingKind } from "@jipei/contract/work-records/high-skill-training.ts";
import { recordPage } from "./record-page.tsx";

/** 高技能人才培训: levels 3 to 1, by occupation. */
export default recordPage(highSkillTrainingKind, {
  subject: ["occupationName", "level", "isShortage"],
  countedBy: ["occupationName", "level"],
  facts: ["apprenticeCount"],
});
