import { confirmStatus, gradeStatus } from "@jipei/contract/core/fields/codes.ts";
import { Alert } from "antd";
import type { ReactNode } from "react";
import { AuditList } from "../../core/moves/audit-list.tsx";
import { PageHeader } from "../../core/page/page-header.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { AssessorPanel } from "../assessors/assessor-panel.tsx";
import { CandidateList } from "./candidate-list.tsx";
import { ScoreSheet } from "../grades/score-sheet.tsx";
import { TestActions } from "./test-actions.tsx";
import type { WholeTest } from "./test-types.ts";
import { useTexts } from "../texts.ts";
import "../assessment.css";

/** The fields of an application that both sides have. */
export const shownFields = [
  "evalOrgName",
  "subjects",
  "wishTestDate",
  "testDate",
  "testPlace",
  "print",
  "attachmentList",
] as const;

interface Props {
  test: WholeTest;
  /** The fields of the application. */
  facts: ReactNode;
  /** The moves that only ask for a reason. */
  moves: ReactNode;
  reload: () => void;
}

/** One test application from list to published grades, for the unit, the bureau and assessors. */
export function TestView({ test, facts, moves, reload }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  useTabTitle(test.testApplyNo ?? test.className ?? undefined);
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
        subtitle={`${test.unitName ?? ""} · ${test.className ?? ""}`}
        actions={<TestActions test={test} moves={moves} onDone={reload} />}
      >
        <p className="exam-next">{t(`test.next.${getNext(test)}`, { day: test.testDate ?? "" })}</p>
      </PageHeader>
      {test.confirmType === "back" && test.backReason && (
        <Alert type="warning" showIcon title={core("common.returned", { reason: test.backReason })} />
      )}
      {facts}
      {test.confirmType === "Confirm" && withPanel.has(test.testMode ?? "") && (
        <AssessorPanel test={test} onDone={reload} />
      )}
      {test.confirmType === "Confirm" ? (
        <ScoreSheet test={test} onDone={reload} />
      ) : (
        <CandidateList test={test} onDone={reload} />
      )}
      <section className="exam-section" aria-labelledby="history">
        <h2 id="history">{core("audit.title")}</h2>
        <AuditList records={test.auditList} machine={test.side.machine} />
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
