import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { isOwnUnit } from "../../providers/providers.queries.ts";
import { openForSignUp } from "../sign-ups/sign-up.window.ts";
import { ownClasses, ownLessons } from "./own-classes.ts";
import type { Scope } from "../../core/database/rows.ts";
import { type Condition, everything, nothing } from "../../core/database/sql.ts";

const ownAsStudent = (actor: Actor): Condition =>
  actor.idNumberHash
    ? sql`t.id in (select s.class_id from student s where s.id_number_hash = ${actor.idNumberHash} and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`
    : nothing;

const assigned = (actor: Actor): Condition =>
  actor.assessorId
    ? sql`t.id in (select a.class_id from examination a join assignment x on x.test_apply_id = a.id where x.assessor_id = ${actor.assessorId})`
    : nothing;

/** Classes of institutions (side 1) that an actor may see. */
export const classScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return sql`t.side = '1'`;
    case "institution":
      return ownClasses(actor, { org: sql`t.org_id`, class: sql`t.id` });
    case "person":
      return sql`(t.side = '1' and (${openForSignUp} or ${ownAsStudent(actor)} or ${assigned(actor)}))`;
    case "enterprise":
      return openForSignUp;
    default:
      return nothing;
  }
};

/** Timetables of institutions' classes an actor may see: those of their classes; students only those of classes they are in (alias `t` is the lesson). */
export const lessonScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return sql`t.side = '1'`;
    case "institution":
      return ownLessons(actor);
    case "person":
      return actor.idNumberHash
        ? sql`(t.side = '1' and t.class_id in (select s.class_id from student s where s.id_number_hash = ${actor.idNumberHash} and s.is_deleted = 0 and s.confirm_status <> 'Invalidate'))`
        : nothing;
    default:
      return nothing;
  }
};

/** The attendance of lessons an actor sees; a student's own rows only (alias `t` is the attendance). */
export const attendanceScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "enterprise")
    return actor.entId
      ? sql`t.schedule_id in (select l.id from lesson l join training_class c on c.id = l.class_id where ${isOwnUnit(sql`c.org_id`, actor)} and l.is_deleted = 0)`
      : nothing;
  return actor.audience === "person"
    ? sql`t.student_id in (select m.id from student m where m.id_number_hash = ${actor.idNumberHash} and m.is_deleted = 0)`
    : sql`t.schedule_id in (select t.id from lesson t where t.is_deleted = 0 and ${lessonScope(actor)})`;
};
