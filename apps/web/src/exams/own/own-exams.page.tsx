import { examStatus, paperStatus } from "@jipei/contract/core/fields/codes.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { examKind } from "@jipei/contract/exams/exam-codes.ts";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { Button } from "antd";
import { useCall } from "../../core/api/use-call.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { formatDecimal } from "../../core/format/numbers.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { Link, useGo } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useMenuName } from "../../core/page/use-menu-name.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { Tabs } from "../../core/ui/tabs/tabs.tsx";
import { MarkedCard } from "../paper/marked-card.tsx";
import { useTexts } from "../texts.ts";
import { OwnSeat } from "../rooms/own-seat.tsx";
import { Practice } from "./practice.tsx";
import "../exams.css";

type OwnExam = OutputOf<typeof examCalls.getTrainExam>;

/** 我的考试: what a candidate may sit, goes on with, or has sat. */
export default function OwnExamsPage() {
  const t = useTexts();
  const label = useLabel();
  const menuName = useMenuName();
  const name = label(menuName ?? ["我的考试", "My exams"]);
  return (
    <div className="page">
      <PageHeader title={name} />
      <Tabs
        label={name}
        items={[
          { key: "exams", label: name, content: <Exams /> },
          { key: "practice", label: t("own.practice"), content: <Practice /> },
          { key: "wrong", label: t("own.wrong"), content: <WrongAnswers /> },
        ]}
      />
    </div>
  );
}

function Exams() {
  const t = useTexts();
  const found = useCall(examCalls.list, { current: 1, size: 50 }, { staleTime: 0 });
  return (
    <Loaded query={found}>
      {({ records }) =>
        records.length === 0 ? <Empty text={t("own.none")} /> : records.map(({ id }) => <OneExam key={id} id={id} />)
      }
    </Loaded>
  );
}

/** Questions answered wrong so far, to learn from. */
function WrongAnswers() {
  const t = useTexts();
  const found = useCall(studentQuestionCalls.wrong, undefined, { staleTime: 0 });
  return (
    <Loaded query={found}>
      {(questions) =>
        questions.length === 0 ? (
          <Empty text={t("own.noWrong")} />
        ) : (
          questions.map((question) => (
            <MarkedCard key={question.id} question={question} mayObject={false} onDone={() => void found.refetch()} />
          ))
        )
      }
    </Loaded>
  );
}

function OneExam({ id }: { id: string }) {
  const found = useCall(examCalls.getTrainExam, { id }, { staleTime: 0, refetchInterval: 30_000 });
  return (
    <Loaded query={found} rows={3}>
      {(exam) => <ExamCard exam={exam} />}
    </Loaded>
  );
}

function ExamCard({ exam }: { exam: OwnExam }) {
  const t = useTexts();
  const go = useGo();
  const questions = exam.singleCount + exam.multiCount + exam.judgeCount;
  const action = getAction(exam);
  const { startTime } = getSession(exam);
  return (
    <article className="own-exam" aria-label={exam.examName}>
      <header>
        <h2>{exam.examName}</h2>
        <StatusTag codes={examKind} value={exam.examKind} />
        <StatusTag codes={examStatus} value={exam.status} />
      </header>
      <p className="unit">
        {exam.className} · {exam.courseName}
      </p>
      {exam.seat ? (
        <OwnSeat seat={exam.seat} />
      ) : (
        <p>
          <span className="numeric">{formatDateTime(exam.startTime)}</span> –{" "}
          <span className="numeric">{formatDateTime(exam.endTime)}</span> {exam.place}
        </p>
      )}
      <p className="unit">
        {t("own.intro", {
          minutes: exam.duration,
          n: questions,
          total: formatDecimal(exam.totalScore, 1),
          pass: formatDecimal(exam.passScore, 1),
        })}
      </p>
      {action && (
        <Button type="primary" onClick={() => void go(`/stu/exam/${exam.id}`)}>
          {t(action)}
        </Button>
      )}
      {!action && exam.serverTime < startTime && exam.status !== "9" && (
        <p>{t("own.opens", { time: formatDateTime(startTime) })}</p>
      )}
      <Attempts exam={exam} />
    </article>
  );
}

/** When a candidate may start: in the session of their room, else as long as the exam is open. */
const getSession = ({ seat, startTime, endTime }: OwnExam) => seat ?? { startTime, endTime };

/** What a candidate may do now. */
function getAction(exam: OwnExam): "own.start" | "own.resume" | "own.again" | null {
  if (exam.papers.some(({ status }) => status === "1")) return "own.resume";
  const { startTime, endTime } = getSession(exam);
  const isOpen = startTime <= exam.serverTime && exam.serverTime < endTime && exam.status !== "9";
  const replaced = exam.papers.some(({ status, timesNo }) => status === "0" && timesNo > 1) && exam.status !== "4";
  if (replaced) return "own.start";
  if (!isOpen || exam.timesLeft === 0) return null;
  return exam.papers.some(({ status }) => status === "2" || status === "3") ? "own.again" : "own.start";
}

/** Papers that were begun, with what became of them. */
function Attempts({ exam }: { exam: OwnExam }) {
  const t = useTexts();
  const begun = exam.papers.filter(({ status }) => status !== "0");
  if (begun.length === 0) return null;
  return (
    <ul className="own-attempts">
      {begun.map(({ paperId, timesNo, status, score, isPass }) => (
        <li key={paperId}>
          {t("own.attempt", { n: timesNo })} <StatusTag codes={paperStatus} value={status} />{" "}
          {score && (status === "2" || status === "3") && (
            <>
              <strong className="numeric">{t("paper.result", { score: formatDecimal(score, 2) })}</strong>{" "}
              {isPass === "1" ? t("sit.pass") : t("sit.fail")}{" "}
              {(exam.examKind === "3" || exam.status === "4") && (
                <Link to={`/stu/exam/paper/${paperId}`}>{t("own.read")}</Link>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
