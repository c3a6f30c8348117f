import { correctableFields } from "@jipei/contract/classes/training-class.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { sql } from "kysely";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Guard } from "../core/transition.ts";
import { runIllegal } from "./class-state.ts";
import { runStateOf } from "./classes.queries.ts";
import { mustHaveOwnName, mustHaveOwnPlaces, mustHavePeriod } from "./training-class.save.ts";

type Values = Record<string, any>;
const correctable = new Set<string>(correctableFields);
const besides = new Set(["id", "classId", "version", "reason", "correctReason", "remark"]);

/** What a correction changes: the correctable fields that were sent and differ. */
export const correctionOf = (row: Values, input: Values): Values =>
  Object.fromEntries(
    correctableFields.flatMap((name) =>
      input[name] === null || input[name] === undefined || input[name] === row[name] ? [] : [[name, input[name]]],
    ),
  );

/** A whole row may be sent back; a frozen field may stand in it, but not with another value. @throws FIELD_FROZEN */
export const onlyCorrectable: Guard = (_tx, _actor, row, input) => {
  for (const [name, value] of Object.entries(input)) {
    const field: Field | undefined = (TrainingClass.fields as Record<string, Field>)[name];
    if (!field || correctable.has(name) || besides.has(name) || value === null || field.lookup || field.derived)
      continue;
    if (!same(field, value, row[name])) throw new Refusal("FIELD_FROZEN", { field: { zh: field.zh, en: field.en } });
  }
};
const same = (field: Field, sent: unknown, stored: unknown) =>
  field.kind === "decimal" ? Number(sent) === Number(stored) : String(sent) === String(stored ?? "");

const correctableRuns = new Set(["notStarted", "running", "ended"]);
/** Data are corrected until the class is assessed. @throws STATE_ILLEGAL */
export const stillCorrectable: Guard = async (tx, _actor, row) => {
  const run = await runStateOf(tx, row["id"]);
  if (!correctableRuns.has(run)) throw runIllegal(run, "数据更正", "Correct");
};

/** The corrected class must hold together as a saved one does. */
export const correctionHolds: Guard = async (tx, _actor, row, input) => {
  const changes = correctionOf(row, input);
  const merged = { ...row, ...changes } as Values;
  await mustHavePeriod(tx, merged);
  await mustEndAfterLessons(tx, merged);
  if (changes["className"]) await mustHaveOwnName(tx, row["orgId"], changes["className"], row["id"]);
  if (changes["classroomId"] || changes["headTeacherId"]) await mustHaveOwnPlaces(tx, row["orgId"], merged);
};

async function mustEndAfterLessons(tx: Tx, row: Values): Promise<void> {
  const last = await sql<{
    day: string | null;
  }>`select max(lesson_date) as day from lesson where class_id = ${row["id"]} and is_deleted = 0`.execute(tx);
  const day = last.rows[0]?.day;
  const { endDate } = TrainingClass.fields;
  if (day && day > row["endDate"])
    throw invalidField(
      "endDate",
      endDate.zh,
      endDate.en,
      `不能早于最后一课${day}`,
      `may not be before the last lesson, ${day}`,
    );
}
