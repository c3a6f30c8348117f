import { signUpMachine } from "@jipei/contract/training/sign-up.machine.ts";
import { studentMachine } from "@jipei/contract/training/student.machine.ts";
import { Student, type StudentRow } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { transition } from "../../core/entity/transition.ts";
import { getClassFacts, onRoster, waiting } from "./class-facts.ts";
import { isOwnUnit } from "../../providers/providers.queries.ts";
import { memberScope, studentScope } from "./roster.scope.ts";
import { type Member, assertEntitled, assertNoClash } from "./roster-rules.ts";
import { signUpLifecycle } from "../sign-ups/sign-up.lifecycle.ts";
import { studentLifecycle } from "./student.lifecycle.ts";

/** What somebody who signs up may still get of a class (alias `t`): seats that neither roster nor waiting sign-ups hold. */
export const freeSeats = sql<number>`greatest(0, t.plan_count - ${onRoster(sql`t.id`)} - ${waiting(sql`t.id`)})`;

/** Live rows of a class by state: all, those the bureau has still to decide, those it accepted. */
export async function rosterCounts(
  db: Db,
  classId: string,
): Promise<{ live: number; pending: number; confirmed: number }> {
  const found = await sql<{ live: number; pending: number; confirmed: number }>`
    select count(*)::int as live, (count(*) filter (where confirm_status = 'unConfirm'))::int as pending, (count(*) filter (where confirm_status = 'Confirm'))::int as confirmed
    from student where class_id = ${classId} and is_deleted = 0 and confirm_status <> 'Invalidate'`.execute(db);
  return found.rows[0] ?? { live: 0, pending: 0, confirmed: 0 };
}

export interface RosterPerson extends Member {
  id: string;
  studentNo: string | null;
  confirmStatus: string;
  accountId: string | null;
  /** In clear, for messages; never for an answer. */
  phone: string;
}

/** Live rows of a class in order of their numbers. */
export async function getRoster(db: Db, app: Services, classId: string): Promise<RosterPerson[]> {
  const found =
    await sql<RosterPerson>`select id, name, id_number_hash, student_no, confirm_status, account_id, phone from student
    where class_id = ${classId} and is_deleted = 0 and confirm_status <> 'Invalidate' order by student_no nulls last, id`.execute(
      db,
    );
  return found.rows.map((row) => ({ ...row, phone: app.cipher.decrypt(row.phone) }));
}

/** Students of a class the bureau accepted, as far as the actor sees them, in order of their numbers. */
export const readStudents = (db: Db, actor: Actor, app: Services, classId: string): Promise<StudentRow[]> =>
  readChildRows(db, actor, app, Student, {
    scope: memberScope,
    where: sql`t.class_id = ${classId} and t.confirm_status = 'Confirm'`,
    order: sql`t.student_no nulls last, t.id`,
    view: "list",
  });

/** All rosters of the person behind a roster row, newest first, as far as the actor sees them; none where they do not see that row. */
export async function readTrainings(db: Db, actor: Actor, app: Services, studentId: string): Promise<StudentRow[]> {
  const where = sql`t.id_number_hash = (select h.id_number_hash from student h where h.id = ${studentId})`;
  const rows = await readChildRows(db, actor, app, Student, {
    scope: studentScope,
    where,
    order: sql`(select c.start_date from training_class c where c.id = t.class_id) desc, t.id desc`,
    view: "list",
  });
  return rows.some((row) => row.id === studentId) ? rows : [];
}

const getMembers = async (db: Db, classId: string): Promise<Member[]> =>
  (
    await sql<Member>`select id, name, id_number_hash from student where class_id = ${classId} and is_deleted = 0 and confirm_status <> 'Invalidate' order by id`.execute(
      db,
    )
  ).rows;

/** @throws STUDENT_CLASH naming everybody of the roster who is in another class at the same time */
export const assertRosterHasNoClash = async (tx: Tx, classId: string): Promise<void> =>
  assertNoClash(tx, await getClassFacts(tx, classId), await getMembers(tx, classId));

/** A lesson as it shall be, as far as its students' time is concerned. */
interface Hours {
  lessonDate: string;
  startTime: string;
  endTime: string;
}

/**
 * Students of a class who sit in a lesson of another class at one of these times, reported class by class (STUDENT_CLASH). What is refused when
 * the class is submitted is known before a lesson is saved.
 */
export async function findRosterIssues(
  db: Db,
  classId: string,
  lessons: readonly Hours[],
): Promise<{ index: number; refusal: Refusal }[]> {
  const forward = lessons.map((one, index) => ({ ...one, index })).filter((one) => one.startTime < one.endTime);
  const found = await sql<{ index: number; name: string; others: number; label: string }>`
    with wanted as (
      select * from unnest(${forward.map((one) => one.index)}::int[], ${forward.map((one) => one.lessonDate)}::date[], ${forward.map((one) => one.startTime)}::time[], ${forward.map((one) => one.endTime)}::time[])
        as u (index, day, starts, ends)
    ), elsewhere as (
      select s.id, s.name, o.class_id from student s
        join student o on o.id_number_hash = s.id_number_hash and o.class_id <> s.class_id and o.is_deleted = 0 and o.confirm_status <> 'Invalidate'
      where s.class_id = ${classId} and s.is_deleted = 0 and s.confirm_status <> 'Invalidate'
    )
    select w.index, min(e.name) as name, count(distinct e.id)::int - 1 as others, coalesce(c.class_no, c.class_name) as label
    from wanted w
      join lesson l on l.lesson_date = w.day and l.start_time < w.ends and w.starts < l.end_time and l.is_deleted = 0
      join elsewhere e on e.class_id = l.class_id
      join training_class c on c.id = l.class_id and c.is_deleted = 0 and not class_is_void(c.status)
    group by w.index, c.id order by w.index, c.id`.execute(db);
  return found.rows.map(({ index, name, others, label }) => ({
    index,
    refusal: new Refusal("STUDENT_CLASH", {
      name: others === 0 ? name : { zh: `${name}等${others + 1}人`, en: `${name} and ${others} more` },
      classNo: label,
    }),
  }));
}

/** @throws SUBSIDY_DUP, ANNUAL_LIMIT for a subsidised class */
export const assertRosterEntitled = async (db: Db, app: Services, classId: string): Promise<void> =>
  assertEntitled(db, app, await getClassFacts(db, classId), await getMembers(db, classId));

/** Whether sign-ups of a class wait for a decision. */
export async function hasPendingSignUps(db: Db, classId: string): Promise<boolean> {
  const found =
    await sql`select 1 from sign_up where class_id = ${classId} and is_deleted = 0 and confirm_status = 'unConfirm' limit 1`.execute(
      db,
    );
  return found.rows.length > 0;
}

type RosterMove = "commit" | "recall" | "release" | "drop" | "discard" | "terminate";

/** Moves the rows of a class along with it (7-3, 7-4, 5.1-4, 5.1-8, 5.1-9): those that stand in a state the move starts from. */
export async function moveRoster(
  tx: Tx,
  actor: Actor,
  classId: string,
  action: RosterMove,
  input: { reason?: string | null },
  app: Services,
): Promise<void> {
  const found = await sql<{
    id: string;
  }>`select id from student where class_id = ${classId} and is_deleted = 0 and confirm_status = any(${[...studentMachine.actions[action].from]}) order by id`.execute(
    tx,
  );
  const ids = found.rows.map((row) => row.id);
  if (ids.length > 0) await transition(tx, actor, studentLifecycle, action, ids, input, app);
}

/** Whether somebody of the bureau has decided on a student of the class since it was submitted. */
export async function isLookedAt(tx: Tx, classId: string): Promise<boolean> {
  const found = await sql<{ is: boolean }>`
    select exists (select 1 from student s join training_class c on c.id = s.class_id
      where s.class_id = ${classId} and s.is_deleted = 0 and s.confirm_time >= c.commit_time) as is`.execute(tx);
  return found.rows[0]?.is === true;
}

/** Sign-ups that nobody decided on end when the class is confirmed (5.1-4). */
export async function lapseSignUps(tx: Tx, actor: Actor, classId: string, app: Services): Promise<void> {
  const found = await sql<{
    id: string;
  }>`select id from sign_up where class_id = ${classId} and is_deleted = 0 and confirm_status = any(${[...signUpMachine.actions.lapse.from]}) order by id`.execute(
    tx,
  );
  const ids = found.rows.map((row) => row.id);
  if (ids.length > 0) await transition(tx, actor, signUpLifecycle, "lapse", ids, {}, app);
}

/** Whether a person is, or asked to become, a student of the actor's institution or is insured by the actor's enterprise, which signed them up. */
export async function isOwnStudent(
  db: Db,
  { actor, idNumberHash }: { actor: Actor; idNumberHash: string },
): Promise<boolean> {
  const found = await sql`
    select 1 where (${actor.orgId}::bigint is not null and exists (select from student where id_number_hash = ${idNumberHash} and org_id = ${actor.orgId} and is_deleted = 0))
      or (${actor.entId}::bigint is not null and (exists (select from sign_up where id_number_hash = ${idNumberHash} and ent_id = ${actor.entId} and is_insured = '1' and is_deleted = 0)
        or exists (select from enterprise_student t where t.id_number_hash = ${idNumberHash} and ${isOwnUnit(sql`t.unit_id`, actor)} and t.is_deleted = 0)))`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** Sets hours attended and rate of every live row of a class from its held lessons; no held hours: no rate. */
export async function storeAttendance(tx: Tx, classId: string): Promise<void> {
  await sql`
    update student s set attend_hours = a.hours, attendance_rate = round(a.hours / nullif(a.held, 0) * 100, 2)
    from (
      select m.id, coalesce(sum(t.counted_hours) filter (where l.is_held = '1'), 0) as hours,
        (select sum(hours) from lesson where class_id = ${classId} and is_deleted = 0 and is_held = '1') as held
      from student m left join attendance t on t.student_id = m.id and t.is_deleted = 0
        left join lesson l on l.id = t.schedule_id and l.class_id = m.class_id and l.is_deleted = 0
      where m.class_id = ${classId} and m.is_deleted = 0 and m.confirm_status <> 'Invalidate' group by m.id
    ) a where a.id = s.id`.execute(tx);
}
