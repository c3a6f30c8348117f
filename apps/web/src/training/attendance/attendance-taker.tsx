import type { AttendanceSheet } from "@jipei/contract/training/lesson.ts";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { attendStatus } from "@jipei/contract/core/fields/codes.ts";
import { Alert, Button, Input, InputNumber } from "antd";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { addDays, chinaNow, chinaToday } from "../../core/format/dates.ts";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { notify } from "../../core/ui/notify.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useSend } from "../../core/api/use-call.ts";
import {
  type Lesson,
  type Mark,
  type Student,
  early,
  getEntry,
  late,
  makeup,
  getMark,
  statuses,
  usualMinutes,
} from "./attendance-marks.ts";
import { useTexts } from "../texts.ts";

interface Props {
  sheet: AttendanceSheet;
  lesson: Lesson;
  /** The bureau corrects with a reason, also after the days for changes. */
  bureau: boolean;
  onDone: () => void;
}

/** The attendance of a lesson: names down, one key a state. */
export function AttendanceTaker({ sheet, lesson, bureau, onDone }: Props) {
  const t = useTexts();
  const [marks, setMarks] = useState<Readonly<Record<string, Mark>>>(() =>
    Object.fromEntries(
      sheet.entries
        .filter((entry) => entry.scheduleId === lesson.id)
        .map((entry) => [entry.studentId, getMark(entry, lesson)]),
    ),
  );
  const [dirty, setDirty] = useState(false);
  const [reason, setReason] = useState("");
  const save = useSend(lessonCalls.submit, { silent: true });
  useDirtyGuard(dirty);
  const future = `${lesson.lessonDate} ${lesson.startTime}` > chinaNow();
  const closed = addDays(lesson.lessonDate, sheet.editDays) < chinaToday();
  const locked = future || (closed && !bureau);

  const set = (studentId: string, mark: Mark) => {
    setDirty(true);
    setMarks((before) => ({ ...before, [studentId]: mark }));
  };
  const all = () => {
    setDirty(true);
    setMarks((before) => ({
      ...Object.fromEntries(sheet.students.map((student) => [student.studentId, { attendStatus: "1" }])),
      ...Object.fromEntries(Object.entries(before).filter(([, mark]) => mark.attendStatus !== "1")),
    }));
  };
  const submit = () =>
    save.mutate(
      {
        id: lesson.id,
        version: lesson.version,
        attendanceList: Object.entries(marks).map(([id, mark]) => getEntry(id, mark, lesson)),
        ...(reason.trim() && { changeReason: reason.trim() }),
      },
      {
        onSuccess: () => {
          setDirty(false);
          notify("success", t("attendance.saved"));
          onDone();
        },
      },
    );
  const findName = (id: string) => sheet.students.find((student) => student.studentId === id)?.name ?? null;
  return (
    <section>
      {future && <Alert type="info" showIcon title={t("attendance.future")} />}
      {closed && !bureau && <Alert type="warning" showIcon title={t("attendance.closed")} />}
      <ol className="attendance-list">
        {sheet.students.map((student) => (
          <StudentRow
            key={student.studentId}
            student={student}
            limit={Number(sheet.minRate)}
            makeupLimit={sheet.makeupLimit}
            mark={marks[student.studentId]}
            locked={locked}
            onMark={(mark) => set(student.studentId, mark)}
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
          <Button onClick={all}>{t("attendance.all")}</Button>
          <Button type="primary" onClick={submit} loading={save.isPending} disabled={Object.keys(marks).length === 0}>
            {t("attendance.save")}
          </Button>
        </div>
      )}
      {!locked && <p className="unit attendance-keys">{t("attendance.keys")}</p>}
    </section>
  );
}

interface RowProps {
  student: Student;
  limit: number;
  makeupLimit: number;
  mark: Mark | undefined;
  locked: boolean;
  onMark: (mark: Mark) => void;
}

const toneOf: Readonly<Record<string, string>> = {
  "1": "good",
  "2": "waiting",
  "3": "waiting",
  "4": "neutral",
  "5": "bad",
  "6": "busy",
};
const markKey = (status: string) => `attendance.mark${status}` as "attendance.mark1";

function StudentRow({ student, limit, makeupLimit, mark, locked, onMark }: RowProps) {
  const t = useTexts();
  const codeText = useCodeText();
  const choose = (status: Mark["attendStatus"]) =>
    onMark({
      attendStatus: status,
      ...(status === late || status === early ? { minutes: mark?.minutes ?? usualMinutes } : {}),
      ...(status === makeup ? { makeupReason: mark?.makeupReason ?? "" } : {}),
    });
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== "radio") return;
    const typed = statuses.find((status) => status === event.key);
    if (typed) {
      event.preventDefault();
      choose(typed);
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const row = event.currentTarget;
    const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector<HTMLInputElement>("input[type=radio]:checked, input[type=radio]")?.focus();
  };
  const low =
    student.attendanceRate !== null && student.attendanceRate !== undefined && Number(student.attendanceRate) < limit;
  return (
    <li className="attendance-row" onKeyDown={keys}>
      <span className="attendance-name">
        <strong>{student.name}</strong> <span className="unit">{student.studentNo?.slice(-3)}</span>
      </span>
      <span className="attendance-marks" role="radiogroup" aria-label={student.name}>
        {statuses.map((status) => (
          <label
            key={status}
            className={`attendance-mark ${toneOf[status]}${mark?.attendStatus === status ? " chosen" : ""}`}
            title={codeText(attendStatus, status)}
          >
            <input
              type="radio"
              name={`mark-${student.studentId}`}
              checked={mark?.attendStatus === status}
              disabled={locked || (status === makeup && makeupLimit === 0)}
              onChange={() => choose(status)}
              aria-label={codeText(attendStatus, status)}
            />
            <span aria-hidden>{t(markKey(status))}</span>
          </label>
        ))}
      </span>
      <span className="attendance-more">
        {(mark?.attendStatus === late || mark?.attendStatus === early) && (
          <InputNumber<number>
            size="small"
            value={mark.minutes ?? usualMinutes}
            onChange={(minutes) => onMark({ ...mark, minutes: minutes ?? usualMinutes })}
            min={1}
            max={600}
            precision={0}
            disabled={locked}
            suffix={t("attendance.minutes")}
            aria-label={t(mark.attendStatus === late ? "attendance.lateBy" : "attendance.earlyBy")}
          />
        )}
        {mark?.attendStatus === makeup && (
          <Input
            size="small"
            value={mark.makeupReason ?? ""}
            onChange={({ target }) => onMark({ ...mark, makeupReason: target.value })}
            maxLength={200}
            disabled={locked}
            placeholder={t("attendance.makeupReason")}
            aria-label={t("attendance.makeupReason")}
            suffix={t("attendance.makeups", { n: student.makeups, limit: makeupLimit })}
          />
        )}
      </span>
      <span className={low ? "attendance-rate low" : "attendance-rate"} title={low ? t("attendance.below") : undefined}>
        {student.attendanceRate === null || student.attendanceRate === undefined ? "" : `${student.attendanceRate}%`}
        {low && <span className="visually-hidden">{t("attendance.below")}</span>}
      </span>
    </li>
  );
}
