import { difficulty, questionType } from "@jipei/contract/core/fields/codes.ts";
import { type AnalysedQuestion, type ExamAnalysis, examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { ruling } from "@jipei/contract/exams/exam-codes.ts";
import { Button } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { ColumnChart } from "../../core/chart/column-chart.tsx";
import { ExportButton } from "../../core/files/export-button.tsx";
import { formatDecimal, formatPercent } from "../../core/format/numbers.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { useCan } from "../../core/session/session.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { Empty, Unanswered } from "../../core/ui/states.tsx";
import { FormulaText } from "../formula/formula-text.tsx";
import { Discrimination } from "../discrimination.tsx";
import { ExamCounts } from "../exam-counts.tsx";
import { useTexts } from "../texts.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import "../exams.css";

/** 考试分析: distribution, questions, reliability, and papers that are too much alike. */
export default function AnalysisPage() {
  const t = useTexts();
  const { id = "" } = useParams();
  const exam = useCall(examCalls.detail, { id });
  const found = useCall(examCalls.analysis, { examId: id }, { staleTime: 0 });
  useTabTitle(exam.data && t("analysis.tab", { name: exam.data.examName }));
  if (!exam.data || !found.data) return <Unanswered queries={[exam, found]} />;
  const figures = found.data;
  return (
    <div className="page">
      <PageHeader
        title={exam.data.examName}
        subtitle={exam.data.className}
        actions={figures.papers > 0 && <ExportButton call={examCalls.analysisSheet} params={{ examId: id }} />}
      >
        {figures.papers > 0 && <Figures figures={figures} />}
      </PageHeader>
      {figures.papers === 0 ? (
        <Empty text={t("analysis.none")} />
      ) : (
        <>
          <ColumnChart
            title={t("analysis.bands")}
            head={t("analysis.band")}
            labels={figures.bands.map(({ from }) => (from === 90 ? "90–100" : `${from}–${from + 9}`))}
            series={[
              {
                name: t("analysis.papers"),
                tone: "people",
                values: figures.bands.map(({ papers }) => papers),
                texts: figures.bands.map(({ papers }) => String(papers)),
              },
            ]}
          />
          <Questions examId={id} questions={figures.questions} onDone={() => void found.refetch()} />
          <Alike pairs={figures.alike} />
        </>
      )}
    </div>
  );
}

function Figures({ figures }: { figures: ExamAnalysis }) {
  const t = useTexts();
  const rate = ((figures.passed * 100) / figures.papers).toFixed(2);
  const shown = [
    [t("analysis.papers"), String(figures.papers)],
    [t("analysis.passRate"), formatPercent(rate)],
    [t("analysis.average"), figures.average && formatDecimal(figures.average, 2)],
    [t("analysis.deviation"), figures.deviation && formatDecimal(figures.deviation, 2)],
    [t("analysis.reliability"), figures.reliability ?? t("analysis.noReliability")],
  ] as const;
  return <ExamCounts counts={shown} />;
}

interface QuestionsProps {
  examId: string;
  questions: readonly AnalysedQuestion[];
  onDone: () => void;
}

/** Each question with how it was answered; a faulty one is struck, or its key corrected. */
function Questions({ examId, questions, onDone }: QuestionsProps) {
  const t = useTexts();
  const getText = useCodeText();
  const mayRule = useCan("exam_grade");
  const [ruled, setRuled] = useState<AnalysedQuestion | null>(null);
  return (
    <section aria-labelledby="analysed-questions">
      <h2 id="analysed-questions" className="section-title">
        {t("analysis.questions")}
      </h2>
      <div className="exam-table">
        <FieldTable name={t("analysis.questions")}>
          <thead>
            <tr>
              <th scope="col">{t("analysis.stem")}</th>
              <th scope="col">{t("paper.key")}</th>
              <th scope="col">{t("analysis.used")}</th>
              <th scope="col">{t("analysis.rightRate")}</th>
              <th scope="col">{t("analysis.discrimination")}</th>
              <th scope="col">{t("analysis.objections")}</th>
              {mayRule && <th scope="col">{t("room.actions")}</th>}
            </tr>
          </thead>
          <tbody>
            {questions.map((one) => (
              <tr key={one.questionId}>
                <th scope="row">
                  <FormulaText text={one.stem} />{" "}
                  <span className="unit">
                    {getText(questionType, one.questionType)} · {getText(difficulty, one.difficulty)}
                    {one.ruling && ` · ${getText(ruling, one.ruling)}`}
                  </span>
                </th>
                <td>{one.key}</td>
                <td className="numeric">{one.used}</td>
                <td className="numeric">{formatPercent(one.rightRate)}</td>
                <td className="numeric">
                  <Discrimination value={one.discrimination} />
                </td>
                <td className="numeric">{one.objections}</td>
                {mayRule && (
                  <td>
                    <Button size="small" onClick={() => setRuled(one)}>
                      {t("analysis.rule")}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </FieldTable>
      </div>
      {ruled && <RuleDialog examId={examId} question={ruled} onDone={onDone} onClose={() => setRuled(null)} />}
    </section>
  );
}

/** Pairs of papers with more wrong answers in common than chance explains. */
function Alike({ pairs }: { pairs: ExamAnalysis["alike"] }) {
  const t = useTexts();
  return (
    <section aria-labelledby="alike-papers">
      <h2 id="alike-papers" className="section-title">
        {t("analysis.alike")}
      </h2>
      <p className="unit">{t("analysis.alikeText")}</p>
      {pairs.length === 0 ? (
        <p>{t("analysis.noAlike")}</p>
      ) : (
        <FieldTable name={t("analysis.alike")}>
          <thead>
            <tr>
              <th scope="col">{t("analysis.first")}</th>
              <th scope="col">{t("analysis.second")}</th>
              <th scope="col">{t("analysis.common")}</th>
              <th scope="col">{t("analysis.sameWrong")}</th>
              <th scope="col">{t("analysis.probability")}</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <tr key={`${pair.first} ${pair.second}`}>
                <th scope="row">{pair.first}</th>
                <td>{pair.second}</td>
                <td className="numeric">{pair.common}</td>
                <td className="numeric">{pair.sameWrong}</td>
                <td className="numeric">{pair.probability}</td>
              </tr>
            ))}
          </tbody>
        </FieldTable>
      )}
    </section>
  );
}
