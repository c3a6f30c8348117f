import { Student } from "@jipei/contract/training/student.ts";
import type { SignUp } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { insertRow, removeRows } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Columns, StoredRow } from "../../core/database/tables.ts";
import { shareFile } from "../../core/storage/files.ts";
import { stored } from "../../core/entity/to-response.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Effect, MoveInput } from "../../core/entity/transition.ts";
import { isMakeUp } from "../sign-ups/sign-up.guards.ts";

/** Roster rows that come from sign-ups. */

/** Where somebody's household is, as far as anybody has said: register or earlier roster row. */
export type Household = Pick<StoredRow<typeof Student>, "regionCode" | "hukouType">;

/** What an acceptance learned from the register, by sign-up. */
export interface AcceptanceInput extends MoveInput {
  households?: ReadonlyMap<string, Household>;
}

/**
 * 6.1-2: puts an accepted person onto the roster. Someone who is there already is only linked; a make-up needs no row.
 * What a sign-up does not ask (household) is taken from the person's latest roster row, else from the register (`input.households`); the institution
 * completes it before submission.
 */
export const seatFromSignUp: Effect<typeof SignUp, AcceptanceInput> = async (tx, actor, row, input, app) => {
  if (isMakeUp(row)) return;
  const linked = await sql`
    update student set sign_id = ${row.id}, update_user = ${actor.userId}, update_time = now(), version = version + 1
    where class_id = ${row.classId} and id_number_hash = ${row.idNumberHash} and is_deleted = 0 and confirm_status <> 'Invalidate'`.execute(
    tx,
  );
  if (Number(linked.numAffectedRows) > 0) return;
  const household = (await knownHousehold(tx, row.idNumberHash)) ?? input.households?.get(row.id);
  const {
    name,
    idType,
    idNumber,
    sex,
    birthday,
    nation,
    education,
    phone,
    personCategory,
    categoryAttId,
    classId,
    orgId,
  } = row;
  const columns = {
    name,
    idType,
    idNumber,
    sex,
    birthday,
    nation,
    education,
    phone,
    personCategory,
    categoryAttId,
    classId,
    orgId,
    ...household,
    ...(row.entId && (await workUnitOf(tx, row.entId))),
  };
  const id = await seat(tx, actor, app, {
    ...columns,
    signId: row.id,
    rosterSource: "2",
    accountId: await findAccount(tx, row.idNumberHash),
  });
  if (categoryAttId) await shareFile(tx, categoryAttId, Student, id, "categoryAttId");
};

/** Inserts a draft row of the roster, values in clear. @returns its id */
export async function seat(tx: Tx, actor: Actor, app: Services, values: Columns<typeof Student>): Promise<string> {
  const row = await insertRow(
    tx,
    actor,
    Student,
    stored(Student, app.cipher, { ...values, confirmStatus: "unSubmit", gradeResult: "0", subsidyStatus: "none" }),
  );
  await writeAudit(tx, actor, [{ bizType: "Student", bizId: row.id, action: "add", toStatus: "unSubmit" }]);
  return row.id;
}

async function knownHousehold(tx: Tx, idNumberHash: string): Promise<Household | undefined> {
  const found =
    await sql<Household>`select region_code, hukou_type from student where id_number_hash = ${idNumberHash} and side = '1' and is_deleted = 0 order by id desc limit 1`.execute(
      tx,
    );
  return found.rows[0];
}

/** Staff whom their enterprise signed up work there. */
async function workUnitOf(tx: Tx, entId: string): Promise<Columns<typeof Student>> {
  const { rows } = await sql<{ workUnit: string; workUnitCode: string | null }>`
    select left(org_name, 100) as work_unit, credit_code as work_unit_code from unit where id = ${entId}`.execute(tx);
  return rows[0] ?? {};
}

/** The person's own account, if there is one. */
export async function findAccount(tx: Tx, idNumberHash: string): Promise<string | null> {
  const account = await tx
    .selectFrom("studentAccount")
    .select("id")
    .where("idNumberHash", "=", idNumberHash)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  return account?.id ?? null;
}

/** 6.1-5: the roster row of a withdrawn sign-up goes with it. */
export const unseat: Effect<typeof SignUp> = async (tx, actor, row, _input, _app, before) => {
  if (before.confirmStatus !== "Confirm") return;
  const rows = await tx
    .selectFrom("student")
    .select("id")
    .where("signId", "=", row.id)
    .where("classId", "=", row.classId)
    .where("isDeleted", "=", 0)
    .forUpdate()
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map((student) => student.id as string);
  await removeRows(tx, actor, Student, ids);
  await writeAudit(
    tx,
    actor,
    ids.map((id) => ({ bizType: "Student", bizId: id, action: "remove" })),
  );
};
