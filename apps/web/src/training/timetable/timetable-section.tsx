import { type Lesson as LessonEntity, lessonCalls } from "@jipei/contract/training/lesson.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { FormValues } from "../../core/form/fields.ts";
import { chinaToday } from "../../core/format/dates.ts";
import { sumDecimals } from "../../core/format/numbers.ts";
import { useRemove } from "../../core/moves/use-remove.tsx";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { can, getAudience, useSession } from "../../core/session/session.ts";
import { Empty, Unanswered } from "../../core/ui/states.tsx";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { usePhone } from "../../core/ui/use-width.ts";
import { useTexts } from "../texts.ts";
import { CopyWeek } from "./copy-week.tsx";
import { DayList } from "./day-list.tsx";
import { LessonForm } from "./lesson-form.tsx";
import { TimetableBar } from "./timetable-bar.tsx";
import { type Lesson, getMode, useTimetable } from "./timetable-calls.ts";
import { PrintTimetable } from "./timetable-print.tsx";
import { useLessonMove } from "./use-lesson-move.tsx";
import { type Place, openingWeek } from "./week.ts";
import { WeekGrid } from "./week-grid.tsx";

const CopyDay = lazyPart(() => import("./copy-day.tsx").then(({ CopyDay }) => CopyDay));
const PlanPattern = lazyPart(() => import("./plan-pattern.tsx").then(({ PlanPattern }) => PlanPattern));

type Initial = FormValues<typeof LessonEntity>;
/** What is open over the timetable; the form without a lesson adds one. */
type Open =
  | { kind: "form"; lesson: Lesson | null; initial: Initial }
  | { kind: "copy" }
  | { kind: "day"; day: string }
  | { kind: "pattern" }
  | { kind: "print" };

/** The timetable of a class: a week to drag in, the same by form, a list of days on a phone. */
export default function TimetableSection({ id, row, reload }: SectionProps<WholeClass>) {
  const t = useTexts();
  const phone = usePhone();
  const timetable = useTimetable(id);
  const { lessons } = timetable;
  const session = useSession();
  const mode = getMode(row, (key) => can(key, session), session.info ? getAudience(session.info) === "bureau" : false);
  const showAttendance = useAttendanceLink();
  const [chosenWeek, setWeek] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    void timetable.refetch();
    reload();
  };
  const remove = useRemove(
    mode === "plan" ? lessonCalls.remove : undefined,
    (lesson: Lesson) => lesson.content ?? "",
    done,
  );
  const move = useLessonMove(mode, reload);
  if (timetable.isError || !timetable.data) return <Unanswered queries={[timetable]} />;

  const monday = chosenWeek ?? openingWeek(chinaToday(), row.startDate, row.endDate, lessons);
  const movable = (lesson: Lesson) => mode !== "read" && lesson.isHeld !== "1";
  const add = (place: Place) =>
    setOpen({ kind: "form", lesson: null, initial: getInitial(row, lessons.at(-1), place) });
  const show = (lesson: Lesson) =>
    movable(lesson) ? setOpen({ kind: "form", lesson, initial: {} }) : showAttendance(lesson);
  const removeEdited = (lesson: Lesson) => {
    remove.ask([lesson]);
    close();
  };
  const edited = open?.kind === "form" ? open.lesson : null;
  return (
    <>
      <TimetableBar
        lessons={lessons}
        required={row.totalHours}
        start={row.startDate}
        monday={monday}
        mode={mode}
        onWeek={setWeek}
        onCopy={() => setOpen({ kind: "copy" })}
        onPattern={() => setOpen({ kind: "pattern" })}
        onPrint={() => setOpen({ kind: "print" })}
        onAdd={() => add({ lessonDate: monday > row.startDate ? monday : row.startDate, ...firstLesson })}
      />
      {phone && lessons.length === 0 && <Empty text={t("week.none")} />}
      {phone && lessons.length > 0 && <DayList lessons={lessons} onOpen={show} />}
      {!phone && (
        <>
          <WeekGrid
            classId={id}
            from={row.startDate}
            to={row.endDate}
            monday={monday}
            lessons={lessons}
            movable={movable}
            onAdd={mode === "plan" ? add : null}
            onCopyDay={mode === "plan" ? (day) => setOpen({ kind: "day", day }) : null}
            onDrop={move.drop}
            onOpen={show}
          />
          {mode !== "read" && <p className="unit">{t("week.hint")}</p>}
        </>
      )}
      {open?.kind === "form" && (
        <LessonForm
          classId={id}
          lesson={open.lesson}
          initial={open.initial}
          mode={mode}
          onDone={done}
          onRemove={mode === "plan" && edited ? () => removeEdited(edited) : undefined}
          onClose={close}
        />
      )}
      {open?.kind === "copy" && <CopyWeek classId={id} monday={monday} onClose={close} />}
      {open?.kind === "day" && (
        <Suspense fallback={null}>
          <CopyDay classId={id} day={open.day} onClose={close} />
        </Suspense>
      )}
      {open?.kind === "pattern" && (
        <Suspense fallback={null}>
          <PlanPattern row={row} planned={sumDecimals(lessons.map(({ hours }) => hours))} onClose={close} />
        </Suspense>
      )}
      {open?.kind === "print" && <PrintTimetable row={row} lessons={lessons} onDone={close} />}
      {move.dialogs}
      {remove.dialogs}
    </>
  );
}

/** When a lesson is added without a place in the grid. */
const firstLesson = { startTime: "08:30", endTime: "10:45" };

/** A new lesson begins like the last one of the class. */
const getInitial = (row: WholeClass, last: Lesson | undefined, place: Place): Initial => ({
  lessonType: last?.lessonType ?? "1",
  teacherId: last?.teacherId ?? row.headTeacherId,
  classroomId: last?.classroomId ?? row.classroomId,
  ...place,
});

/** Leads to the attendance of a lesson: on the class page a section, on the schedule page a view. */
function useAttendanceLink() {
  const [, setParameters] = useSearchParams();
  return ({ id }: Lesson) =>
    setParameters((before) => ({
      ...Object.fromEntries(before),
      section: "attendance",
      view: "attendance",
      lesson: id,
    }));
}
