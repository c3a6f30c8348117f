import type { PermissionKey } from "@jipei/contract/permissions.ts";
import type { Clash, LessonRow } from "@jipei/contract/training/lesson.ts";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { useEffect, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { getAudience, useSession } from "../../core/session/session.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";

export type Lesson = LessonRow & { id: string };

/** The lessons of a class as this user may see them. */
export function useTimetable(classId: string) {
  const { info } = useSession();
  const audience = info ? getAudience(info) : "person";
  const found = useCall(findCall(audience), { classId }, { enabled: classId !== "" });
  return { ...found, lessons: found.data ?? [] };
}

function findCall(audience: ReturnType<typeof getAudience>) {
  if (audience === "bureau") return lessonCalls.usedByManage;
  return audience === "institution" ? lessonCalls.usedByOrg : lessonCalls.usedByPerson;
}

/** What may be done with a timetable: everything in the own draft, moves with a reason in a class that runs, else nothing. */
export type Mode = "plan" | "move" | "read";

export function getMode(
  row: Pick<WholeClass, "status" | "runState">,
  can: (key: PermissionKey) => boolean,
  bureau: boolean,
): Mode {
  const plans = can("class_schedule_add") && !bureau;
  if (row.status === "unCommit") return plans ? "plan" : "read";
  const runs = row.status === "Confirm" && (row.runState === "notStarted" || row.runState === "running");
  return runs && (plans || (bureau && can("class_schedule_edit"))) ? "move" : "read";
}

/** What decides whether a lesson may stand where it is put. */
const deciding = [
  "id",
  "lessonDate",
  "startTime",
  "endTime",
  "lessonType",
  "teacherId",
  "assistTeacherId",
  "classroomId",
] as const;
const getQuestion = (lesson: object) => JSON.stringify(lesson, [...deciding]);

/**
 * What stands in the way of a lesson where it is being put, asked for while it is dragged or typed, once it stands still for `wait`
 * milliseconds. An answer about an earlier place is dropped.
 * @param lesson as far as it is known; null asks nothing
 */
export function useClashes(classId: string, lesson: object | null, wait: number): readonly Clash[] {
  const [found, setFound] = useState<{ key: string; clashes: readonly Clash[] }>({ key: "", clashes: [] });
  const key = lesson ? getQuestion(lesson) : "";
  useEffect(() => {
    if (key === "") return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      invoke(lessonCalls.checkClash, { classId, lessons: [JSON.parse(key)] }, { silent: true, signal: stop.signal })
        .then((clashes) => setFound({ key, clashes: clashes }))
        // The move itself will be refused with the same words; a check that failed to arrive is no reason to interrupt.
        .catch(() => undefined);
    }, wait);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [classId, key, wait]);
  return found.key === key ? found.clashes : [];
}
