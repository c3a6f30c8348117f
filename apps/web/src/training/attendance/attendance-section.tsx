import type { InputOf as CallInput } from "@jipei/contract/core/call.ts";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { Button, Segmented, Select } from "antd";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { chinaNow, formatDate, getWeekday } from "../../core/format/dates.ts";
import { formatHours, formatPercent } from "../../core/format/numbers.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { can, useIsOf, useSession } from "../../core/session/session.ts";
import { Empty, Unanswered } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { AttendanceHeat } from "./attendance-heat.tsx";
import { type Lesson, type Sheet, openingLesson } from "./attendance-marks.ts";
import { PrintClassAttendance } from "./attendance-print.tsx";
import { useUnsavedLessons } from "./attendance-drafts.tsx";
import { AttendanceTaker } from "./attendance-taker.tsx";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { useTexts } from "../texts.ts";
import { getTime } from "../timetable/week.ts";
import type { Taking } from "./use-marks.ts";
import "./attendance.css";

/** A lesson with its attendance is one row of the timetable. */
const taking: Taking<CallInput<typeof lessonCalls.submit>> = {
  call: lessonCalls.submit,
  inputOf: ({ id, version }, attendanceList, changeReason) => ({
    id,
    version,
    attendanceList,
    ...(changeReason && { changeReason }),
  }),
};

/** Attendance of a class: taken lesson by lesson, seen as a sheet; rate and limit always in sight. */
export default function AttendanceSection({ id, row, reload }: SectionProps<WholeClass>) {
  const t = useTexts();
  const found = useCall(lessonCalls.attendanceSheet, { classId: id });
  const [printing, setPrinting] = useState(false);
  const sheet = found.data;
  if (!sheet) return <Unanswered queries={[found]} />;
  const done = () => {
    void found.refetch();
    reload();
  };
  return (
    <>
      <AttendanceOf
        sheet={{ ...sheet, lessons: sheet.lessons as Lesson[] }}
        taking={taking}
        onDone={done}
        actions={<Button onClick={() => setPrinting(true)}>{t("attendance.print")}</Button>}
      />
      {printing && <PrintClassAttendance row={row} sheet={sheet} onDone={() => setPrinting(false)} />}
    </>
  );
}

interface Props<I> {
  sheet: Sheet;
  taking: Taking<I>;
  onDone: () => void;
  actions?: ReactNode;
}

/** The attendance of a class of either side. */
export function AttendanceOf<I>({ sheet, taking, onDone, actions }: Props<I>) {
  const t = useTexts();
  const [view, setView] = useState<"lesson" | "sheet" | null>(null);
  const [parameters] = useSearchParams();
  const [picked, setChosen] = useState<string | null>(null);
  const chosen = picked ?? parameters.get("lesson");
  const session = useSession();
  const bureau = useIsOf("bureau");
  const unsaved = useUnsavedLessons();
  const { lessons } = sheet;
  if (lessons.length === 0) return <Empty text={t("week.none")} />;
  if (sheet.students.length === 0) return <Empty text={t("attendance.noStudents")} />;

  const mayTake = can(bureau ? "attendance_edit" : ["attendance_add", "attendance_edit"], session);
  const shown = view ?? (mayTake && (!bureau || parameters.has("lesson")) ? "lesson" : "sheet");
  const lesson = lessons.find((one) => one.id === chosen) ?? openingLesson(lessons, chinaNow());
  const pick = (one: Lesson) => {
    setChosen(one.id);
    setView("lesson");
  };
  return (
    <>
      <div className="attendance-bar">
        {mayTake && (
          <Segmented
            aria-label={t("attendance.view")}
            value={shown}
            onChange={setView}
            options={[
              { value: "lesson", label: t("attendance.lesson") },
              { value: "sheet", label: t("attendance.sheet") },
            ]}
          />
        )}
        <Rates sheet={sheet} />
        <UnsavedCount count={lessons.filter(({ id }) => unsaved.has(id)).length} />
        <span className="grow" />
        {actions}
      </div>
      {shown === "lesson" && mayTake && lesson ? (
        <>
          <LessonChoice lessons={lessons} unsaved={unsaved} chosen={lesson} onChoose={setChosen} />
          <AttendanceTaker
            key={lesson.id}
            sheet={sheet}
            taking={taking}
            lesson={lesson}
            bureau={bureau}
            onDone={onDone}
          />
        </>
      ) : (
        <AttendanceHeat sheet={sheet} onPick={mayTake ? pick : undefined} />
      )}
    </>
  );
}

/** Hours held, the rate of the class, and the rate that is asked for. */
function Rates({ sheet }: { sheet: Sheet }) {
  const t = useTexts();
  return (
    <>
      <span>{t("attendance.held", { hours: formatHours(sheet.heldHours) })}</span>
      {sheet.classRate !== null && <span>{t("attendance.classRate", { rate: formatPercent(sheet.classRate) })}</span>}
      <strong>{t("attendance.limit", { rate: formatPercent(sheet.minRate) })}</strong>
    </>
  );
}

/** Marks of a lesson stay when another one is chosen, and have to be saved there. */
function UnsavedCount({ count }: { count: number }) {
  const t = useTexts();
  return count > 0 && <strong className="attendance-unsaved">{t("attendance.unsavedLessons", { count })}</strong>;
}

interface ChoiceProps {
  lessons: readonly Lesson[];
  unsaved: ReadonlySet<string>;
  chosen: Lesson;
  onChoose: (id: string) => void;
}

function LessonChoice({ lessons, unsaved, chosen, onChoose }: ChoiceProps) {
  const t = useTexts();
  const getLabel = (one: Lesson) =>
    [
      formatDate(one.lessonDate),
      getWeekday(one.lessonDate),
      getTime(one),
      one.content,
      ...(one.isHeld === "1" ? ["✓"] : []),
      ...(unsaved.has(one.id) ? [`· ${t("attendance.unsaved")}`] : []),
    ].join(" ");
  return (
    <label className="attendance-choice">
      <span>{t("attendance.choose")}</span>
      <Select
        value={chosen.id}
        onChange={onChoose}
        popupMatchSelectWidth={false}
        options={lessons.map((one) => ({ value: one.id, label: getLabel(one) }))}
      />
    </label>
  );
}
