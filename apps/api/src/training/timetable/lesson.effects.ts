import type { Lesson } from "@jipei/contract/training/lesson.ts";
import type { TrainingClass } from "@jipei/contract/training/training-class.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Services } from "../../core/foundation/services.ts";
import { getRoster } from "../roster/roster.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { getClassrooms } from "../../providers/providers.queries.ts";

type Row = StoredRow<typeof Lesson>;
const when = ({ lessonDate, startTime, endTime }: Row) =>
  `${lessonDate} ${startTime.slice(0, 5)}–${endTime.slice(0, 5)}`;
const traced = [
  "lessonDate",
  "startTime",
  "endTime",
  "lessonType",
  "content",
  "teacherId",
  "assistTeacherId",
  "classroomId",
  "onlineUrl",
] as const;

/** A lesson of a confirmed class moved: written into the history, and the bureau is notified, the students by text message where time or place changed. */
export async function notifyOfMove(
  tx: Tx,
  actor: Actor,
  app: Services,
  cls: StoredRow<typeof TrainingClass>,
  before: Row,
  after: Row,
): Promise<void> {
  const changed = traced.filter((name) => String(before[name] ?? "") !== String(after[name] ?? ""));
  const part = (row: Row) => Object.fromEntries(changed.map((name) => [name, row[name]]));
  await writeAudit(tx, actor, [
    {
      bizType: "Lesson",
      bizId: after.id,
      action: "move",
      opinion: after.changeReason,
      before: part(before),
      after: part(after),
    },
  ]);
  await notify(tx, {
    to: { role: "clerk", orgId: actor.audience === "bureau" ? cls.orgId : null },
    title: { zh: "课次已调整", en: "A lesson was moved" },
    text: {
      zh: `${cls.classNo} ${cls.className}：${when(before)} → ${when(after)}，${after.changeReason}`,
      en: `${cls.classNo} ${cls.className}: ${when(before)} → ${when(after)}, ${after.changeReason}`,
    },
    link: `/class/detail/${cls.id}`,
  });
  if (when(before) === when(after) && before.classroomId === after.classroomId) return;
  const room = after.classroomId ? (await getClassrooms(tx, [after.classroomId])).get(after.classroomId) : undefined;
  const params = {
    className: cls.className,
    oldTime: when(before),
    newTime: when(after),
    place: room?.classroomName ?? after.onlineUrl ?? "",
  };
  for (const { phone } of await getRoster(tx, app, cls.id))
    await sendSms(tx, app, { template: "LESSON_MOVE", phone, params, bizType: "Lesson", bizId: after.id });
}
