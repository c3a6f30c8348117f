import { type PracticeQuestion, studentQuestionCalls as calls } from "@jipei/contract/exams/student-question.calls.ts";
import { CheckOutlined, CloseOutlined } from "@ant-design/icons";
import { Button, Select } from "antd";
import { useId, useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { FormulaText } from "../formula/formula-text.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useTexts } from "../texts.ts";
import { Options } from "../sitting/options.tsx";
import { QuestionPicture } from "../sitting/question-picture.tsx";

/** 知识点练习: a round of questions of a knowledge point, each checked at once. */
export function Practice() {
  const t = useTexts();
  const core = useCoreTexts();
  const id = useId();
  const points = useCall(calls.practicePoints, undefined, { staleTime: 0 });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Loaded query={points}>
      {(found) =>
        found.length === 0 ? (
          <Empty text={t("own.noPractice")} />
        ) : (
          <>
            <p>
              <label htmlFor={id}>{t("own.point")}</label>
            </p>
            <Select
              id={id}
              className="practice-point"
              value={chosen ?? undefined}
              onChange={setChosen}
              placeholder={t("own.point")}
              options={found.map(({ classificationId, courseName, name, questions }) => ({
                value: classificationId,
                label: core("common.noted", { name: `${courseName} · ${name}`, note: questions }),
              }))}
            />
            {chosen && <Round key={chosen} classificationId={chosen} />}
          </>
        )
      }
    </Loaded>
  );
}

function Round({ classificationId }: { classificationId: string }) {
  const t = useTexts();
  const found = useCall(calls.practise, { classificationId }, { staleTime: 0 });
  return (
    <Loaded query={found}>
      {(questions) => (
        <>
          {questions.map((question, index) => (
            <PracticeCard
              key={`${question.questionId} ${found.dataUpdatedAt}`}
              question={question}
              number={index + 1}
            />
          ))}
          <Button onClick={() => void found.refetch()}>{t("own.anotherRound")}</Button>
        </>
      )}
    </Loaded>
  );
}

function PracticeCard({ question, number }: { question: PracticeQuestion; number: number }) {
  const t = useTexts();
  const core = useCoreTexts();
  const [answer, setAnswer] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const isRight = answer === question.answer;
  return (
    <fieldset className="sitting-question" disabled={isChecked}>
      <legend>
        <span className="sitting-number">{t("sit.number", { n: number })}</span>
      </legend>
      <p className="question-stem">
        <FormulaText text={question.stem} />
      </p>
      {question.attId && <QuestionPicture id={question.questionId} call={calls.practicePicture} />}
      <Options
        name={`practice-${question.questionId}`}
        questionType={question.questionType}
        options={question.options}
        answer={answer}
        onAnswer={setAnswer}
      />
      {isChecked ? (
        <p role="status">
          {isRight ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />}{" "}
          {isRight ? t("paper.right") : t("paper.wrong")}
          {" · "}
          {core("common.labelled", { label: t("paper.key"), value: question.answer })}
          {question.analysis && (
            <>
              {" · "}
              <FormulaText text={core("common.labelled", { label: t("paper.analysis"), value: question.analysis })} />
            </>
          )}
        </p>
      ) : (
        <Button size="small" disabled={!answer} onClick={() => setChecked(true)}>
          {t("own.check")}
        </Button>
      )}
    </fieldset>
  );
}
