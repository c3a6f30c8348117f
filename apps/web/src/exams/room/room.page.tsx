import { paperStatus } from "@jipei/contract/core/fields/codes.ts";
import { type Candidate, examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { identityState, mostSwitches } from "@jipei/contract/exams/exam-codes.ts";
import { Alert, Switch } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { chinaTime } from "../../core/format/dates.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { Empty, Unanswered } from "../../core/ui/states.tsx";
import { examStatus } from "@jipei/contract/core/fields/codes.ts";
import { ExamCounts } from "../exam-counts.tsx";
import { useTexts } from "../texts.ts";
import { Announce } from "./announce.tsx";
import { RoomChoice } from "./room-choice.tsx";
import { CandidateActions } from "./candidate-actions.tsx";
import "../exams.css";

/** Seconds after which somebody who is answering counts as unheard: three heartbeats. */
const longSilence = 30;
const every = 5000;

/** 监考: progress, connection and what stands out of each candidate, asked for again every few seconds. */
export default function RoomPage() {
  const t = useTexts();
  const { id = "" } = useParams();
  const [only, setOnly] = useState(false);
  const [place, setPlace] = useState<string | null>(null);
  const exam = useCall(examCalls.detail, { id });
  const room = useCall(examCalls.room, { examId: id }, { refetchInterval: every, staleTime: 0 });
  useTabTitle(exam.data && t("room.tab", { name: exam.data.examName }));
  if (!exam.data || !room.data) return <Unanswered queries={[exam, room]} />;
  const { candidates, announcements, status } = room.data;
  const inRoom = place === null ? candidates : candidates.filter(({ examRoomId }) => examRoomId === place);
  const shown = only ? inRoom.filter(standsOut) : inRoom;
  const reload = () => void room.refetch();
  return (
    <div className="page">
      <PageHeader
        title={exam.data.examName}
        status={<StatusTag codes={examStatus} value={status} />}
        subtitle={exam.data.className}
        actions={<Announce examId={id} onDone={reload} />}
      >
        <RoomCounts candidates={inRoom} />
      </PageHeader>
      {(room.isError || room.isPaused) && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t("room.outdated", { time: chinaTime(room.dataUpdatedAt).slice(11) })}
        />
      )}
      {announcements[0] && <Alert type="info" showIcon title={t("sit.announced", { text: announcements[0].text })} />}
      <p className="room-filters">
        <RoomChoice candidates={candidates} value={place} onChange={setPlace} />
        <label>
          <Switch checked={only} onChange={setOnly} /> {t("room.only")}
        </label>
      </p>
      {shown.length === 0 ? <Empty text={t("room.none")} /> : <Candidates candidates={shown} onDone={reload} />}
    </div>
  );
}

const isSilent = ({ status, silence }: Candidate): boolean => status === "1" && (silence ?? 0) > longSilence;
const isFlagged = ({ switchCount }: Candidate): boolean => switchCount >= mostSwitches;
const standsOut = (one: Candidate): boolean => isSilent(one) || isFlagged(one) || one.moves > 0 || one.identity === "3";
const isToDecide = ({ identity, status }: Candidate): boolean =>
  (identity === "0" || identity === "1") && (status === "1" || status === "2");

/** How many are where. */
function RoomCounts({ candidates }: { candidates: readonly Candidate[] }) {
  const t = useTexts();
  const of = (...states: string[]) => candidates.filter(({ status }) => states.includes(status)).length;
  const counts = [
    [t("room.waiting"), of("0")],
    [t("room.present"), of("1")],
    [t("room.finished"), of("2", "3")],
    [t("room.silent"), candidates.filter(isSilent).length],
    [t("room.flagged"), candidates.filter(isFlagged).length],
    ...(candidates.some(({ identity }) => identity)
      ? [[t("identity.open"), candidates.filter(isToDecide).length] as const]
      : []),
  ] as const;
  return <ExamCounts counts={counts} />;
}

function Candidates({ candidates, onDone }: { candidates: readonly Candidate[]; onDone: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const hasSeats = candidates.some(({ examRoomId }) => examRoomId);
  const isChecked = candidates.some(({ identity }) => identity);
  return (
    <div className="exam-table">
      <FieldTable name={t("room.name")}>
        <thead>
          <tr>
            {hasSeats && <th scope="col">{t("seats.seat")}</th>}
            <th scope="col">{t("room.name")}</th>
            <th scope="col">{t("room.state")}</th>
            {isChecked && <th scope="col">{label(identityState)}</th>}
            <th scope="col">{t("room.progress")}</th>
            <th scope="col">{t("room.connection")}</th>
            <th scope="col">{t("room.left")}</th>
            <th scope="col">{t("room.devices")}</th>
            <th scope="col">{t("room.until")}</th>
            <th scope="col">{t("room.actions")}</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((one) => (
            <tr key={one.paperId} className={standsOut(one) ? "stands-out" : undefined}>
              {hasSeats && (
                <td>
                  {one.examRoomId ? (
                    <>
                      {one.roomName} <span className="numeric">{one.seatNo}</span>
                    </>
                  ) : (
                    t("seats.noRoom")
                  )}
                </td>
              )}
              <th scope="row">
                {one.name} <small className="numeric">{one.studentNo}</small>
              </th>
              <td>
                <StatusTag codes={paperStatus} value={one.status} />
              </td>
              {isChecked && <td>{one.identity && <StatusTag codes={identityState} value={one.identity} />}</td>}
              <td className="numeric">{one.status !== "0" && `${one.answered} / ${one.questions}`}</td>
              <td>
                {one.status === "1" && (isSilent(one) ? t("room.quiet", { n: one.silence ?? 0 }) : t("room.connected"))}
              </td>
              <td className={isFlagged(one) ? "numeric bad" : "numeric"}>{one.switchCount}</td>
              <td className="numeric">{one.moves}</td>
              <td>
                <span className="numeric">{one.deadline?.slice(11, 19)}</span>{" "}
                {one.extraMinutes > 0 && <span className="unit">{t("room.more", { n: one.extraMinutes })}</span>}
              </td>
              <td>
                <CandidateActions candidate={one} onDone={onDone} />
              </td>
            </tr>
          ))}
        </tbody>
      </FieldTable>
    </div>
  );
}
