import { Alert, Button } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { Link } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { Failed, Skeleton } from "../../core/ui/states.tsx";
import { OwnCheck } from "../identity/own-check.tsx";
import { PhotoDialog } from "../identity/photo-dialog.tsx";
import { useTexts } from "../texts.ts";
import { Connection } from "./connection.tsx";
import { Finished } from "./finished.tsx";
import { Overview } from "./overview.tsx";
import { QuestionCard } from "./question-card.tsx";
import type { Sitting, SittingView } from "./sitting.ts";
import { TimeLeft } from "./time-left.tsx";
import { useOpening, useSittingView } from "./use-sitting.ts";
import { useWatch } from "./use-watch.ts";
import "../exams.css";

/** 答题: a candidate's paper, which goes on without a network. */
export default function SittingPage() {
  const t = useTexts();
  const { id = "" } = useParams();
  const opening = useOpening(id);
  if (opening.kind === "loading") return <Skeleton />;
  if (opening.kind === "open")
    return <OpenSitting key={opening.sitting.paper.sitting} sitting={opening.sitting} onTakeOver={opening.takeOver} />;
  if (opening.kind === "elsewhere")
    return (
      <div className="page">
        <PageHeader title={t("sit.elsewhere")} />
        <p>{t("sit.elsewhereText")}</p>
        <Button type="primary" onClick={opening.takeOver}>
          {t("sit.here")}
        </Button>
      </div>
    );
  return (
    <div className="page">
      <Failed error={opening.error} />
      <Link to="/stu/exam">{t("sit.back")}</Link>
    </div>
  );
}

function OpenSitting({ sitting, onTakeOver }: { sitting: Sitting; onTakeOver: () => void }) {
  const t = useTexts();
  const view = useSittingView(sitting);
  const { paper } = sitting;
  useTabTitle(t("sit.tab", { name: paper.examName }));
  const isAnswering = view.phase === "answering" && !view.wantsHandIn;
  const [isTaking, setTaking] = useState(false);
  // The camera, and whatever chooses a photo, take the focus from the page; the questions are covered meanwhile.
  useWatch(sitting, view.phase === "answering" && !isTaking);
  const [asking, setAsking] = useState(false);
  return (
    <div className="page sitting">
      <div className="sitting-head">
        <PageHeader
          title={paper.examName}
          subtitle={t("sit.candidate", { name: paper.name })}
          actions={
            isAnswering && (
              <Button type="primary" onClick={() => setAsking(true)}>
                {t("sit.handIn")}
              </Button>
            )
          }
        />
        {view.phase === "answering" && (
          <div className="sitting-line">
            <TimeLeft sitting={sitting} deadline={view.deadline} />
            <Connection view={view} />
          </div>
        )}
      </div>
      {view.announcements.map(({ id, text }) => (
        <Alert key={id} type="info" showIcon title={t("sit.announced", { text })} role="status" />
      ))}
      {isAnswering && <OwnCheck identity={view.identity} onTake={() => setTaking(true)} />}
      {isAnswering && isTaking && (
        <PhotoDialog
          paperId={paper.paperId}
          onSent={() => {
            sitting.photoSent();
            setTaking(false);
          }}
          onClose={() => setTaking(false)}
        />
      )}
      {isAnswering && <Answering sitting={sitting} view={view} />}
      {view.phase === "answering" && view.wantsHandIn && (
        <section className="sitting-end" role="status">
          <p>{t("sit.handInWaits")}</p>
        </section>
      )}
      {view.phase !== "answering" && <Finished sitting={sitting} view={view} onTakeOver={onTakeOver} />}
      <HandInQuestion open={asking} sitting={sitting} view={view} onClose={() => setAsking(false)} />
    </div>
  );
}

/** The questions, one by one or all on a page, beside their overview. */
function Answering({ sitting, view }: { sitting: Sitting; view: SittingView }) {
  const t = useTexts();
  const { questions } = sitting.paper;
  const [current, setCurrent] = useState(1);
  const [isWhole, setWhole] = useState(false);
  const go = (orderNo: number) => {
    setCurrent(orderNo);
    if (isWhole) document.getElementById(`question-${orderNo}`)?.scrollIntoView({ block: "center" });
  };
  const shown = isWhole ? questions : questions.filter(({ orderNo }) => orderNo === current);
  return (
    <div className="sitting-body">
      <div className="sitting-questions">
        <p className="unit">{t("sit.leaving")}</p>
        {shown.map((question) => (
          <QuestionCard
            key={question.id}
            question={question}
            answer={view.answers[question.id] ?? null}
            isMarked={view.marked.has(question.id)}
            disabled={view.phase !== "answering"}
            onAnswer={(letters) => sitting.answer(question.id, letters)}
            onMark={() => sitting.mark(question.id)}
          />
        ))}
        {!isWhole && (
          <div className="sitting-steps">
            <Button disabled={current <= 1} onClick={() => go(current - 1)}>
              {t("sit.previous")}
            </Button>
            <Button type="primary" disabled={current >= questions.length} onClick={() => go(current + 1)}>
              {t("sit.next")}
            </Button>
          </div>
        )}
      </div>
      <div className="sitting-side">
        <Button onClick={() => setWhole(!isWhole)}>{isWhole ? t("sit.byOne") : t("sit.onePage")}</Button>
        <Overview questions={questions} view={view} current={current} onGo={go} />
      </div>
    </div>
  );
}

interface QuestionProps {
  open: boolean;
  sitting: Sitting;
  view: SittingView;
  onClose: () => void;
}

/** Asks before a paper is handed in, and says what is open. */
function HandInQuestion({ open, sitting, view, onClose }: QuestionProps) {
  const t = useTexts();
  const unanswered = sitting.paper.questions.filter(({ id }) => !view.answers[id]).length;
  const handIn = () => {
    sitting.handIn();
    onClose();
  };
  return (
    <Confirm open={open} title={t("sit.handIn")} okText={t("sit.handIn")} onOk={handIn} onClose={onClose}>
      {unanswered > 0 && <p>{t("sit.handInOpen", { n: unanswered })}</p>}
      {view.marked.size > 0 && <p>{t("sit.handInMarked", { n: view.marked.size })}</p>}
      <p>{t("sit.handInText")}</p>
    </Confirm>
  );
}
