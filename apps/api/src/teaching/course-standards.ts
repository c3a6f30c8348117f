import { SubsidyStandard, type SubsidyStandardRow } from "@jipei/contract/teaching/subsidy-standard.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import type { Db } from "../core/db.ts";
import type { Services } from "../core/services.ts";
import { shownRows } from "../core/shown-rows.ts";
import { validRows } from "./teaching.scope.ts";

/** Standards of one course or one document, newest first, read where the caller reads (also inside its transaction). */
export function standardsOf(
  db: Db,
  actor: Actor,
  app: Services,
  of: { courseId: string } | { subsidyFileId: string },
): Promise<SubsidyStandardRow[]> {
  const where = "courseId" in of ? sql`t.course_id = ${of.courseId}` : sql`t.subsidy_file_id = ${of.subsidyFileId}`;
  return shownRows(db, actor, app, SubsidyStandard, {
    scope: validRows,
    where,
    order: sql`t.effect_date desc, t.id desc`,
    view: "detail",
  });
}
