import { EnterpriseClass, apprenticeship, staffTrainKinds } from "@jipei/contract/training/enterprise-class.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { assertOfKind, findCourse } from "../../catalogue/catalogue.queries.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { addDays, addMonths, today } from "../../core/foundation/clock.ts";
import { Refusal, because, invalidValue } from "../../core/foundation/refusal.ts";
import { type RecordState, findRecord } from "../../enterprises/enterprises.queries.ts";
import { assertActive, findCourseOffer, isApproved } from "../../providers/providers.queries.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { assertDraft } from "../classes/class-state.ts";
import { assertHasPeriod } from "../classes/training-class.save.ts";
import { getLeastHours } from "./least-hours.ts";

type Row = Draft<typeof EnterpriseClass>;
const issue = (name: keyof typeof EnterpriseClass.fields, zh: string, en: string) =>
  invalidValue(EnterpriseClass, name, zh, en);

/** Largest group of apprentices. */
const maxApprentices = 200;
/** Shortest and longest apprenticeship, in months. */
const apprenticeMonths = [12, 36] as const;

/** Guards of 13-1, in their order, and what the server fills in. */
export const beforeSaveEnterpriseClass: NonNullable<CrudOptions<typeof EnterpriseClass>["beforeSave"]> = async (
  tx,
  actor,
  row,
  old,
) => {
  if (!actor.entId) throw new Refusal("NOT_OWNER");
  if (old) assertDraft({ status: old.confirmStatus }, "修改", "edit");
  const record = await getRecord(tx, actor);
  if (!(staffTrainKinds as readonly string[]).includes(row.trainKind))
    throw issue("trainKind", "不是企业可开设的培训类别", "not a kind of training that an enterprise may give");
  if (old?.classNo) assertKeepsNumber(row, old);
  const course = await findCourse(tx, row.courseId);
  if (course?.isValid !== "isValid") throw new Refusal("COURSE_NOT_VALID");
  assertOfKind(EnterpriseClass, row, course);
  await assertHasSize(tx, row);
  await assertLasts(tx, row);
  const least = getLeastHours(row, course.minHours, record.isHighRisk);
  if (new Decimal(row.totalHours).lt(least))
    throw because("CLASS_HOURS_SHORT", "hours", { a: least.toFixed(1), b: row.totalHours });
  await refuseDuplicate(
    tx,
    EnterpriseClass,
    row.id,
    { unitId: record.unitId, className: row.className },
    "CLASS_DUP",
    {},
  );
  if (row.orgId) await assertTrains(tx, row.orgId, course.id);
  const { courseName, occupationCode, occupationName, level } = course;
  return columns(EnterpriseClass, {
    unitId: record.unitId,
    courseName,
    occupationCode,
    occupationName,
    level,
    confirmStatus: old?.confirmStatus ?? "unSubmit",
  });
};

/** The enterprise has said of itself this year what it is. @throws ENT_TOTAL_REQUIRED */
export async function getRecord(db: Db, { entId }: Actor): Promise<RecordState> {
  const record = entId ? await findRecord(db, entId, Number(today().slice(0, 4))) : null;
  if (!record) throw new Refusal("ENT_TOTAL_REQUIRED");
  return record;
}

/** A class that was submitted before keeps its course, and the kind of training that its number tells. @throws FIELD_FROZEN */
function assertKeepsNumber(row: Row, old: StoredRow<typeof EnterpriseClass>): void {
  for (const name of ["courseId", "trainKind"] as const)
    if (row[name] !== old[name]) {
      const { zh, en } = EnterpriseClass.fields[name];
      throw new Refusal("FIELD_FROZEN", { field: { zh, en } });
    }
}

async function assertHasSize(tx: Tx, { trainKind, planCount }: Row): Promise<void> {
  const max = trainKind === apprenticeship ? maxApprentices : await parameter(tx, "class.size.max");
  if (planCount > max) throw issue("planCount", `不能超过${max}人`, `at most ${max} people`);
}

/** Apprentices learn for one to three years, everybody else no longer than any class lasts. @throws FIELD_INVALID */
async function assertLasts(tx: Tx, row: Row): Promise<void> {
  if (row.trainKind !== apprenticeship) return assertHasPeriod(tx, row);
  const [least, most] = apprenticeMonths.map((months) => addDays(addMonths(row.startDate, months), -1));
  if (row.endDate < (least as string) || row.endDate > (most as string))
    throw issue("endDate", "学徒培训须为1至3年", "an apprenticeship lasts one to three years");
}

/** Who trains the staff is an institution in use, approved for the course. @throws FIELD_INVALID, ORG_NOT_ACTIVE, COURSE_NOT_APPROVED */
async function assertTrains(tx: Tx, orgId: string, courseId: string): Promise<void> {
  const found = await sql`select from institution where id = ${orgId} and side = '1' and is_deleted = 0`.execute(tx);
  if (found.rows.length === 0) throw issue("orgId", "不是培训机构", "is no institution");
  await assertMayTrain(tx, orgId, courseId);
}

/** @throws ORG_NOT_ACTIVE, COURSE_NOT_APPROVED */
export async function assertMayTrain(tx: Tx, orgId: string, courseId: string): Promise<void> {
  await assertActive(tx, orgId);
  if (!isApproved(await findCourseOffer(tx, orgId, courseId))) throw new Refusal("COURSE_NOT_APPROVED");
}
