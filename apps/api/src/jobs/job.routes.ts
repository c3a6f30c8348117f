import { jobCancel, jobDetail, jobList, jobResult } from "@jipei/contract/core/job.ts";
import { abandonedJobs } from "../core/jobs/background.ts";
import { runEach } from "../core/jobs/run-each.ts";
import { cancelJob, findJobs, forgetJobs, getJob } from "../core/jobs/own-jobs.ts";
import { forgetImports } from "../core/excel/import/batch/import-undo.ts";
import { openFile, sendFile } from "../core/http/download.ts";
import { type Domain, raw, reads, writes } from "../core/http/implement.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { forgetRates } from "../core/security/rate-limit.ts";
import { forget } from "../core/http/idempotency.ts";
import { importBatchDerived, importBatchRoutes } from "./import-batch.routes.ts";

export const jobs: Domain = {
  name: "jobs",
  routes: [
    reads(jobList, findJobs),
    reads(jobDetail, (db, actor, { id }) => getJob(db, actor, id)),
    writes(jobCancel, async (tx, actor, { id }) => {
      await getJob(tx, actor, id);
      await cancelJob(tx, id);
    }),
    raw(jobResult, async (_request, reply, actor, { id }, app) => {
      const row = await getJob(app.db, actor, id);
      if (!row.fileKey || !row.fileName) throw new Refusal("NOT_FOUND");
      return sendFile(reply, await openFile(app, row.fileKey), row.fileName);
    }),
    ...importBatchRoutes,
  ],
  derived: importBatchDerived,
  workers: [abandonedJobs],
  timers: [
    {
      name: "jobs.sweep",
      whileClosed: "run",
      cron: "17 * * * *",
      run: (app) => runEach(app, [forgetJobs, forgetImports, ({ db }) => forget(db), forgetRates]),
    },
  ],
};
