import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { sql } from "kysely";
import { addDays, today } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Timer } from "../../core/jobs/jobs.ts";
import { releaseFile } from "../../files/files.queries.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { photoField } from "./photo.ts";

/** Papers whose photos are given up in one night at most. */
const most = 5000;

/** Gives up photos that are no longer kept; the sweep of files removes them the next night. What was decided stays. */
export async function releasePhotos(app: Services): Promise<void> {
  const days = await parameter(app.db, "exam.identity.keep.days");
  const { rows } = await sql<{ id: string }>`
    select p.id from exam_paper p join exam e on e.id = p.exam_id
    where p.photo_att_id is not null and e.end_time < ${addDays(today(), -days)} order by p.id limit ${most}`.execute(
    app.db,
  );
  for (const { id } of rows)
    await app.db.transaction().execute(async (tx) => {
      await releaseFile(tx, ExamPaper, id, photoField);
      await sql`update exam_paper set photo_att_id = null where id = ${id}`.execute(tx);
    });
}

export const photoTimer: Timer = { name: "exams.photos", whileClosed: "run", cron: "11 3 * * *", run: releasePhotos };
