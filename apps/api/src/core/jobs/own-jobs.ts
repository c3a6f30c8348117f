import type { JobState } from "@jipei/contract/core/job.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../database/db.ts";
import type { Actor } from "../foundation/actor.ts";
import { Refusal } from "../foundation/refusal.ts";
import type { Services } from "../foundation/services.ts";

const shown = [
  "id",
  "titleZh",
  "titleEn",
  "state",
  "done",
  "total",
  "messageZh",
  "messageEn",
  "fileName",
  "createTime",
  "endTime",
] as const;
const ownJobs = (db: Db, actor: Actor) => db.selectFrom("job").where("userId", "=", actor.userId);

/** The jobs that the actor started within a day, newest first. */
export const findJobs = (db: Db, actor: Actor) =>
  ownJobs(db, actor)
    .select(shown)
    .where("createTime", ">", sql<string>`now() - interval '1 day'`)
    .orderBy("id", "desc")
    .limit(100)
    .execute();

/** A job of the actor. @throws NOT_FOUND */
export async function getJob(db: Db, actor: Actor, id: string) {
  const row = await ownJobs(db, actor)
    .select([...shown, "fileKey"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/** Cancels a waiting job; a running one is asked to stop. */
export async function cancelJob(tx: Tx, id: string): Promise<void> {
  const waiting = sql`state = 'waiting'`;
  await tx
    .updateTable("job")
    .set({
      cancelAsked: true,
      state: sql<JobState>`case when ${waiting} then 'cancelled' else state end`,
      endTime: sql<string | null>`case when ${waiting} then now() end`,
    })
    .where("id", "=", id)
    .where("endTime", "is", null)
    .execute();
}

/** Removes result files after a day, and jobs after 30 days. */
export async function forgetJobs(app: Services): Promise<void> {
  const old = await app.db
    .selectFrom("job")
    .select(["id", "fileKey"])
    .where("fileKey", "is not", null)
    .where("endTime", "<", sql<string>`now() - interval '1 day'`)
    .limit(1000)
    .execute();
  for (const row of old) {
    if (row.fileKey) await app.storage.remove(row.fileKey);
    await app.db.updateTable("job").set({ fileKey: null, fileName: null }).where("id", "=", row.id).execute();
  }
  await app.db
    .deleteFrom("job")
    .where("createTime", "<", sql<string>`now() - interval '30 days'`)
    .where("fileKey", "is", null)
    .execute();
}
