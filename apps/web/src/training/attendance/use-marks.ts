import type { Call } from "@jipei/contract/core/call.ts";
import type { InputOf } from "../../core/api/call-input.ts";
import { useSend } from "../../core/api/use-call.ts";
import { useAllDrafts, useRowDraft } from "../../core/form/row-drafts.ts";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";
import { type Entered, getMarkKey, useAttendanceDrafts } from "./attendance-drafts.tsx";
import { type Lesson, type Mark, type Sheet, getEntry, getMark, isSameMark } from "./attendance-marks.ts";

/** How the attendance of a lesson is saved. */
export interface Taking<I> {
  call: Call<I, unknown>;
  inputOf: (lesson: Lesson, attendanceList: ReturnType<typeof getEntry>[], reason: string) => InputOf<I>;
}

/**
 * The marks of a lesson: what is saved, with what was entered on top. What was entered is saved together, and stays until it is, though
 * somebody else saves the same lesson meanwhile.
 * @param reload asks for the sheet again
 */
export function useMarks<I>(sheet: Sheet, { call, inputOf }: Taking<I>, lesson: Lesson, reload: () => void) {
  const t = useTexts();
  const { marks: drafts, reasons } = useAttendanceDrafts();
  const all = useAllDrafts(drafts);
  const reason = useRowDraft(reasons, lesson.id)?.reason ?? "";
  const save = useSend(call, { silent: true });
  const saved: Readonly<Record<string, Mark>> = Object.fromEntries(
    sheet.entries
      .filter((entry) => entry.scheduleId === lesson.id)
      .map((entry) => [entry.studentId, getMark(entry, lesson)]),
  );
  const entered = sheet.students.flatMap(({ studentId, name }) => {
    const key = getMarkKey(lesson.id, studentId);
    const draft = all[key];
    return draft?.mark ? [{ key, draft, studentId, name, mark: draft.mark, over: draft.over ?? null }] : [];
  });
  const unsaved = Object.fromEntries(entered.map(({ key, draft }) => [key, draft]));
  const marks = { ...saved, ...Object.fromEntries(entered.map(({ studentId, mark }) => [studentId, mark])) };
  // While a save is on its way, what it changes has not been settled yet.
  const overtaken = save.isPending ? [] : entered.filter((one) => isOvertaken(one, saved[one.studentId]));

  const mark = (studentId: string, next: Mark) => {
    const key = getMarkKey(lesson.id, studentId);
    drafts.edit(key, drafts.of(key) ? { mark: next } : { mark: next, over: saved[studentId] ?? null });
  };
  /** Marks everybody present who is not marked yet. */
  const markAll = () => {
    for (const { studentId } of sheet.students) if (!marks[studentId]) mark(studentId, { attendStatus: "1" });
  };
  const submit = () => {
    const sentReason = reasons.of(lesson.id);
    const entries = entered.map(({ studentId, mark }) => getEntry(studentId, mark, lesson));
    save.mutate(inputOf(lesson, entries, reason.trim()), {
      onSuccess: () => {
        drafts.settle(unsaved);
        // What was entered meanwhile lies over what has just been saved.
        for (const { key, mark } of entered) if (drafts.of(key)) drafts.edit(key, { over: mark });
        if (reasons.of(lesson.id) === sentReason) reasons.drop(lesson.id);
        notify("success", t("attendance.saved"));
        reload();
      },
      onError: ({ errorCode }) => errorCode === "VERSION_CONFLICT" && reload(),
    });
  };
  const discard = () => {
    drafts.settle(unsaved);
    reasons.drop(lesson.id);
  };
  return {
    marks,
    /** How many marks are not saved. */
    unsaved: entered.length,
    /** Names of those whose saved mark somebody else has changed since another one was entered here. */
    overtaken: overtaken.map(({ name }) => name),
    reason,
    setReason: (text: string) => (text ? reasons.edit(lesson.id, { reason: text }) : reasons.drop(lesson.id)),
    mark,
    markAll,
    submit,
    discard,
    save,
  };
}

const isOvertaken = ({ mark, over }: Entered, saved: Mark | undefined): boolean =>
  !isSameMark(saved ?? null, over) && !isSameMark(saved ?? null, mark);
