import type { OutputOf } from "@jipei/contract/core/call.ts";
import { examPaperCalls as calls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { examPaperMachine } from "@jipei/contract/exams/exam-paper.machine.ts";
import { ExamPaper, type ExamPaperRow } from "@jipei/contract/exams/exam-paper.ts";
import { sittingEvent } from "@jipei/contract/exams/exam-codes.ts";
import { examRoomCalls } from "@jipei/contract/exams/exam-room.calls.ts";
import { Button } from "antd";
import { useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { formatDateTime } from "../../core/format/dates.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { moveWith } from "../../core/moves/moves.ts";
import { useGo } from "../../core/page/link.ts";
import { useCan } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import { MoveSeat } from "../rooms/move-seat.tsx";
import { useTexts } from "../texts.ts";

/** The papers of an exam: graded together, read one by one, voided with a reason. */
export function ExamPapers({ examId }: { examId: string }) {
  const label = useLabel();
  const t = useTexts();
  const go = useGo();
  const mayGrade = useCan("exam_paper_grade");
  const mayMove = useCan("exam_edit");
  const [moving, setMoving] = useState<ExamPaperRow | null>(null);
  const grading = useSend(calls.submit);
  const gradeAll = (reload: () => void) =>
    grading.mutate(
      { examId, status: "3" },
      {
        onSuccess: ({ graded }) => {
          notify("success", label([`已评分${graded}份`, graded === 1 ? "1 paper graded" : `${graded} papers graded`]));
          reload();
        },
      },
    );
  return (
    <>
      {moving && <MoveSeat paper={moving} onClose={() => setMoving(null)} />}
      <CrudPage
        embedded
        heading={<h3>{label(ExamPaper)}</h3>}
        entity={ExamPaper}
        calls={{ list: calls.list, detail: calls.detail, export: calls.export }}
        resource="exam_paper"
        fixed={{ examId }}
        columns={[
          { field: "name", width: 110 },
          { field: "roomName", width: 110 },
          { field: "seatNo", width: 80 },
          "status",
          "score",
          "isPass",
          { field: "submitTime", width: 150 },
          "isAuto",
          { field: "switchCount", width: 110 },
          "studentNo",
          "timesNo",
          "isCheat",
          "identity",
        ]}
        search={["name", "roomName", "status", "isPass", "identity"]}
        card={["name", "status", "score"]}
        machine={examPaperMachine}
        moves={{
          grade: { ...moveWith(calls.submit, { status: "3" }), hidden: true },
          void: { ...moveWith(calls.submit, { status: "9" }), hidden: true },
        }}
        actions={({ reload }) =>
          mayGrade && (
            <Button loading={grading.isPending} onClick={() => gradeAll(reload)}>
              {label(["全部评分", "Grade all"])}
            </Button>
          )
        }
        rowActions={(row: ExamPaperRow) => [
          ...(row.status === "2" || row.status === "3"
            ? [{ key: "read", label: t("own.read"), run: () => void go(`/exam/paper/${row.id}`) }]
            : []),
          ...(mayMove && row.examRoomId && (row.status === "0" || row.status === "1")
            ? [{ key: "seat", label: label(examRoomCalls.moveSeat), run: () => setMoving(row) }]
            : []),
        ]}
        below={(row: ExamPaperRow & Partial<OutputOf<typeof calls.detail>>) => (
          <SittingEvents events={row.events ?? []} />
        )}
      />
    </>
  );
}

/** What happened during the sitting, in its order. */
function SittingEvents({ events }: { events: OutputOf<typeof calls.detail>["events"] }) {
  const label = useLabel();
  const getText = useCodeText();
  if (events.length === 0) return null;
  return (
    <>
      <h3>{label(["答题过程", "The sitting"])}</h3>
      <ul className="sitting-events">
        {events.map(({ kind, time, text, userName }, index) => (
          <li key={index}>
            <span className="numeric">{formatDateTime(time)}</span> {getText(sittingEvent, kind)} {text}{" "}
            {userName && <span className="unit">{userName}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
