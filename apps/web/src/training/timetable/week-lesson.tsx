import { getMinutes } from "@jipei/contract/training/lesson-hours.ts";
import { useRef } from "react";
import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { getWeekday } from "../../core/format/dates.ts";
import { useTexts } from "../texts.ts";
import type { Lesson } from "./timetable-calls.ts";
import { type Place, firstMinute, isSamePlace, moved, resized, step, getTime } from "./week.ts";

interface Props {
  lesson: Lesson;
  /** Where it is shown: its own place, or the one it is being put to. */
  place: Place;
  /** Height of half an hour. */
  unit: number;
  /** Days of the week shown; a lesson is dragged among them. */
  days: readonly string[];
  movable: boolean;
  /** A lesson is being saved: neither pointer nor keys do anything. */
  busy: boolean;
  clash: string | null;
  onDraft: (place: Place | null) => void;
  /** Put down where the draft is. */
  onDrop: (place: Place) => void;
  onOpen: () => void;
  /** The focus goes elsewhere while a move has not been put down. */
  onLeave: () => void;
}

/** A lesson in the week: dragged, resized at its lower edge, moved by arrow keys, opened as every button is pressed. */
export function WeekLesson(props: Props) {
  const { lesson, place, unit, days, movable, busy, clash, onLeave } = props;
  const t = useTexts();
  const { grab, ...handlers } = useDrag(props);
  const start = getMinutes(place.startTime);
  const length = getMinutes(place.endTime) - start;
  return (
    <button
      type="button"
      className={`week-lesson type-${lesson.lessonType}${lesson.isHeld === "1" ? " held" : ""}${isSamePlace(place, lesson) ? "" : " drafted"}${clash ? " clash" : ""}${movable ? " movable" : ""}`}
      style={{
        top: ((start - firstMinute) / step) * unit,
        height: (length / step) * unit - 2,
        insetInlineStart: `calc(${days.indexOf(place.lessonDate)} * 100% / ${days.length} + 2px)`,
        width: `calc(100% / ${days.length} - 4px)`,
      }}
      aria-invalid={clash ? true : undefined}
      onPointerDown={(event) => grab(event, "move")}
      {...handlers}
      onKeyDown={(event) => handleKey(event, props)}
      // In another window nothing else can be moved meanwhile.
      onBlur={() => !busy && document.hasFocus() && !isSamePlace(place, lesson) && onLeave()}
    >
      <span className="visually-hidden">{getWeekday(place.lessonDate)} </span>
      <span className="week-lesson-time">
        {getTime(place)}
        {lesson.isHeld === "1" && ` ✓ ${t("week.held")}`}
      </span>
      <span className="week-lesson-content">{lesson.content}</span>
      <span className="week-lesson-who">
        {lesson.teacherName}
        {lesson.assistTeacherName && ` · ${lesson.assistTeacherName}`}
      </span>
      <span className="week-lesson-who">{lesson.classroomName ?? lesson.onlineUrl}</span>
      {clash && (
        <span className="week-clash" role="alert">
          {clash}
        </span>
      )}
      {movable && <span className="week-resize" onPointerDown={(event) => grab(event, "resize")} aria-hidden />}
    </button>
  );
}

const arrows: Readonly<Record<string, (place: Place) => Place>> = {
  ArrowUp: (place) => moved(place, 0, -step),
  ArrowDown: (place) => moved(place, 0, step),
  ArrowLeft: (place) => moved(place, -1, 0),
  ArrowRight: (place) => moved(place, 1, 0),
};

/** Dragging by pointer; what was pressed and not moved opens the lesson. Keys put down what they have moved. */
function useDrag({ lesson, place, unit, days, movable, busy, onDraft, onDrop, onOpen }: Props) {
  /** The browser makes a click of every drag. */
  const dragged = useRef(false);
  const drag = useRef<{ x: number; y: number; width: number; kind: "move" | "resize" } | null>(null);
  const placeAt = (event: PointerEvent): Place => {
    const from = drag.current;
    if (!from) return place;
    const minutes = Math.round((event.clientY - from.y) / unit) * step;
    if (from.kind === "resize") return resized(lesson, minutes);
    const at = days.indexOf(lesson.lessonDate);
    const to = Math.min(Math.max(at + Math.round((event.clientX - from.x) / from.width), 0), days.length - 1);
    return moved(lesson, to - at, minutes);
  };
  const grab = (event: PointerEvent<HTMLElement>, kind: "move" | "resize") => {
    dragged.current = false;
    if (!movable || busy || event.button !== 0) return;
    event.stopPropagation();
    const box = event.currentTarget.closest(".week-lesson") as HTMLElement;
    drag.current = {
      x: event.clientX,
      y: event.clientY,
      width: (box.parentElement as HTMLElement).offsetWidth / days.length,
      kind,
    };
    box.setPointerCapture(event.pointerId);
  };
  const drop = (event: PointerEvent) => {
    if (busy || !drag.current) return;
    const next = placeAt(event);
    drag.current = null;
    dragged.current = !isSamePlace(next, lesson);
    if (dragged.current) onDrop(next);
  };
  const press = ({ detail }: MouseEvent) => {
    const byKey = detail === 0;
    if (busy || (dragged.current && !byKey)) return;
    if (byKey && !isSamePlace(place, lesson)) onDrop(place);
    else {
      onDraft(null);
      onOpen();
    }
  };
  return {
    grab,
    onClick: press,
    onPointerMove: (event: PointerEvent) => drag.current && onDraft(placeAt(event)),
    onPointerUp: drop,
    onPointerCancel: () => {
      drag.current = null;
      onDraft(null);
    },
  };
}

/** Arrow keys move a draft, and Escape takes it back. */
function handleKey(event: KeyboardEvent, { lesson, place, days, movable, busy, onDraft }: Props) {
  if (busy) return;
  if (event.key === "Escape" && !isSamePlace(place, lesson)) onDraft(null);
  else if (movable) {
    const next = arrows[event.key]?.(place);
    if (!next || !days.includes(next.lessonDate)) return;
    event.preventDefault();
    onDraft(next);
  }
}
