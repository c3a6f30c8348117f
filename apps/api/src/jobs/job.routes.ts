import { type Job, jobCancel, jobDetail, jobList, jobResult } from "@jipei/contract/core/job.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { abandonedJobs } from "../core/background.ts";
import type { Db } from "../core/db.ts";
import { openFile, sendFile } from "../core/download.ts";
import { type Domain, raw, reads, writes } from "../core/implement.ts";
import { Refusal } from "../core/refusal.ts";
import { forgetRates } from "../core/rate-limit.ts";
import { forget } from "../core/remembered.ts";
import type { Services } from "../core/services.ts";

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
const mine = (db: Db, actor: Actor) => db.selectFrom("job").where("userId", "=", actor.userId);

async function myJob(db: Db, actor: Actor, id: string): Promise<Record<string, any>> {
  const row = await mine(db, actor).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

export const jobs: Domain = {
  name: "jobs",
  routes: [
    reads(
      jobList,
      async (db, actor) =>
        (await mine(db, actor)
          .select(shown)
          .where("createTime", ">", sql<string>`now() - interval '1 day'`)
          .orderBy("id", "desc")
          .limit(100)
          .execute()) as unknown as Job[],
    ),
    reads(jobDetail, async (db, actor, { id }) => (await myJob(db, actor, id)) as unknown as Job),
    writes(jobCancel, async (tx, actor, { id }) => {
      await myJob(tx, actor, id);
      const waiting = sql`state = 'waiting'`;
      await tx
        .updateTable("job")
        .set({
          cancelAsked: true,
          state: sql`case when ${waiting} then 'cancelled' else state end`,
          endTime: sql`case when ${waiting} then now() end`,
        } as never)
        .where("id", "=", id)
        .where("endTime", "is", null)
        .execute();
    }),
    raw(jobResult, async (_request, reply, actor, { id }, app) => {
      const row = await myJob(app.db, actor, id);
      if (!row["fileKey"]) throw new Refusal("NOT_FOUND");
      return sendFile(reply, await openFile(app, row["fileKey"]), row["fileName"]);
    }),
  ],
  workers: [abandonedJobs],
  timers: [{ name: "jobs.sweep", cron: "17 * * * *", run: sweep }],
};

/** Result files live for a day, jobs for a month. */
async function sweep(app: Services): Promise<void> {
  const old = await app.db
    .selectFrom("job")
    .select(["id", "fileKey"])
    .where("fileKey", "is not", null)
    .where("endTime", "<", sql<string>`now() - interval '1 day'`)
    .limit(1000)
    .execute();
  for (const row of old) {
    await app.storage.remove(row["fileKey"]);
    await app.db.updateTable("job").set({ fileKey: null, fileName: null }).where("id", "=", row["id"]).execute();
  }
  await app.db
    .deleteFrom("job")
    .where("createTime", "<", sql<string>`now() - interval '30 days'`)
    .where("fileKey", "is", null)
    .execute();
  await forget(app.db);
  await forgetRates(app);
}
