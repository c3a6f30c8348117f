import { sql } from "kysely";
import type { Scope } from "../../core/database/rows.ts";
import { type Condition, everything, nothing } from "../../core/database/sql.ts";
import { type Actor, hasRole } from "../../core/foundation/actor.ts";
import { ownClasses } from "../../training/training.queries.ts";

/** People of the class of an exam (alias `t`) who may sit it: its students, or those whom its application found eligible; as `s`. */
export const candidatesOfExam: Condition = sql`
  s.class_id = t.class_id and s.is_deleted = 0 and s.confirm_status = 'Confirm' and (t.test_apply_id is null
    or exists (select from candidate c where c.test_apply_id = t.test_apply_id and c.student_id = s.id and c.is_eligible = '1'))`;

/** Whether the assessment of an exam (alias `t`) is still approved; practice has none. */
export const assessmentStands: Condition = sql`
  (t.test_apply_id is null or exists (select from examination a where a.id = t.test_apply_id and a.confirm_type = 'Confirm'))`;

/** Exams of applications that an assessor is assigned to. */
const assigned = (actor: Actor): Condition =>
  actor.assessorId
    ? sql`t.test_apply_id in (select a.test_apply_id from assignment a where a.assessor_id = ${actor.assessorId})`
    : nothing;

/** The bureau sees all exams, institutions those of their classes, assessors those that they are assigned to, people published ones that they may sit. */
export const examScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution") return ownClasses(actor);
  if (hasRole(actor, "assessor")) return assigned(actor);
  return actor.idNumberHash
    ? sql`t.status <> '0' and exists (select from trainee s where s.id_number_hash = ${actor.idNumberHash} and ${candidatesOfExam})`
    : nothing;
};

/** Papers: of the exams that somebody sees, a person's own. */
export const paperScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution") return ownClasses(actor);
  if (hasRole(actor, "assessor")) return sql`t.exam_id in (select t.id from exam t where ${assigned(actor)})`;
  return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
};

/** A paper (alias `p`) whose answers may be read by others than the bureau: one of practice, or of an exam (alias `e`) that is graded. */
export const isDisclosed: Condition = sql`(p.status in ('2', '3') and (e.exam_kind = '3' or e.status = '4'))`;

/** Answers: the bureau sees all; assessors those of their exams, institutions those that were disclosed, a person also those they are just giving. */
export const answerScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  const papers = (which: Condition, open: Condition): Condition =>
    sql`t.paper_id in (select p.id from exam_paper p join exam e on e.id = p.exam_id where ${which} and ${open} and p.is_deleted = 0)`;
  if (actor.audience === "institution")
    return papers(ownClasses(actor, { org: sql`p.org_id`, class: sql`p.class_id` }), isDisclosed);
  if (hasRole(actor, "assessor"))
    return papers(
      actor.assessorId
        ? sql`e.test_apply_id in (select a.test_apply_id from assignment a where a.assessor_id = ${actor.assessorId})`
        : nothing,
      isDisclosed,
    );
  return actor.idNumberHash
    ? papers(sql`p.id_number_hash = ${actor.idNumberHash}`, sql`(p.status = '1' or ${isDisclosed})`)
    : nothing;
};
