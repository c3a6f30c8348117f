import { type AnalysedQuestion, type Rescored, examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { ruling } from "@jipei/contract/exams/exam-codes.ts";
import { Input, Radio } from "antd";
import { useId, useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { FormulaText } from "../formula/formula-text.tsx";
import { useTexts } from "../texts.ts";

interface Props {
  examId: string;
  question: AnalysedQuestion;
  onDone: () => void;
  onClose: () => void;
}

/** Strikes a question or corrects its key, then shows which papers changed, before and after. */
export function RuleDialog({ examId, question, onDone, onClose }: Props) {
  const t = useTexts();
  const getText = useCodeText();
  const id = useId();
  const [kind, setKind] = useState<"struck" | "key">("struck");
  const [answer, setAnswer] = useState("");
  const [changed, setChanged] = useState<readonly Rescored[] | null>(null);
  const sending = useSend(examCalls.rule);
  const send = (reason: string) =>
    sending.mutate(
      { examId, questionId: question.questionId, ruling: kind, answer: kind === "key" ? answer : null, reason },
      {
        onSuccess: (papers) => {
          setChanged(papers);
          onDone();
        },
      },
    );
  if (changed) return <Changed papers={changed} onClose={onClose} />;
  return (
    <ReasonDialog open danger action={t("paper.rule")} busy={sending.isPending} onSubmit={send} onClose={onClose}>
      <p>
        <FormulaText text={question.stem} />
      </p>
      <Radio.Group
        value={kind}
        onChange={(event) => setKind(event.target.value as "struck" | "key")}
        options={(["struck", "key"] as const).map((value) => ({ value, label: getText(ruling, value) }))}
        aria-label={t("paper.rule")}
      />
      {kind === "key" && (
        <p>
          <label htmlFor={id}>{t("paper.key")}</label>{" "}
          <Input id={id} value={answer} onChange={(event) => setAnswer(event.target.value)} maxLength={20} />
        </p>
      )}
      <p className="unit">{t("analysis.ruleText")}</p>
    </ReasonDialog>
  );
}

function Changed({ papers, onClose }: { papers: readonly Rescored[]; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open title={t("paper.rule")} onClose={onClose}>
      <p>{t("analysis.changed", { n: papers.length })}</p>
      {papers.length > 0 && (
        <FieldTable name={t("analysis.changed", { n: papers.length })}>
          <thead>
            <tr>
              <th scope="col">{t("room.name")}</th>
              <th scope="col">{t("analysis.before")}</th>
              <th scope="col">{t("analysis.after")}</th>
            </tr>
          </thead>
          <tbody>
            {papers.map(({ paperId, name, before, after }) => (
              <tr key={paperId}>
                <th scope="row">{name}</th>
                <td className="numeric">{before}</td>
                <td className="numeric">{after}</td>
              </tr>
            ))}
          </tbody>
        </FieldTable>
      )}
    </Dialog>
  );
}
