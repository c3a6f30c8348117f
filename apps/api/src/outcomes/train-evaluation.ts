import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import {
  TrainEvaluation,
  editDays,
  leastAnswers,
  type trainEvaluationCalls,
} from "@jipei/contract/outcomes/train-evaluation.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { type DerivedField, derived, everything, nothing } from "../core/database/sql.ts";
import { columns } from "../core/entity/columns.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { addDays, now, today } from "../core/foundation/clock.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import { classIsSql, ownClasses } from "../training/training.queries.ts";
import { findSelf, ofOneself } from "./own-student.ts";

/** The bureau sees all, a person what they said, an institution what was said of a class once enough people answered to hide each of them. */
export const evaluationScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "institution":
      return sql`(${ownClasses(actor)} and (select count(*) from train_evaluation e where e.class_id = t.class_id and e.is_deleted = 0) >= ${leastAnswers})`;
    case "person":
      return ofOneself(actor);
    default:
      return nothing;
  }
};

export const evaluationDerived: readonly DerivedField[] = [
  derived(
    TrainEvaluation,
    "studentName",
    "select s.name from trainee s where s.id = t.student_id and t.is_anonymous = '0'",
  ),
];

/** The users that made an anonymous row, as it is kept: nobody. */
const nobody = "0";

export const evaluationOptions = {
  entity: TrainEvaluation,
  resource: "train_evaluation",
  scope: evaluationScope,
  /** @throws ROLE_DENIED, FIELD_INVALID, FIELD_FROZEN, EVALUATION_CLOSED, DUPLICATE */
  async beforeSave(tx, actor, merged, old) {
    if (actor.audience !== "person") throw new Refusal("ROLE_DENIED");
    if (old && merged.classId !== old.classId)
      throw new Refusal("FIELD_FROZEN", { field: TrainEvaluation.fields.classId });
    const self = await findSelf(tx, actor, merged.classId);
    if (!self) throw invalidValue(TrainEvaluation, "classId", "不是本班学员", "you were not trained there");
    if (self.endDate > today()) throw invalidValue(TrainEvaluation, "classId", "班级尚未结业", "is not over yet");
    if (old && addDays(old.evaluateTime.slice(0, 10), editDays) < today())
      throw new Refusal("EVALUATION_CLOSED", { n: editDays });
    await refuseDuplicate(tx, TrainEvaluation, merged.id, { studentId: self.id }, "DUPLICATE", {
      field: { zh: "本班评价", en: "Your evaluation of this class" },
    });
    const { teachScore, contentScore, siteScore, serviceScore } = merged;
    return columns(TrainEvaluation, {
      studentId: self.id,
      orgId: self.orgId,
      avgScore: Decimal.sum(teachScore, contentScore, siteScore, serviceScore).div(4).toFixed(2),
      evaluateTime: old?.evaluateTime ?? now(),
    });
  },
  async afterSave(tx, _actor, { id, isAnonymous }) {
    if (isAnonymous === "1")
      await sql`update train_evaluation set create_user = ${nobody}, create_dept = null, update_user = ${nobody} where id = ${id}`.execute(
        tx,
      );
  },
} satisfies CrudOptions<typeof TrainEvaluation>;

/** Classes of the person that are over and that they have said nothing of. */
export async function findDue(db: Db, actor: Actor): Promise<OutputOf<typeof trainEvaluationCalls.due>> {
  const { rows } = await sql<OutputOf<typeof trainEvaluationCalls.due>[number]>`
    select c.id as class_id, c.class_name, o.org_name, c.end_date
    from trainee s join training c on c.id = s.class_id join institution o on o.id = c.org_id
    where s.id_number_hash = ${actor.idNumberHash} and s.is_deleted = 0 and s.confirm_status = 'Confirm' and c.side = '1' and c.is_deleted = 0
      and ${classIsSql("c", "isConfirmed")} and c.end_date <= ${today()}
      and not exists (select from train_evaluation e where e.student_id = s.id and e.is_deleted = 0)
    order by c.end_date desc, c.id desc limit 100`.execute(db);
  return rows;
}

/** Averages over what the reader may see; none where fewer answered than would hide each of them. */
export async function getSummary(
  db: Db,
  actor: Actor,
  { classId, orgId }: InputOf<typeof trainEvaluationCalls.summary>,
): Promise<OutputOf<typeof trainEvaluationCalls.summary>> {
  const { rows } = await sql<OutputOf<typeof trainEvaluationCalls.summary>>`
    select count(*)::int as answers, avg(teach_score)::numeric(3,2) as teach_score, avg(content_score)::numeric(3,2) as content_score,
      avg(site_score)::numeric(3,2) as site_score, avg(service_score)::numeric(3,2) as service_score, avg(avg_score)::numeric(3,2) as avg_score
    from train_evaluation t where t.is_deleted = 0 and ${evaluationScope(actor)}
      and (${classId ?? null}::bigint is null or t.class_id = ${classId ?? null}) and (${orgId ?? null}::bigint is null or t.org_id = ${orgId ?? null})`.execute(
    db,
  );
  const [found] = rows;
  return found && found.answers >= leastAnswers ? found : { answers: found?.answers ?? 0 };
}
