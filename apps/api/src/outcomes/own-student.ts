import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { type Condition, everything, nothing } from "../core/database/sql.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { classIsSql } from "../training/training.queries.ts";

/** Somebody who was trained in a class of an institution. */
export interface Trained {
  id: string;
  /** Encrypted. */
  idNumber: string;
  classId: string;
  orgId: string;
  endDate: string;
}

/** Students of confirmed classes of institutions. @param where condition on the student (`s`) and the class (`c`) */
const trained = (where: ReturnType<typeof sql>) => sql<Trained>`
  select s.id, s.id_number, c.id as class_id, c.org_id, c.end_date from trainee s join training c on c.id = s.class_id
  where c.side = '1' and c.is_deleted = 0 and ${classIsSql("c", "isConfirmed")} and s.is_deleted = 0 and s.confirm_status = 'Confirm' and ${where}`;

/** The student that the actor is in a class; none for whoever was not trained there. */
export async function findSelf(db: Db, actor: Actor, classId: string): Promise<Trained | undefined> {
  const { rows } = await trained(sql`c.id = ${classId} and s.id_number_hash = ${actor.idNumberHash}`).execute(db);
  return rows[0];
}

/** A student whom the actor follows up: anybody for the bureau, those of the own institution, or oneself. */
export async function findFollowed(db: Db, actor: Actor, studentId: string): Promise<Trained | undefined> {
  const { rows } = await trained(sql`s.id = ${studentId} and ${mayFollow(actor)}`).execute(db);
  return rows[0];
}

/** Rows (`t.student_id`) of the actor’s own trainings. */
export const ofOneself = (actor: Actor): Condition =>
  actor.idNumberHash
    ? sql`t.student_id in (select s.id from trainee s where s.id_number_hash = ${actor.idNumberHash})`
    : nothing;

function mayFollow(actor: Actor) {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "person") return sql`s.id_number_hash = ${actor.idNumberHash}`;
  return actor.audience === "institution" && actor.orgId ? sql`c.org_id = ${actor.orgId}` : nothing;
}
