import { lessonCalls } from "@jipei/contract/classes/lesson.ts";
import { Button } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { addDays, chinaToday } from "../core/dates.ts";
import { invoke } from "../core/call-client.ts";
import { CallError } from "../core/call-error.ts";
import type { Values } from "../core/form-values.ts";
import { FailureDialog } from "../core/failure-list.tsx";
import { notify } from "../core/notify.ts";
import type { SectionProps } from "../core/page-sections.ts";
import { ReasonDialog } from "../core/reason-dialog.tsx";
import { audienceOf, can, useSession } from "../core/session.ts";
import { Empty, Failed, Skeleton } from "../core/states.tsx";
import { refreshAfter } from "../core/use-call.ts";
import { useRemove } from "../core/use-remove.tsx";
import { usePhone } from "../core/use-width.ts";
import type { WholeClass } from "./class-stations.ts";
import { CopyWeek } from "./copy-week.tsx";
import { DayList } from "./day-list.tsx";
import { HoursBar } from "./hours-bar.tsx";
import { LessonForm } from "./lesson-form.tsx";
import { useTexts } from "./texts.ts";
import { type Lesson, modeOf, useTimetable } from "./timetable-calls.ts";
import { PrintTimetable } from "./timetable-print.tsx";
import { WeekGrid } from "./week-grid.tsx";
import { type Place, mondayOf, openingWeek } from "./week.ts";

interface Putting {
  lesson: Lesson;
  place: Place;
  done: (saved: boolean) => void;
}

/** The timetable of a class: a week to drag in, the same by form, a list of days on a phone. */
export default function TimetableSection({ id, row, reload }: SectionProps) {
  const t = useTexts();
  const phone = usePhone();
  const [, setParameters] = useSearchParams();
  const cls = row as unknown as WholeClass;
  const timetable = useTimetable(id);
  const { lessons } = timetable;
  const session = useSession();
  const mode = modeOf(cls, (key) => can(key, session), session.info ? audienceOf(session.info) === "bureau" : false);
  const [chosenWeek, setWeek] = useState<string | null>(null);
  const [editing, setEditing] = useState<{ lesson: Lesson | null; initial: Values } | null>(null);
  const [putting, setPutting] = useState<Putting | null>(null);
  const [copying, setCopying] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [refused, setRefused] = useState<CallError | null>(null);
  const done = () => {
    void timetable.refetch();
    reload();
  };
  const remove = useRemove(
    mode === "plan" ? lessonCalls.remove : undefined,
    (lesson) => String(lesson["content"]),
    done,
  );
  if (timetable.isPending) return <Skeleton />;
  if (timetable.isError) return <Failed error={timetable.error} onRetry={() => void timetable.refetch()} />;

  const monday = chosenWeek ?? openingWeek(chinaToday(), cls.startDate, cls.endDate, lessons);
  const editable = (lesson: Lesson) => mode !== "read" && lesson.isHeld !== "1";
  const add = (place: Place) => {
    const last = lessons.at(-1);
    setEditing({
      lesson: null,
      initial: {
        lessonType: last?.lessonType ?? "1",
        teacherId: last?.teacherId ?? cls.headTeacherId,
        classroomId: last?.classroomId ?? cls.classroomId,
        ...place,
      },
    });
  };
  // A lesson that cannot be changed leads to its attendance: on the class page a section, on the schedule page a view.
  const open = (lesson: Lesson) =>
    editable(lesson)
      ? setEditing({ lesson, initial: {} })
      : setParameters((before) => ({
          ...Object.fromEntries(before),
          section: "attendance",
          view: "attendance",
          lesson: lesson.id,
        }));
  const put = async ({ lesson, place }: Pick<Putting, "lesson" | "place">, changeReason?: string): Promise<boolean> => {
    try {
      const { lessonDate, startTime, endTime } = place;
      await invoke(
        lessonCalls.submit,
        {
          id: lesson.id,
          version: lesson.version,
          lessonDate,
          startTime,
          endTime,
          ...(changeReason && { changeReason }),
        } as never,
        { silent: true },
      );
      notify("success", t("week.moved"));
      await refreshAfter(lessonCalls.submit);
      reload();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefused(error);
      return false;
    }
  };
  // In a class that runs a reason is asked for first; the lesson stays where it was dropped until the answer.
  const drop = (lesson: Lesson, place: Place) =>
    mode === "move"
      ? new Promise<boolean>((resolve) => setPutting({ lesson, place, done: resolve }))
      : put({ lesson, place });
  const settle = (saved: boolean) => {
    putting?.done(saved);
    setPutting(null);
  };
  return (
    <>
      <div className="timetable-bar">
        <HoursBar lessons={lessons} required={cls.totalHours} />
        <span className="grow" />
        {!phone && (
          <>
            <Button
              onClick={() => setWeek(addDays(monday, -7))}
              aria-label={t("week.previous")}
              title={t("week.previous")}
            >
              ‹
            </Button>
            <span className="numeric">{t("week.of", { from: monday, to: addDays(monday, 6) })}</span>
            <Button onClick={() => setWeek(addDays(monday, 7))} aria-label={t("week.next")} title={t("week.next")}>
              ›
            </Button>
            <Button onClick={() => setWeek(mondayOf(lessons[0]?.lessonDate ?? cls.startDate))}>
              {t("week.first")}
            </Button>
          </>
        )}
        {mode === "plan" && !phone && lessons.length > 0 && (
          <Button onClick={() => setCopying(true)}>{t("week.copy")}</Button>
        )}
        {lessons.length > 0 && !phone && <Button onClick={() => setPrinting(true)}>{t("week.print")}</Button>}
        {mode === "plan" && (
          <Button
            type="primary"
            onClick={() =>
              add({ lessonDate: monday > cls.startDate ? monday : cls.startDate, startTime: "08:30", endTime: "10:45" })
            }
          >
            {t("week.add")}
          </Button>
        )}
      </div>
      {phone ? (
        lessons.length === 0 ? (
          <Empty text={t("week.none")} />
        ) : (
          <DayList lessons={lessons} onOpen={open} />
        )
      ) : (
        <>
          <WeekGrid
            classId={id}
            from={cls.startDate}
            to={cls.endDate}
            monday={monday}
            lessons={lessons}
            movable={editable}
            onAdd={mode === "plan" ? add : null}
            onDrop={drop}
            onOpen={open}
          />
          {mode !== "read" && <p className="unit">{t("week.hint")}</p>}
        </>
      )}
      {editing && (
        <LessonForm
          classId={id}
          lesson={editing.lesson}
          initial={editing.initial}
          mode={mode}
          onDone={done}
          onRemove={
            editing.lesson && mode === "plan"
              ? () => {
                  remove.ask([editing.lesson as never]);
                  setEditing(null);
                }
              : undefined
          }
          onClose={() => setEditing(null)}
        />
      )}
      <ReasonDialog
        open={putting !== null}
        action={t("week.reason")}
        onSubmit={(reason) => putting && void put(putting, reason).then(settle)}
        onClose={() => settle(false)}
      />
      {copying && <CopyWeek classId={id} monday={monday} onClose={() => setCopying(false)} />}
      <FailureDialog error={refused} onClose={() => setRefused(null)} />
      {remove.dialogs}
      {printing && <PrintTimetable row={cls} lessons={lessons} onDone={() => setPrinting(false)} />}
    </>
  );
}
