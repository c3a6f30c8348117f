import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import { mostSchedules, type scheduleCalls } from "@jipei/contract/reports/report-schedule.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { splitIds } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { filterValues } from "../data-set.ts";
import { nextTime } from "./next-time.ts";
import { openReport } from "../opened.ts";
import { assertPrintable } from "../report-file.ts";

/** Reports that somebody has sent to themselves by the clock. Nobody has one sent to others: what arrives are the rows of whoever gets it. */

/** @throws FIELD_INVALID */
export async function addSchedule(
  tx: Tx,
  actor: Actor,
  { id, rhythm, day, time, format, asked = [] }: InputOf<typeof scheduleCalls.schedule>,
): Promise<{ id: string }> {
  const report = await openReport(tx, actor, { id });
  filterValues(report.layout, asked);
  const isMissing = rhythm !== "daily" && (!day || (rhythm === "weekly" && day > 7));
  if (isMissing) throw invalidField("day", "日期", "Day", "请选择哪一天", "choose the day");
  assertPrintable(report, format);
  // Its own rows, one after the other, so that two at once do not get around the limit.
  await tx.selectFrom("reportDesign").select("id").where("id", "=", id).forUpdate().execute();
  const mine = await tx.selectFrom("reportSchedule").select("id").where("userId", "=", actor.userId).execute();
  if (mine.length >= mostSchedules)
    throw invalidField("id", "定期报表", "Schedules", `最多${mostSchedules}个`, `at most ${mostSchedules}`);
  const beat = { rhythm, day: rhythm === "daily" ? null : (day ?? null), time };
  const { id: added } = await tx
    .insertInto("reportSchedule")
    .values({
      ...beat,
      reportId: id,
      userId: actor.userId,
      format,
      asked: JSON.stringify(asked),
      nextTime: nextTime(beat, now()),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: added };
}

/** My schedules of a report, and the results of the last weeks. */
export async function mySchedules(
  db: Db,
  actor: Actor,
  { id }: { id: string },
): Promise<OutputOf<typeof scheduleCalls.mine>> {
  await openReport(db, actor, { id });
  const [schedules, results] = await Promise.all([
    db
      .selectFrom("reportSchedule")
      .select(["id", "rhythm", "day", "time", "format", "asked", "nextTime"])
      .where("userId", "=", actor.userId)
      .where("reportId", "=", id)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("reportResult")
      .select(["id", "fileName", "createTime"])
      .where("userId", "=", actor.userId)
      .where("reportId", "=", id)
      .orderBy("createTime", "desc")
      .orderBy("id", "desc")
      .limit(100)
      .execute(),
  ]);
  return { schedules, results };
}

/** @throws NOT_FOUND for those of others */
export async function dropSchedules(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  const wanted = splitIds(ids);
  const gone = await tx
    .deleteFrom("reportSchedule")
    .where("id", "in", wanted)
    .where("userId", "=", actor.userId)
    .returning("id")
    .execute();
  if (gone.length < wanted.length) throw new Refusal("NOT_FOUND");
}

/** A stored result of the actor. @throws NOT_FOUND */
export async function readResult(db: Db, actor: Actor, id: string): Promise<{ fileName: string; content: Buffer }> {
  const found = await db
    .selectFrom("reportResult")
    .select(["fileName", "content"])
    .where("id", "=", id)
    .where("userId", "=", actor.userId)
    .executeTakeFirst();
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}
