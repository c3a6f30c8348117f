import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { isDraft } from "../classes/class-state.ts";
import type { PlannedTraining } from "../training.holds.ts";

/** What sign-ups and rosters need to know of their class. */
export interface ClassFacts extends PlannedTraining {
  id: string;
  side: "1" | "2";
  orgId: string;
  trainerId: string | null;
  classNo: string | null;
  className: string;
  courseId: string;
  courseName: string;
  occupationName: string;
  isSubsidy: string;
  planCount: number;
  status: string;
  startDate: string;
  signStartDate: string | null;
  signEndDate: string | null;
  trainPlace: string;
  chargeStandard: string;
}

const facts = sql`
  select c.id, c.side, c.org_id, c.trainer_id, c.class_no, c.class_name, c.course_id, c.course_name, c.occupation_code, c.occupation_name, c.level, c.train_kind, c.is_subsidy, c.plan_count,
    c.status, c.start_date, c.end_date, c.sign_start_date, c.sign_end_date, c.train_place, c.charge_standard,
    (select s.type_no from programme k join startup_kind s on s.id = k.entrepreneurial_type_id where k.id = c.course_id) as startup_type,
    (select s.rank from programme k join startup_kind s on s.id = k.entrepreneurial_type_id where k.id = c.course_id) as startup_rank
  from training_class c`;

/** @throws NOT_FOUND */
export async function getClassFacts(db: Db, classId: string): Promise<ClassFacts> {
  return one(await sql<ClassFacts>`${facts} where c.id = ${classId} and c.is_deleted = 0`.execute(db));
}

/**
 * The class with its row locked: whoever changes its roster or takes a seat waits here for the others, so that seats cannot be given
 * away twice. @throws NOT_FOUND
 */
export async function lockClass(tx: Tx, classId: string): Promise<ClassFacts> {
  return one(
    await sql<ClassFacts>`${facts} where c.id = ${classId} and c.is_deleted = 0 for no key update of c`.execute(tx),
  );
}

/** Several classes, locked in order of id so that two calls cannot wait for each other. */
export async function lockClasses(tx: Tx, classIds: readonly string[]): Promise<Map<string, ClassFacts>> {
  const found =
    await sql<ClassFacts>`${facts} where c.id = any(${classIds}::bigint[]) and c.is_deleted = 0 order by c.id for no key update of c`.execute(
      tx,
    );
  return new Map(found.rows.map((row) => [row.id, row]));
}

/** The classes of roster rows, locked before the rows themselves. */
export async function lockClassesForStudents(tx: Tx, ids: readonly string[]): Promise<Map<string, ClassFacts>> {
  const owners = await tx.selectFrom("student").select("classId").distinct().where("id", "in", ids).execute();
  return lockClasses(
    tx,
    owners.map((row) => row.classId),
  );
}

/** An institution handles its own classes only. @throws NOT_OWNER */
export function assertOwnClass(actor: Actor, { orgId }: Pick<ClassFacts, "orgId">): void {
  if (actor.audience === "institution" && orgId !== actor.orgId) throw new Refusal("NOT_OWNER");
}

/** The roster changes only while its class is a draft. @throws CLASS_LOCKED */
export function assertUnlocked(facts: Pick<ClassFacts, "status"> | undefined): void {
  if (!facts || !isDraft(facts.status)) throw new Refusal("CLASS_LOCKED");
}

function one({ rows }: { rows: ClassFacts[] }): ClassFacts {
  if (!rows[0]) throw new Refusal("NOT_FOUND");
  return rows[0];
}

/** How a class is called before it has its number. */
export const getClassLabel = (facts: Pick<ClassFacts, "classNo" | "className">): string =>
  facts.classNo ?? facts.className;

type ClassId = string | RawBuilder<unknown>;
/** Live roster rows. */
export const onRoster = (classId: ClassId) =>
  sql`(select count(*)::int from student where class_id = ${classId} and is_deleted = 0 and confirm_status <> 'Invalidate')`;
/** Sign-ups that wait for the institution; a make-up takes no seat. */
export const waiting = (classId: ClassId) =>
  sql`(select count(*)::int from sign_up where class_id = ${classId} and is_deleted = 0 and confirm_status = 'unConfirm' and coalesce(re_sign_kind, '') <> '3')`;

/** Seats in use: live roster rows, and sign-ups that wait for the institution. */
export async function getSeats(db: Db, classId: string): Promise<{ roster: number; pending: number }> {
  const found = await sql<{
    roster: number;
    pending: number;
  }>`select ${onRoster(classId)} as roster, ${waiting(classId)} as pending`.execute(db);
  return found.rows[0] ?? { roster: 0, pending: 0 };
}
