import { testApplicationCalls as calls } from "@jipei/contract/assessment/test-application.calls.ts";
import { testApplicationMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { confirmStatus, gradeStatus } from "@jipei/contract/core/fields/codes.ts";
import { Alert } from "antd";
import { useParams } from "react-router";
import { AuditList } from "../../core/moves/audit-list.tsx";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Unanswered } from "../../core/ui/states.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { AssessorPanel } from "../assessors/assessor-panel.tsx";
import { CandidateList } from "./candidate-list.tsx";
import { ScoreSheet } from "../grades/score-sheet.tsx";
import { TestActions } from "./test-actions.tsx";
import type { WholeTest } from "./test-types.ts";
import { useTexts } from "../texts.ts";
import "../assessment.css";

/** One test application from list to published grades, for institution, bureau and assessor. */
export default function TestPage() {
  const t = useTexts();
  const core = useCoreTexts();
  const { id = "" } = useParams();
  const found = useCall(calls.detail, { id });
  const test = found.data as WholeTest | undefined;
  useTabTitle(test?.testApplyNo ?? test?.className ?? undefined);
  if (!test) return <Unanswered queries={[found]} />;
  const reload = () => void found.refetch();
  return (
    <div className="page">
      <PageHeader
        title={test.testApplyNo ?? t("test.add")}
        status={
          <>
            <StatusTag codes={confirmStatus} value={test.confirmType} />
            {test.confirmType === "Confirm" && <StatusTag codes={gradeStatus} value={test.gradeStatus} />}
          </>
        }
        subtitle={`${test.orgName ?? ""} · ${test.className ?? ""}`}
        actions={<TestActions test={test} onDone={reload} />}
      >
        <p className="exam-next">{t(`test.next.${getNext(test)}`, { day: test.testDate ?? "" })}</p>
      </PageHeader>
      {test.confirmType === "back" && test.backReason && (
        <Alert type="warning" showIcon title={core("common.returned", { reason: test.backReason })} />
      )}
      <EntityView
        entity={TestApplication}
        row={test}
        fields={[
          "classNo",
          "courseName",
          "level",
          "testKind",
          "testMode",
          "evalOrgName",
          "subjects",
          "wishTestDate",
          "testDate",
          "testPlace",
          "print",
          "attachmentList",
        ]}
      />
      {test.confirmType === "Confirm" && <AssessorPanel test={test} onDone={reload} />}
      {test.confirmType === "Confirm" ? (
        <ScoreSheet test={test} onDone={reload} />
      ) : (
        <CandidateList test={test} onDone={reload} />
      )}
      <section className="exam-section" aria-labelledby="history">
        <h2 id="history">{core("audit.title")}</h2>
        <AuditList records={test.auditList} machine={testApplicationMachine} />
      </section>
    </div>
  );
}

/** Kinds of assessment that need a panel before anything can be scored. */
const withPanel = new Set(["1", "2", "3"]);

/** What the application waits for: until the approval that follows from its state, then from panel, day and scores. */
function getNext(test: WholeTest) {
  if (test.confirmType !== "Confirm") return test.confirmType ?? "unSubmit";
  if (test.gradeStatus === "2") return "published";
  if (test.gradeStatus === "1") return "checked";
  if (!withPanel.has(test.testMode ?? "")) return "Confirm";
  if (test.assessorList.length === 0) return "draw";
  return test.assessorList.some((one) => !one.signTime) ? "signIn" : "Confirm";
}
