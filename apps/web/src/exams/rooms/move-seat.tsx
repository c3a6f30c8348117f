import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import type { ExamPaperRow } from "@jipei/contract/exams/exam-paper.ts";
import { examRoomCalls as calls } from "@jipei/contract/exams/exam-room.calls.ts";
import { ExamRoom } from "@jipei/contract/exams/exam-room.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { InputNumber, Select } from "antd";
import { useId, useState } from "react";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";

interface Props {
  paper: Pick<ExamPaperRow, "id" | "examId" | "examRoomId" | "seatNo" | "name">;
  onClose: () => void;
}

/** Moves one candidate to a free seat, with a reason. */
export function MoveSeat({ paper, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const id = useId();
  const [examRoomId, setRoom] = useState(paper.examRoomId);
  const [seatNo, setSeat] = useState(paper.seatNo);
  const rooms = useCall(calls.list, { examId: paper.examId ?? "", current: 1, size: 200 }).data?.records ?? [];
  const sending = useSend(calls.moveSeat, { also: [examPaperCalls.list] });
  const room = rooms.find((one) => one.id === examRoomId);
  const move = (reason: string) => {
    if (!examRoomId || !seatNo) return;
    sending.mutate(
      { paperId: paper.id, examRoomId, seatNo, reason },
      {
        onSuccess: () => {
          notify("success", t("seats.moved"));
          onClose();
        },
      },
    );
  };
  return (
    <ReasonDialog
      open
      action={`${label(calls.moveSeat)} · ${paper.name}`}
      busy={sending.isPending}
      onSubmit={move}
      onClose={onClose}
    >
      <div className="seat-choice">
        <label htmlFor={`${id}-room`}>{label(ExamRoom)}</label>
        <Select
          id={`${id}-room`}
          value={examRoomId}
          onChange={setRoom}
          options={rooms.map(({ id: value, roomName, startTime }) => ({
            value,
            label: `${roomName} ${startTime.slice(5, 16)}`,
          }))}
        />
        <label htmlFor={`${id}-seat`}>{label(ExamPaper.fields.seatNo)}</label>
        <InputNumber id={`${id}-seat`} min={1} max={room?.capacity} precision={0} value={seatNo} onChange={setSeat} />
      </div>
    </ReasonDialog>
  );
}
