import { trainingProjectKind } from "@jipei/contract/work-records/training-project.ts";
import { recordPage } from "./record-page.tsx";

/** 培训项目: training that is procured at a price of its own. Institutions name classes of their own. */
export default recordPage(trainingProjectKind, {
  subject: ["projectName", "projectKind"],
  countedBy: ["classIds", "staffClassIds"],
  facts: ["budgetAmount", "unitPrice", "undertakeOrg", "trainTarget", "classIds", "staffClassIds"],
  unlisted: ["trainTarget"],
});
