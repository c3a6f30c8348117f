import { type ReactNode, createContext, use, useState } from "react";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { RowDrafts, useAllDrafts, useDirtyRows } from "../../core/form/row-drafts.ts";
import type { Mark } from "./attendance-marks.ts";

/** A mark that is not saved yet, and the saved one that it was entered over. */
export interface Entered {
  mark: Mark;
  over: Mark | null;
}

/** Attendance that is not saved yet: marks by lesson and student, and why those of a lesson are corrected. */
class AttendanceDrafts {
  readonly marks = new RowDrafts<Entered>();
  readonly reasons = new RowDrafts<{ reason: string }>();
}
const Drafts = createContext<AttendanceDrafts | null>(null);

/** Wraps a page on which attendance is taken. It holds what is not saved: lessons, views and sections of the page come and go. */
export function HoldAttendance({ children }: { children: ReactNode }) {
  const [drafts] = useState(() => new AttendanceDrafts());
  const hasMarks = useDirtyRows(drafts.marks);
  const hasReasons = useDirtyRows(drafts.reasons);
  useDirtyGuard(hasMarks || hasReasons);
  return <Drafts value={drafts}>{children}</Drafts>;
}

/** What the page around holds. */
export function useAttendanceDrafts(): AttendanceDrafts {
  const drafts = use(Drafts);
  if (!drafts) throw new Error("attendance is taken on a page within <HoldAttendance>");
  return drafts;
}

/** The key of the mark of a student in a lesson. */
export const getMarkKey = (lessonId: string, studentId: string): string => `${lessonId} ${studentId}`;

/** Lessons with marks that are not saved. */
export function useUnsavedLessons(): ReadonlySet<string> {
  const all = useAllDrafts(useAttendanceDrafts().marks);
  return new Set(Object.keys(all).map((key) => key.slice(0, key.indexOf(" "))));
}
