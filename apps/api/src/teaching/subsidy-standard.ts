import { Course } from "@jipei/contract/teaching/course.ts";
import { CourseSubsidyFile } from "@jipei/contract/teaching/course-subsidy-file.ts";
import { SubsidyStandard } from "@jipei/contract/teaching/subsidy-standard.ts";
import { record, saveOf } from "@jipei/contract/core/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { today } from "../core/clock.ts";
import { changedFields } from "../core/changes.ts";
import { type CrudOptions, saveRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { parseInput } from "../core/input.ts";
import { liveRow } from "../core/rows.ts";
import { refuseUsed } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { standardIsUsed } from "../subsidies/subsidies.queries.ts";
import { validRows } from "./teaching.scope.ts";

type Values = Record<string, any>;

export const standardOptions: CrudOptions = {
  entity: SubsidyStandard,
  resource: "subsidy",
  scope: validRows,
  async beforeSave(tx, _actor, merged, old) {
    if (old && (await standardIsUsed(tx, old["id"]))) mustOnlyEnd(merged, old);
    const course = await liveRow<Values>(tx, Course, merged["courseId"]);
    if (!course) throw invalidField("courseId", "课程", "Course", "不存在", "does not exist");
    if (!(await liveRow(tx, CourseSubsidyFile, merged["subsidyFileId"])))
      throw invalidField("subsidyFileId", "依据文件", "Document", "不存在", "does not exist");
    if (merged["expireDate"] && merged["expireDate"] < merged["effectDate"])
      throw invalidField("expireDate", "失效日期", "Until", "不能早于生效日期", "may not be before the first day");
    if (merged["isValid"] === "isValid") await mustNotOverlap(tx, merged);
    return { occupClass: course["occupClass"], level: course["level"] };
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "SUBSIDY_LOCKED",
      rows.map((row) => row["id"]),
      ["subsidy_line.subsidy_id"],
    ),
};

/** A used standard takes one change: a last day from today on, so that a new row may follow it. @throws SUBSIDY_LOCKED */
function mustOnlyEnd(merged: Values, old: Values): void {
  const changed = changedFields(SubsidyStandard, merged, old);
  const ends =
    changed.length === 0 ||
    (changed.length === 1 && changed[0] === "expireDate" && (merged["expireDate"] ?? "9999") >= today());
  if (!ends) throw new Refusal("SUBSIDY_LOCKED");
}

/** Two standards of a course, kind and payee may not be in force on one day. The exclusion constraint stands behind. */
async function mustNotOverlap(tx: Tx, row: Values): Promise<void> {
  const found = await sql<{
    effectDate: string;
  }>`select effect_date from subsidy_standard t where t.is_deleted = 0 and t.is_valid = 'isValid' and t.id is distinct from ${row["id"] ?? null}::bigint
    and t.course_id = ${row["courseId"]} and t.subsidy_kind = ${row["subsidyKind"]} and t.pay_target = ${row["payTarget"]}
    and daterange(t.effect_date, t.expire_date, '[]') && daterange(${row["effectDate"]}::date, ${row["expireDate"] ?? null}::date, '[]') limit 1`.execute(
    tx,
  );
  const twin = found.rows[0];
  if (twin)
    throw new Refusal("DUPLICATE", {
      field: {
        zh: `与${twin.effectDate}起的补贴标准期间重叠，同类标准`,
        en: `A standard of this kind, in force from ${twin.effectDate},`,
      },
    });
}

/** The standard sent along with a course or a document; its fields are checked as if it had been sent alone. */
export async function saveStandard(tx: Tx, actor: Actor, app: Services, values: Values): Promise<string> {
  const { trainSubsidyDTO } = parseInput(record({ trainSubsidyDTO: saveOf(SubsidyStandard) }), {
    trainSubsidyDTO: values,
  });
  return (await saveRow(tx, actor, standardOptions, trainSubsidyDTO, app)).id;
}
