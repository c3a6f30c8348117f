import { SubsidyStandard, type SubsidyStandardRow } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import type { Db } from "../core/database/db.ts";
import type { Services } from "../core/foundation/services.ts";
import { readChildRows } from "../core/entity/child-rows.ts";
import { validRows } from "../core/database/rows.ts";

/** Standards of one course or one document, newest first, read where the caller reads (also inside its transaction). */
export function getStandards(
  db: Db,
  actor: Actor,
  app: Services,
  of: { courseId: string } | { subsidyFileId: string },
): Promise<SubsidyStandardRow[]> {
  const where = "courseId" in of ? sql`t.course_id = ${of.courseId}` : sql`t.subsidy_file_id = ${of.subsidyFileId}`;
  return readChildRows(db, actor, app, SubsidyStandard, {
    scope: validRows,
    where,
    order: sql`t.effect_date desc, t.id desc`,
    view: "detail",
  });
}
