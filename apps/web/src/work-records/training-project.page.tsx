import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { trainingProjectKind } from "@jipei/contract/work-records/training-project.ts";
import { getViewer, useSession } from "../core/session/session.ts";
import { refSource } from "../core/form/ref-source.ts";
import { RecordPage } from "./record-page.tsx";

const undertakeOrg = refSource({ entity: Organisation, list: organisationCalls.list, note: "orgNo" });
const classesOf = (list: typeof classCalls.usedByOrg) =>
  refSource({ entity: TrainingClass, list, detail: classCalls.detail, note: "classNo" });
const staffClasses = refSource({
  entity: EnterpriseClass,
  list: enterpriseClassCalls.getClass,
  detail: enterpriseClassCalls.detail,
  note: "classNo",
});
const refs = {
  bureau: { undertakeOrg, classIds: classesOf(classCalls.usedByManage), staffClassIds: staffClasses },
  unit: { undertakeOrg, classIds: classesOf(classCalls.usedByOrg) },
};

/** 培训项目: training that is procured at a price of its own. */
export default function TrainingProjectPage() {
  const isBureau = getViewer(useSession()).audience === "bureau";
  return (
    <RecordPage
      kind={trainingProjectKind}
      subject={["projectName", "projectKind"]}
      countedBy={["classIds", "staffClassIds"]}
      facts={[
        "budgetAmount",
        "unitPrice",
        "undertakeOrg",
        "trainTarget",
        "classIds",
        // Institutions name classes of their own.
        ...(isBureau ? (["staffClassIds"] as const) : []),
      ]}
      unlisted={["trainTarget"]}
      shownAs={{ undertakeOrg: "undertakeName" }}
      refs={isBureau ? refs.bureau : refs.unit}
    />
  );
}
