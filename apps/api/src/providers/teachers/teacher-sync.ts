import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { now } from "../../core/foundation/clock.ts";
import type { SaveInput } from "../../core/entity/crud.ts";
import { TeacherHire, teacherKind } from "@jipei/contract/providers/teacher-hire.ts";
import { Teacher } from "@jipei/contract/providers/teacher.ts";
import { saveShape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { parseInput } from "../../core/entity/input.ts";
import { parsePerson } from "../../core/foundation/person.ts";
import { stored } from "../../core/entity/to-response.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { getTeachers } from "../../external-data/external-data.queries.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { conflicts } from "./teacher-hire.ts";

type Values = Readonly<Record<string, unknown>>;

/** Teachers of an institution as the province reports them. */
export interface Report {
  orgId: string;
  teachers: Values[];
}

/**
 * Asks the province about institutions, one after the other, before any transaction opens.
 * @param orgId one institution, or null for all active ones
 * @throws EXT_UNAVAILABLE
 */
export async function askProvince(app: Services, orgId: string | null): Promise<Report[]> {
  const units = await sql<{
    id: string;
    creditCode: string;
  }>`select id, credit_code from organisation where is_deleted = 0 and (id = ${orgId} or (${orgId}::bigint is null and side = '1' and state = 'isUser')) order by id`.execute(
    app.db,
  );
  const reports: Report[] = [];
  for (const { id, creditCode } of units.rows) {
    const teachers = await getTeachers(app, creditCode);
    if (!teachers) throw new Refusal("EXT_UNAVAILABLE");
    reports.push({ orgId: id, teachers });
  }
  return reports;
}

/** Takes over what the province reports: new people join the pool, known ones are corrected; what makes no sense is left out. */
export async function takeOver(
  tx: Tx,
  actor: Actor,
  app: Services,
  reports: readonly Report[],
): Promise<{ added: number; changed: number; skipped: number }> {
  const count = { added: 0, changed: 0, skipped: 0 };
  for (const { orgId, teachers } of reports)
    for (const reported of teachers) {
      const values = understood(reported);
      if (!values) {
        count.skipped++;
        continue;
      }
      const { id, isNew } = await store(tx, actor, app, values);
      count[isNew ? "added" : "changed"]++;
      await hire(tx, actor, orgId, id, reported.hire as Values | undefined);
    }
  return count;
}

/** A reported teacher as our own forms would take them, or null. */
function understood(reported: Values): (SaveInput<typeof Teacher> & ReturnType<typeof parsePerson>) | null {
  try {
    const values = parseInput(saveShape(Teacher), { idType: "1", isValid: "isValid", ...reported, id: null });
    return values.title || values.skillLevel ? { ...values, ...parsePerson(values) } : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function store(
  tx: Tx,
  actor: Actor,
  app: Services,
  values: NonNullable<ReturnType<typeof understood>>,
): Promise<{ id: string; isNew: boolean }> {
  const known = await tx
    .selectFrom("teacher")
    .select("id")
    .where("idNumberHash", "=", app.cipher.hash(values.idNumber))
    .where("isDeleted", "=", 0)
    .forUpdate()
    .executeTakeFirst();
  const { id: _id, version: _version, updateTime: _updateTime, isValid, ...facts } = values;
  const columns = { ...stored(Teacher, app.cipher, facts), dataSource: "2", syncTime: now() } as const;
  const row = known
    ? await updateRow(tx, actor, Teacher, known.id, columns)
    : await insertRow(tx, actor, Teacher, { ...columns, isValid, teacherNo: await nextNumber(tx, "TEACHER_NO") });
  await writeAudit(tx, actor, [{ bizType: Teacher.name, bizId: row.id, action: "synchronise" }]);
  return { id: row.id, isNew: !known };
}

/** A reported contract is entered where none of the pair, and no full-time one elsewhere, covers any of its days. */
async function hire(
  tx: Tx,
  actor: Actor,
  orgId: string,
  teacherId: string,
  reported: Values | undefined,
): Promise<void> {
  const startDate = String(reported?.startDate ?? "");
  const endDate = String(reported?.endDate ?? "");
  const kind = String(reported?.teacherKind ?? "") as CodeOf<typeof teacherKind>;
  const day = /^\d{4}-\d\d-\d\d$/;
  if (!(kind in teacherKind.codes) || !day.test(startDate) || !day.test(endDate) || endDate <= startDate) return;
  const wanted = { teacherId, orgId, teacherKind: kind, startDate, endDate };
  if (!(await conflicts(tx, wanted))) await insertRow(tx, actor, TeacherHire, wanted);
}
