import type { Call } from "@jipei/contract/core/call.ts";
import { Alert, Button, Input } from "antd";
import { useState } from "react";
import { addDays, chinaNow, chinaToday } from "../../core/format/dates.ts";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { notify } from "../../core/ui/notify.ts";
import type { InputOf } from "../../core/api/call-input.ts";
import { useSend } from "../../core/api/use-call.ts";
import { type Lesson, type Mark, type Sheet, getEntry, getMark } from "./attendance-marks.ts";
import { AttendanceRow } from "./attendance-row.tsx";
import { useTexts } from "../texts.ts";

/** How the attendance of a lesson is saved. */
export interface Taking<I> {
  call: Call<I, unknown>;
  inputOf: (lesson: Lesson, attendanceList: ReturnType<typeof getEntry>[], reason: string) => InputOf<I>;
}

interface Props<I> {
  sheet: Sheet;
  taking: Taking<I>;
  lesson: Lesson;
  /** The bureau corrects with a reason, also after the days for changes. */
  bureau: boolean;
  onDone: () => void;
}

/** The attendance of a lesson: names down, one key a state. */
export function AttendanceTaker<I>({ sheet, taking, lesson, bureau, onDone }: Props<I>) {
  const t = useTexts();
  const [reason, setReason] = useState("");
  const { marks, mark, markAll, submit, save } = useMarks(sheet, taking, lesson, onDone);
  const future = `${lesson.lessonDate} ${lesson.startTime}` > chinaNow();
  const closed = addDays(lesson.lessonDate, sheet.editDays) < chinaToday();
  const locked = future || (closed && !bureau);
  const findName = (id: string) => sheet.students.find((student) => student.studentId === id)?.name ?? null;
  return (
    <section>
      {future && <Alert type="info" showIcon title={t("attendance.future")} />}
      {closed && !bureau && <Alert type="warning" showIcon title={t("attendance.closed")} />}
      <ol className="attendance-list">
        {sheet.students.map((student) => (
          <AttendanceRow
            key={student.studentId}
            student={student}
            limit={Number(sheet.minRate)}
            makeupLimit={sheet.makeupLimit}
            mark={marks[student.studentId]}
            locked={locked}
            onMark={(next) => mark(student.studentId, next)}
          />
        ))}
      </ol>
      {!locked && (
        <div className="attendance-foot">
          {save.error && (
            <div className="attendance-refused">
              <FailureList error={save.error} titleOf={findName} />
            </div>
          )}
          {bureau && (
            <Input
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              maxLength={200}
              placeholder={t("attendance.reason")}
              aria-label={t("attendance.reason")}
              className="attendance-reason"
            />
          )}
          <span>{t("attendance.entered", { n: Object.keys(marks).length, all: sheet.students.length })}</span>
          <Button onClick={markAll}>{t("attendance.all")}</Button>
          <Button
            type="primary"
            onClick={() => submit(reason.trim())}
            loading={save.isPending}
            disabled={Object.keys(marks).length === 0}
          >
            {t("attendance.save")}
          </Button>
        </div>
      )}
      {!locked && <p className="unit attendance-keys">{t("attendance.keys")}</p>}
    </section>
  );
}

/** The marks of a lesson as they are entered; they are saved together. */
function useMarks<I>(sheet: Sheet, { call, inputOf }: Taking<I>, lesson: Lesson, onDone: () => void) {
  const t = useTexts();
  const [marks, setMarks] = useState<Readonly<Record<string, Mark>>>(() =>
    Object.fromEntries(
      sheet.entries
        .filter((entry) => entry.scheduleId === lesson.id)
        .map((entry) => [entry.studentId, getMark(entry, lesson)]),
    ),
  );
  const [dirty, setDirty] = useState(false);
  const save = useSend(call, { silent: true });
  useDirtyGuard(dirty);

  const mark = (studentId: string, next: Mark) => {
    setDirty(true);
    setMarks((before) => ({ ...before, [studentId]: next }));
  };
  /** Marks everybody present who is not marked otherwise. */
  const markAll = () => {
    setDirty(true);
    setMarks((before) => ({
      ...Object.fromEntries(sheet.students.map((student) => [student.studentId, { attendStatus: "1" }])),
      ...Object.fromEntries(Object.entries(before).filter(([, { attendStatus }]) => attendStatus !== "1")),
    }));
  };
  const submit = (reason: string) =>
    save.mutate(
      inputOf(
        lesson,
        Object.entries(marks).map(([id, one]) => getEntry(id, one, lesson)),
        reason,
      ),
      {
        onSuccess: () => {
          setDirty(false);
          notify("success", t("attendance.saved"));
          onDone();
        },
      },
    );
  return { marks, mark, markAll, submit, save };
}
