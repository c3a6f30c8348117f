import { type MarkedPaper, studentQuestionCalls as calls } from "@jipei/contract/exams/student-question.calls.ts";
import { Button } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { formatDecimal } from "../../core/format/numbers.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { Loaded } from "../../core/ui/states.tsx";
import { useTexts } from "../texts.ts";
import { MarkedCard } from "./marked-card.tsx";
import "../exams.css";

/** A paper that was handed in, with keys and explanations: its candidate objects to questions, the bureau replies. */
export default function MarkedPaperPage() {
  const { id = "" } = useParams();
  const found = useCall(calls.getSubmitQuestion, { paperId: id });
  return <Loaded query={found}>{(paper) => <Paper paper={paper} onDone={() => void found.refetch()} />}</Loaded>;
}

function Paper({ paper, onDone }: { paper: MarkedPaper; onDone: () => void }) {
  const t = useTexts();
  const [wrongOnly, setWrongOnly] = useState(false);
  useTabTitle(t("paper.tab", { name: paper.name }));
  const shown = wrongOnly ? paper.questions.filter(({ isRight }) => isRight !== "1") : paper.questions;
  return (
    <div className="page">
      <PageHeader
        title={paper.examName}
        subtitle={t("sit.candidate", { name: paper.name })}
        actions={
          <Button aria-pressed={wrongOnly} onClick={() => setWrongOnly(!wrongOnly)}>
            {wrongOnly ? t("sit.onePage") : t("paper.wrongOnly")}
          </Button>
        }
      >
        {paper.score && (
          <p className="sitting-score">
            <strong className="numeric">{t("paper.result", { score: formatDecimal(paper.score, 2) })}</strong>{" "}
            {paper.isPass === "1" ? t("sit.pass") : t("sit.fail")}
          </p>
        )}
      </PageHeader>
      {shown.map((question) => (
        <MarkedCard key={question.id} question={question} mayObject={paper.mayObject} onDone={onDone} />
      ))}
    </div>
  );
}
