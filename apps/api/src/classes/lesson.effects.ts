import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import type { Tx } from "../core/db.ts";
import type { Services } from "../core/services.ts";
import { rosterOf } from "../enrolment/enrolment.queries.ts";
import { notify, sendSms } from "../notices/notices.queries.ts";
import { classroomsOf } from "../organisations/organisations.queries.ts";

type Values = Record<string, any>;
const when = (lesson: Values) =>
  `${lesson["lessonDate"]} ${(lesson["startTime"] as string).slice(0, 5)}–${(lesson["endTime"] as string).slice(0, 5)}`;
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
];

/** A lesson of a confirmed class moved: kept in the history, told to the bureau, texted to the students where time or place changed. */
export async function tellOfMove(
  tx: Tx,
  actor: Actor,
  app: Services,
  cls: Values,
  before: Values,
  after: Values,
): Promise<void> {
  const changed = traced.filter((name) => String(before[name] ?? "") !== String(after[name] ?? ""));
  const part = (row: Values) => Object.fromEntries(changed.map((name) => [name, row[name]]));
  await writeAudit(tx, actor, [
    {
      bizType: "Lesson",
      bizId: after["id"],
      action: "move",
      opinion: after["changeReason"],
      before: part(before),
      after: part(after),
    },
  ]);
  await notify(tx, {
    to: { role: "clerk", orgId: actor.audience === "bureau" ? cls["orgId"] : null },
    title: { zh: "课次已调整", en: "A lesson was moved" },
    text: {
      zh: `${cls["classNo"]} ${cls["className"]}：${when(before)} → ${when(after)}，${after["changeReason"]}`,
      en: `${cls["classNo"]} ${cls["className"]}: ${when(before)} → ${when(after)}, ${after["changeReason"]}`,
    },
    link: `/class/detail/${cls["id"]}`,
  });
  if (when(before) === when(after) && before["classroomId"] === after["classroomId"]) return;
  const room = after["classroomId"]
    ? (await classroomsOf(tx, [after["classroomId"]])).get(after["classroomId"])
    : undefined;
  const params = {
    className: cls["className"],
    oldTime: when(before),
    newTime: when(after),
    place: room?.classroomName ?? after["onlineUrl"] ?? "",
  };
  for (const { phone } of await rosterOf(tx, app, cls["id"]))
    await sendSms(tx, app, { template: "LESSON_MOVE", phone, params, bizType: "Lesson", bizId: after["id"] });
}
