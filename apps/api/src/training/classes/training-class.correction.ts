import { runAllows } from "@jipei/contract/training/training-class.machine.ts";
import type { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { TrainingClass, correctableFields } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Guard, MoveInput } from "../../core/entity/transition.ts";
import { runIllegal } from "./class-state.ts";
import { getRunState } from "./classes.ts";
import { assertHasOwnName, assertHasOwnPlaces, assertHasPeriod, assertLicenceLasts } from "./training-class.save.ts";

/** What a correction brings: the fields that are to change, and why. */
export type CorrectionInput = MoveInput & Partial<InputOf<typeof classCalls.correct>>;
type Row = StoredRow<typeof TrainingClass>;
type Correction = Partial<Pick<Row, (typeof correctableFields)[number]>>;
const correctable = new Set<string>(correctableFields);
const besides = new Set(["id", "classId", "version", "reason", "correctReason", "remark"]);

/** What a correction changes: the correctable fields that were sent and differ. */
export const getCorrection = (row: Row, input: CorrectionInput): Correction =>
  Object.fromEntries(
    correctableFields.flatMap((name) =>
      input[name] === null || input[name] === undefined || input[name] === row[name] ? [] : [[name, input[name]]],
    ),
  );

/** A whole row may be sent back; a frozen field may stand in it, but not with another value. @throws FIELD_FROZEN */
export const onlyCorrectable: Guard<typeof TrainingClass, CorrectionInput> = (_tx, _actor, row, input) => {
  for (const [name, value] of Object.entries(input)) {
    const field: Field | undefined = (TrainingClass.fields as Record<string, Field>)[name];
    if (!field || correctable.has(name) || besides.has(name) || value === null || field.lookup || field.derived)
      continue;
    if (!same(field, value, (row as Readonly<Record<string, unknown>>)[name]))
      throw new Refusal("FIELD_FROZEN", { field: { zh: field.zh, en: field.en } });
  }
};
const same = (field: Field, sent: unknown, stored: unknown) =>
  field.kind === "decimal" ? Number(sent) === Number(stored) : String(sent) === String(stored ?? "");

/** Data are corrected until the class is assessed. @throws STATE_ILLEGAL */
export const stillCorrectable: Guard<typeof TrainingClass, CorrectionInput> = async (tx, _actor, row) => {
  const run = await getRunState(tx, row.id);
  if (!runAllows("correct", run)) throw runIllegal(run, "数据更正", "Correct");
};

/** The corrected class must hold together as a saved one does. */
export const correctionHolds: Guard<typeof TrainingClass, CorrectionInput> = async (tx, _actor, row, input) => {
  const changes = getCorrection(row, input);
  const merged = { ...row, ...changes };
  await assertHasPeriod(tx, merged);
  await assertEndsAfterLessons(tx, merged);
  if (merged.endDate > row.endDate) await assertLicenceLasts(tx, merged);
  if (changes.className) await assertHasOwnName(tx, row.orgId, changes.className, row.id);
  if (changes.classroomId || changes.headTeacherId) await assertHasOwnPlaces(tx, row.orgId, merged);
};

async function assertEndsAfterLessons(tx: Tx, row: Pick<Row, "id" | "endDate">): Promise<void> {
  const last = await sql<{
    day: string | null;
  }>`select max(lesson_date) as day from lesson where class_id = ${row.id} and is_deleted = 0`.execute(tx);
  const day = last.rows[0]?.day;
  if (day && day > row.endDate)
    throw invalidValue(TrainingClass, "endDate", `不能早于最后一课${day}`, `may not be before the last lesson, ${day}`);
}
