import { trainingProjectKind } from "@jipei/contract/work-records/training-project.ts";
import { RecordPage } from "./record-page.tsx";

/** 培训项目: training that is procured at a price of its own. Institutions name classes of their own. */
export default function TrainingProjectPage() {
  return (
    <RecordPage
      kind={trainingProjectKind}
      subject={["projectName", "projectKind"]}
      countedBy={["classIds", "staffClassIds"]}
      facts={["budgetAmount", "unitPrice", "undertakeOrg", "trainTarget", "classIds", "staffClassIds"]}
      bureauOnly={["staffClassIds"]}
      unlisted={["trainTarget"]}
      shownAs={{ undertakeOrg: "undertakeName" }}
    />
  );
}
