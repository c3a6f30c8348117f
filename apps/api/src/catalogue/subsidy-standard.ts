import { type Draft, columns } from "../core/entity/columns.ts";
import { Course } from "@jipei/contract/catalogue/course.ts";
import { CourseSubsidyFile } from "@jipei/contract/catalogue/course-subsidy-file.ts";
import { SubsidyStandard } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { level as levels, subsidyKind as subsidyKinds } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { record, saveShape } from "@jipei/contract/core/fields/shape.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { changedFields } from "../core/entity/changes.ts";
import { type CrudOptions, type SaveInput } from "../core/entity/crud.ts";
import type { Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { parseInput } from "../core/entity/input.ts";
import { liveRow } from "../core/database/rows.ts";
import { refuseUsed } from "../core/entity/references.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { policyControlled } from "../policy/policy.queries.ts";
import { getParameters } from "../settings/settings.queries.ts";
import { standardIsUsed } from "./course.holds.ts";
import { assertKindsFit } from "./kinds-fit.ts";
import { validRows } from "../core/database/rows.ts";

export const standardOptions: CrudOptions<typeof SubsidyStandard> = {
  entity: SubsidyStandard,
  resource: "subsidy",
  scope: validRows,
  async beforeSave(tx, _actor, merged, old, app) {
    if (old && (await app.ports.holds(tx, standardIsUsed, old.id))) assertOnlyEnds(merged, old);
    const course = await liveRow(tx, Course, merged.courseId);
    if (!course) throw invalidValue(SubsidyStandard, "courseId", "不存在", "does not exist");
    if (!(await liveRow(tx, CourseSubsidyFile, merged.subsidyFileId)))
      throw invalidValue(SubsidyStandard, "subsidyFileId", "不存在", "does not exist");
    if (merged.expireDate && merged.expireDate < merged.effectDate)
      throw invalidValue(SubsidyStandard, "expireDate", "不能早于生效日期", "may not be before the first day");
    await assertKindsFit(tx, { ...merged, trainKind: course.trainKind, until: merged.expireDate ?? null });
    await assertBounded(tx, merged);
    if (merged.isValid === "isValid") await assertNoOverlap(tx, merged);
    return columns(SubsidyStandard, { occupClass: course.occupClass, level: course.level });
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, SubsidyStandard, rows, "SUBSIDY_LOCKED"),
};

/** Saves and removals of standards: what is in force, or comes into force, is approved by a second person. */
export const standards = policyControlled(standardOptions, "SubsidyStandard", {
  governs: ({ isValid }) => isValid === "isValid",
  draft: (input) => ({ ...input, isValid: "unValid" as const }),
  async title(tx, { courseId, subsidyFileId, subsidyKind, standardAmount }) {
    const course = await liveRow(tx, Course, courseId);
    const file = await liveRow(tx, CourseSubsidyFile, subsidyFileId);
    return `${course?.courseName}（${getLabels(levels, course?.level ?? "0").zh}）${getLabels(subsidyKinds, subsidyKind).zh} ${standardAmount}元/人 · ${file?.fileNo}`;
  },
});

/** A used standard takes one change: a last day from today on, so that a new row may follow it. @throws SUBSIDY_LOCKED */
function assertOnlyEnds(merged: Draft<typeof SubsidyStandard>, old: StoredRow<typeof SubsidyStandard>): void {
  const changed = changedFields(SubsidyStandard, merged, old);
  const ends =
    changed.length === 0 ||
    (changed.length === 1 && changed[0] === "expireDate" && (merged.expireDate ?? "9999") >= today());
  if (!ends) throw new Refusal("SUBSIDY_LOCKED");
}

/** Two standards of a course, kind and payee may not be in force on one day. The exclusion constraint stands behind. */
async function assertNoOverlap(tx: Tx, row: Draft<typeof SubsidyStandard>): Promise<void> {
  const found = await sql<{
    effectDate: string;
  }>`select effect_date from subsidy_standard t where t.is_deleted = 0 and t.is_valid = 'isValid' and t.id is distinct from ${row.id ?? null}::bigint
    and t.course_id = ${row.courseId} and t.subsidy_kind = ${row.subsidyKind} and t.pay_target = ${row.payTarget}
    and daterange(t.effect_date, t.expire_date, '[]') && daterange(${row.effectDate}::date, ${row.expireDate ?? null}::date, '[]') limit 1`.execute(
    tx,
  );
  const duplicate = found.rows[0];
  if (duplicate)
    throw new Refusal("DUPLICATE", {
      field: {
        zh: `与${duplicate.effectDate}起的补贴标准期间重叠，同类标准`,
        en: `A standard of this kind, in force from ${duplicate.effectDate},`,
      },
    });
}

/**
 * A standard exceeds the one before it by no more than `standard.max.increase`, and a first one is no higher than `standard.max.first` (docs/rules.md,
 * policy by two people). @throws FIELD_INVALID
 */
async function assertBounded(tx: Tx, row: Draft<typeof SubsidyStandard>): Promise<void> {
  const bounds = await getParameters(tx, ["standard.max.increase", "standard.max.first"]);
  const before = await getStandardBefore(tx, row);
  const most = before
    ? new Decimal(before).times(bounds["standard.max.increase"].plus(1)).toDecimalPlaces(2, Decimal.ROUND_DOWN)
    : bounds["standard.max.first"];
  if (new Decimal(row.standardAmount).lte(most)) return;
  throw before
    ? invalidValue(
        SubsidyStandard,
        "standardAmount",
        `较前一标准${before}元上浮超过上限，不得高于${most.toFixed(2)}元`,
        `more than allowed above the standard before (${before} yuan): at most ${most.toFixed(2)} yuan`,
      )
    : invalidValue(
        SubsidyStandard,
        "standardAmount",
        `首个标准不得高于${most.toFixed(2)}元`,
        `a first standard is at most ${most.toFixed(2)} yuan`,
      );
}

/** Yuan of the valid standard of a course, kind and payee that was in force last before this one begins, also where it is this one as it stands. */
async function getStandardBefore(tx: Tx, row: Draft<typeof SubsidyStandard>): Promise<string | null> {
  const before = await tx
    .selectFrom("subsidyStandard")
    .select("standardAmount")
    .where("courseId", "=", row.courseId)
    .where("subsidyKind", "=", row.subsidyKind)
    .where("payTarget", "=", row.payTarget)
    .where("isValid", "=", "isValid")
    .where("isDeleted", "=", 0)
    .where("effectDate", "<=", row.effectDate)
    .orderBy("effectDate", "desc")
    .limit(1)
    .executeTakeFirst();
  return before?.standardAmount ?? null;
}

/** The standard sent along with a course or a document; its fields are checked as if it had been sent alone. */
export async function saveStandard(
  tx: Tx,
  actor: Actor,
  app: Services,
  values: SaveInput<typeof SubsidyStandard>,
): Promise<string> {
  const { trainSubsidyDTO } = parseInput(record({ trainSubsidyDTO: saveShape(SubsidyStandard) }), {
    trainSubsidyDTO: values,
  });
  return (await standards.save(tx, actor, trainSubsidyDTO, app)).id;
}
