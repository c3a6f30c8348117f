import { useState } from "react";
import type { MouseEvent } from "react";
import { formatDate, getWeekday } from "../../core/format/dates.ts";
import { notify } from "../../core/ui/notify.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import { type Lesson, useClashes } from "./timetable-calls.ts";
import { WeekLesson } from "./week-lesson.tsx";
import { type Place, getClock, firstMinute, lastMinute, step, weekDays } from "./week.ts";
import "./week-grid.css";

interface Props {
  classId: string;
  /** First and last day of the class. */
  from: string;
  to: string;
  monday: string;
  lessons: readonly Lesson[];
  movable: (lesson: Lesson) => boolean;
  /** A free hour was pressed; null where nothing can be added. */
  onAdd: ((place: Place) => void) | null;
  /** Copies the lessons of a day; null where nothing can be added. */
  onCopyDay: ((day: string) => void) | null;
  onDrop: (lesson: Lesson, place: Place) => Promise<boolean>;
  onOpen: (lesson: Lesson) => void;
}

/** Height of half an hour in pixels. */
const unit = 19;
/** A new lesson lasts three lesson hours. */
const usual = 135;

/** A week of lessons: days across, half hours down. A lesson that cannot stand where it is dragged turns red and says why. */
export function WeekGrid({ classId, from, to, monday, lessons, movable, onAdd, onCopyDay, onDrop, onOpen }: Props) {
  const t = useTexts();
  const { draft, setDraft, leave, drop, busy, clash } = useDraft({ classId, from, to, lessons, onDrop });
  const add = (event: MouseEvent<HTMLElement>, lessonDate: string) => {
    if (!onAdd || event.target !== event.currentTarget || lessonDate < from || lessonDate > to) return;
    const half = Math.floor((event.clientY - event.currentTarget.getBoundingClientRect().top) / unit);
    const start = firstMinute + half * step;
    onAdd({ lessonDate, startTime: getClock(start), endTime: getClock(Math.min(start + usual, lastMinute)) });
  };
  const days = weekDays(monday);
  const hours = Array.from({ length: (lastMinute - firstMinute) / 60 }, (_, i) => firstMinute / 60 + i);
  return (
    <div className="week-scroll">
      <div className="week-grid" role="group">
        <div className="week-heads">
          {days.map((day) => (
            <h3 key={day} className="week-head">
              {getWeekday(day)} <span className="unit">{formatDate(day).slice(5)}</span>
              {onCopyDay && lessons.some(({ lessonDate }) => lessonDate === day) && (
                <button
                  type="button"
                  className="link-button week-copy"
                  aria-label={t("week.copyDayOf", { day: formatDate(day) })}
                  onClick={() => onCopyDay(day)}
                >
                  {t("week.copyDay")}
                </button>
              )}
            </h3>
          ))}
        </div>
        <div className="week-hours" aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ height: unit * 2 }}>
              {getClock(hour * 60)}
            </span>
          ))}
        </div>
        <div className="week-days" style={{ height: ((lastMinute - firstMinute) / step) * unit }}>
          {days.map((day) => (
            <div
              key={day}
              className={`week-day${onAdd ? " open" : ""}${day < from || day > to ? " outside" : ""}`}
              onClick={(event) => add(event, day)}
            />
          ))}
          {lessons
            .filter((lesson) => days.includes(lesson.lessonDate))
            .map((lesson) => (
              <WeekLesson
                key={lesson.id}
                lesson={lesson}
                place={draft?.lesson.id === lesson.id ? draft.place : lesson}
                unit={unit}
                days={days}
                movable={movable(lesson)}
                busy={busy}
                clash={draft?.lesson.id === lesson.id ? clash : null}
                onDraft={(place) => setDraft(place && { lesson, place })}
                onDrop={(place) => drop(lesson, place)}
                onOpen={() => onOpen(lesson)}
                onLeave={leave}
              />
            ))}
        </div>
      </div>
    </div>
  );
}

/** A lesson on its way: where it is being put, what stands in its way there, and whether it is being saved. */
function useDraft({
  classId,
  from,
  to,
  lessons,
  onDrop,
}: Pick<Props, "classId" | "from" | "to" | "lessons" | "onDrop">) {
  const t = useTexts();
  const label = useLabel();
  const [draft, setDraft] = useState<{ lesson: Lesson; place: Place } | null>(null);
  // Put down and not yet saved: until the list knows of it, it cannot be moved on from where it was.
  const [saving, setSaving] = useState<Lesson | null>(null);
  const busy = lessons.some(({ id, version }) => id === saving?.id && version === saving.version);
  const clashes = useClashes(classId, draft && { ...draft.lesson, ...draft.place }, 120);
  const outside = draft !== null && (draft.place.lessonDate < from || draft.place.lessonDate > to);
  const clash = outside ? t("week.outside") : clashes.map(({ msg, msgEn }) => label([msg, msgEn])).join("\n") || null;
  const drop = (lesson: Lesson, place: Place) => {
    const put = { lesson, place };
    setDraft(put);
    setSaving(lesson);
    // By then somebody may move the next one.
    void onDrop(lesson, place).finally(() => {
      setDraft((now) => (now === put ? null : now));
      setSaving((now) => (now === lesson ? null : now));
    });
  };
  // One lesson moves at a time: the next one would take its place without a word.
  const leave = () => {
    setDraft(null);
    notify("info", t("week.dropped"));
  };
  return { draft, setDraft, leave, drop, busy, clash };
}
