import { examRoomCalls as calls } from "@jipei/contract/exams/exam-room.calls.ts";
import { ExamRoom, type ExamRoomRow } from "@jipei/contract/exams/exam-room.ts";
import type { ExamRow } from "@jipei/contract/exams/exam.ts";
import { Button } from "antd";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { fetchFile, saveAs } from "../../core/files/download.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { getViewer, useCan, useSession } from "../../core/session/session.ts";
import { AssignSeats } from "./assign-seats.tsx";

const isFuture = ({ status }: ExamRow): boolean => status === "0" || status === "1";
const changes = { submit: calls.submit, remove: calls.remove };

/** 考场: the rooms of an exam with their sessions; seats of a published one are assigned and printed here. */
export function ExamRooms({ exam }: { exam: ExamRow }) {
  const label = useLabel();
  const mayEdit = useCan("exam_edit");
  const mayPrint = useCan("exam_print");
  const { audience } = getViewer(useSession());
  // Of the bureau's exams an institution reads the rooms alone.
  const isOwn = audience !== "institution" || exam.examKind === "3";
  const isOpen = isOwn && (isFuture(exam) || exam.status === "2");
  return (
    <CrudPage
      embedded
      heading={<h3>{label(ExamRoom)}</h3>}
      entity={ExamRoom}
      calls={{ list: calls.list, detail: calls.detail, export: calls.export, ...(isOpen && changes) }}
      resource="exam"
      fixed={{ examId: exam.id }}
      columns={[
        { field: "roomName", width: 120 },
        { field: "place", width: 180 },
        { field: "startTime", width: 150 },
        { field: "endTime", width: 150 },
        { field: "seated", width: 90 },
        { field: "capacity", width: 90 },
        { field: "invigilators", width: 140 },
      ]}
      search={["roomName", "place"]}
      card={["roomName", "place", "startTime"]}
      form={["roomName", "place", "capacity", "startTime", "endTime", "invigilators", "remark"]}
      locked={exam.status === "2" ? ["roomName", "capacity", "startTime", "endTime", "remark"] : []}
      initial={{ startTime: exam.startTime, endTime: exam.endTime, place: exam.place, capacity: 30 }}
      inputOf={(input) => ({ ...input, examId: exam.id })}
      frozen={(_row: ExamRoomRow, what) =>
        what === "remove" && exam.status === "2"
          ? ["考试已开始，考场不能删除", "The exam has begun: rooms are not removed"]
          : null
      }
      actions={({ reload }) => (
        <>
          {isOwn && mayEdit && (exam.status === "1" || exam.status === "2") && (
            <AssignSeats examId={exam.id} onDone={reload} />
          )}
          {isOwn && mayPrint && exam.status !== "0" && exam.status !== "9" && (
            <Button onClick={() => void fetchFile(calls.print, { examId: exam.id }).then(saveAs)}>
              {label(calls.print)}
            </Button>
          )}
        </>
      )}
    />
  );
}
