import { type MarkedQuestion, studentQuestionCalls as calls } from "@jipei/contract/exams/student-question.calls.ts";
import { CheckOutlined, CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { formatDecimal } from "../../core/format/numbers.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { useCan } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import { FormulaText } from "../formula/formula-text.tsx";
import { QuestionPicture } from "../sitting/question-picture.tsx";
import { useTexts } from "../texts.ts";

interface Props {
  question: MarkedQuestion;
  mayObject: boolean;
  onDone: () => void;
}

/** A marked question: its options, what was answered, its key, and what was objected. */
export function MarkedCard({ question, mayObject, onDone }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const { id, orderNo, stem, options, attId, studentAnswer, answer, analysis, isRight, points, score, ruling } =
    question;
  const shown = (letters: string | null | undefined) =>
    options.flatMap(({ letter }, index) => (letters?.includes(letter) ? ["ABCDEF"[index]] : [])).join("") ||
    t("paper.none");
  return (
    <section className="question-paper marked" aria-labelledby={`marked-${orderNo}`}>
      <h2 id={`marked-${orderNo}`}>
        {t("sit.number", { n: orderNo })}{" "}
        <span className={isRight === "1" ? "tone-good" : "tone-bad"}>
          {isRight === "1" ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />}{" "}
          {isRight === "1" ? t("paper.right") : t("paper.wrong")}
        </span>{" "}
        <span className="unit numeric">
          {formatDecimal(score ?? "0", 1)} / {t("sit.points", { n: formatDecimal(points, 1) })}
        </span>
      </h2>
      <p className="question-stem">
        <FormulaText text={stem} />
      </p>
      {attId && <QuestionPicture id={id} />}
      <ul>
        {options.map(({ letter, text }, index) => (
          <li key={letter} className={answer.includes(letter) ? "right" : undefined}>
            {"ABCDEF"[index]}. <FormulaText text={text} />
          </li>
        ))}
      </ul>
      <p>
        <strong>{core("common.labelled", { label: t("paper.yours"), value: shown(studentAnswer) })}</strong>
        {" · "}
        <strong>{core("common.labelled", { label: t("paper.key"), value: shown(answer) })}</strong>
      </p>
      {ruling && <p className="unit">{ruling === "struck" ? t("paper.struck") : t("paper.keyChanged")}</p>}
      {analysis && (
        <p className="question-analysis">
          <FormulaText text={core("common.labelled", { label: t("paper.analysis"), value: analysis })} />
        </p>
      )}
      <Objection question={question} mayObject={mayObject} onDone={onDone} />
    </section>
  );
}

/** What the candidate objects, and what the bureau replies. */
function Objection({ question: { id, objection, objectionReply }, mayObject, onDone }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const mayReply = useCan("exam_grade");
  const [asking, setAsking] = useState<"object" | "reply" | null>(null);
  const objecting = useSend(calls.object);
  const replying = useSend(calls.reply);
  const send = (text: string) => {
    const onSuccess = () => {
      notify("success", asking === "object" ? t("paper.objectDone") : t("paper.replyDone"));
      setAsking(null);
      onDone();
    };
    if (asking === "object") objecting.mutate({ id, text }, { onSuccess });
    else replying.mutate({ id, text }, { onSuccess });
  };
  const title = asking === "reply" ? t("paper.replyTo") : t("paper.object");
  return (
    <>
      {objection && <p>{core("common.labelled", { label: t("paper.objected"), value: objection })}</p>}
      {objectionReply && <p>{core("common.labelled", { label: t("paper.reply"), value: objectionReply })}</p>}
      {mayObject && !objection && (
        <Button size="small" onClick={() => setAsking("object")}>
          {t("paper.object")}
        </Button>
      )}
      {mayReply && objection && !objectionReply && (
        <Button size="small" onClick={() => setAsking("reply")}>
          {t("paper.replyTo")}
        </Button>
      )}
      <ReasonDialog
        open={asking !== null}
        action={title}
        ask={{ title, label: asking === "reply" ? t("paper.reply") : t("paper.objectText"), required: title }}
        busy={objecting.isPending || replying.isPending}
        onSubmit={send}
        onClose={() => setAsking(null)}
      />
    </>
  );
}
