import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { FailureDialog, FailureList } from "../../core/dialog/failure-list.tsx";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";
import type { Lesson, Mode } from "./timetable-calls.ts";
import type { Place } from "./week.ts";

interface Dropped {
  lesson: Lesson;
  place: Place;
  /** Takes whether the lesson was saved at its new place. */
  done: (saved: boolean) => void;
}

/**
 * Moves a lesson to where it was dropped. In a class that runs a reason is asked for first; the lesson stays where it was dropped until then.
 * What is refused stays in that dialog, with its reason.
 * @param onMoved after a lesson was saved
 * @returns `drop` answers whether the lesson was saved; `dialogs` have to be on the page
 */
export function useLessonMove(mode: Mode, onMoved: () => void) {
  const t = useTexts();
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const put = async ({ id, version }: Lesson, place: Place, changeReason?: string): Promise<boolean> => {
    const { lessonDate, startTime, endTime } = place;
    const input = { id, version, lessonDate, startTime, endTime, ...(changeReason && { changeReason }) };
    let saved = false;
    await attempt(async () => {
      await invoke(lessonCalls.submit, input, { silent: true });
      saved = true;
      notify("success", t("week.moved"));
      await refreshAfter(lessonCalls.submit);
      onMoved();
    });
    return saved;
  };
  const drop = (lesson: Lesson, place: Place) =>
    mode === "move"
      ? new Promise<boolean>((resolve) => setDropped({ lesson, place, done: resolve }))
      : put(lesson, place);
  const settle = (saved: boolean) => {
    forget();
    dropped?.done(saved);
    setDropped(null);
  };
  const submit = async (reason: string) => {
    if (dropped && (await put(dropped.lesson, dropped.place, reason))) settle(true);
  };
  const dialogs = (
    <>
      <ReasonDialog
        open={dropped !== null}
        action={t("week.reason")}
        busy={busy}
        onSubmit={(reason) => void submit(reason)}
        onClose={() => settle(false)}
      >
        {error && <FailureList error={error} />}
      </ReasonDialog>
      <FailureDialog error={dropped ? null : error} onClose={forget} />
    </>
  );
  return { drop, dialogs };
}
