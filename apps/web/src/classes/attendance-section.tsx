import type { AttendanceSheet } from "@jipei/contract/classes/lesson.ts";
import { lessonCalls } from "@jipei/contract/classes/lesson.ts";
import { Button, Segmented, Select } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { chinaNow, formatDate, weekdayOf } from "../core/dates.ts";
import type { SectionProps } from "../core/page-sections.ts";
import { audienceOf, can, useSession } from "../core/session.ts";
import { Empty, Failed, Skeleton } from "../core/states.tsx";
import { useCall } from "../core/use-call.ts";
import { AttendanceHeat } from "./attendance-heat.tsx";
import { type Lesson, openingLesson } from "./attendance-marks.ts";
import { PrintAttendance } from "./attendance-print.tsx";
import { AttendanceTaker } from "./attendance-taker.tsx";
import type { WholeClass } from "./class-stations.ts";
import { useTexts } from "./texts.ts";
import { timeOf } from "./week.ts";
import "./attendance.css";

/** Attendance of a class: taken lesson by lesson, seen as a sheet; rate and limit always in sight. */
export default function AttendanceSection({ id, row, reload }: SectionProps) {
  const t = useTexts();
  const found = useCall(lessonCalls.attendanceSheet, { classId: id });
  const [view, setView] = useState<"lesson" | "sheet" | null>(null);
  const [parameters] = useSearchParams();
  const [picked, setChosen] = useState<string | null>(null);
  const chosen = picked ?? parameters.get("lesson");
  const [printing, setPrinting] = useState(false);
  const session = useSession();
  const { info } = session;
  const bureau = info ? audienceOf(info) === "bureau" : false;
  if (found.isPending) return <Skeleton />;
  const sheet = found.data as AttendanceSheet | undefined;
  if (!sheet) return <Failed error={found.error} onRetry={() => void found.refetch()} />;
  const lessons = sheet.lessons as Lesson[];
  if (lessons.length === 0) return <Empty text={t("attendance.noLessons")} />;
  if (sheet.students.length === 0) return <Empty text={t("attendance.noStudents")} />;

  const mayTake = can(bureau ? "attendance_edit" : ["attendance_add", "attendance_edit"], session);
  const shown = view ?? (mayTake && (!bureau || parameters.has("lesson")) ? "lesson" : "sheet");
  const lesson = lessons.find((one) => one.id === chosen) ?? (openingLesson(lessons, chinaNow()) as Lesson);
  const pick = (one: Lesson) => {
    setChosen(one.id);
    setView("lesson");
  };
  const done = () => {
    void found.refetch();
    reload();
  };
  return (
    <>
      <div className="attendance-bar">
        {mayTake && (
          <Segmented
            value={shown}
            onChange={setView}
            options={[
              { value: "lesson", label: t("attendance.lesson") },
              { value: "sheet", label: t("attendance.sheet") },
            ]}
          />
        )}
        <span>{t("attendance.held", { hours: Number(sheet.heldHours) })}</span>
        {sheet.classRate !== null && <span>{t("attendance.classRate", { rate: sheet.classRate ?? "" })}</span>}
        <strong>{t("attendance.limit", { rate: Number(sheet.minRate) })}</strong>
        <span className="grow" />
        <Button onClick={() => setPrinting(true)}>{t("attendance.print")}</Button>
      </div>
      {shown === "lesson" && mayTake ? (
        <>
          <label className="attendance-choice">
            <span>{t("attendance.choose")}</span>
            <Select
              value={lesson.id}
              onChange={setChosen}
              popupMatchSelectWidth={false}
              options={lessons.map((one) => ({
                value: one.id,
                label: `${formatDate(one.lessonDate)} ${weekdayOf(one.lessonDate)} ${timeOf(one)} ${one.content}${one.isHeld === "1" ? " ✓" : ""}`,
              }))}
            />
          </label>
          <AttendanceTaker
            key={`${lesson.id} ${lesson.version}`}
            sheet={sheet}
            lesson={lesson}
            bureau={bureau}
            onDone={done}
          />
        </>
      ) : (
        <AttendanceHeat sheet={sheet} onPick={mayTake ? pick : undefined} />
      )}
      {printing && (
        <PrintAttendance row={row as unknown as WholeClass} sheet={sheet} onDone={() => setPrinting(false)} />
      )}
    </>
  );
}
