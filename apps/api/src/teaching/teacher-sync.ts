import { TeacherHire, teacherKind } from "@jipei/contract/teaching/teacher-hire.ts";
import { Teacher } from "@jipei/contract/teaching/teacher.ts";
import { saveOf } from "@jipei/contract/core/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { insertRow, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { parseInput } from "../core/input.ts";
import { personOf } from "../core/person.ts";
import { stored } from "../core/present.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { teachersOf } from "../external-data/external-data.queries.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { conflicts } from "./teacher-hire.ts";

type Values = Record<string, any>;

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
  }>`select id, credit_code from organisation where is_deleted = 0 and (id = ${orgId} or (${orgId}::bigint is null and state = 'isUser')) order by id`.execute(
    app.db,
  );
  const reports: Report[] = [];
  for (const { id, creditCode } of units.rows) {
    const teachers = await teachersOf(app, creditCode);
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
      await hire(tx, actor, orgId, id, reported["hire"] as Values | undefined);
    }
  return count;
}

/** A reported teacher as our own forms would take him, or null. */
function understood(reported: Values): Values | null {
  try {
    const values = parseInput(saveOf(Teacher), { idType: "1", isValid: "isValid", ...reported, id: null }) as Values;
    return values["title"] || values["skillLevel"] ? { ...values, ...personOf(values) } : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function store(tx: Tx, actor: Actor, app: Services, values: Values): Promise<{ id: string; isNew: boolean }> {
  const known = await tx
    .selectFrom("teacher")
    .select("id")
    .where("idNumberHash", "=", app.cipher.hash(values["idNumber"]))
    .where("isDeleted", "=", 0)
    .forUpdate()
    .executeTakeFirst();
  const { id: _id, version: _version, isValid, ...facts } = values;
  const columns = { ...stored(Teacher, app.cipher, facts), dataSource: "2", syncTime: sql`now()` };
  const row = known
    ? await updateRow(tx, actor, Teacher, known["id"], columns)
    : await insertRow(tx, actor, Teacher, { ...columns, isValid, teacherNo: await nextNumber(tx, "TEACHER_NO") });
  await writeAudit(tx, actor, [{ bizType: Teacher.name, bizId: row["id"], action: "synchronise" }]);
  return { id: row["id"], isNew: !known };
}

/** A reported contract is entered where none of the pair, and no full-time one elsewhere, covers any of its days. */
async function hire(
  tx: Tx,
  actor: Actor,
  orgId: string,
  teacherId: string,
  reported: Values | undefined,
): Promise<void> {
  const { startDate, endDate } = reported ?? {};
  const kind = String(reported?.["teacherKind"] ?? "");
  const day = /^\d{4}-\d\d-\d\d$/;
  if (!(kind in teacherKind.codes) || !day.test(startDate) || !day.test(endDate) || endDate <= startDate) return;
  const wanted = { teacherId, orgId, teacherKind: kind, startDate, endDate };
  if (!(await conflicts(tx, wanted))) await insertRow(tx, actor, TeacherHire, wanted);
}
