import type { RunState } from "@jipei/contract/core/fields/codes.ts";
import { isFiledAs, runByFiling } from "./class-state.ts";

const liveCertificate = `select from diploma c where c.class_id = t.id and c.is_valid = 'isValid'`;

/** Every published pass has its certificate; a revoked one was issued all the same, and who holds the same one from elsewhere gets none. */
const certified = `exists (${liveCertificate} and not exists (
  select from mark g where g.class_id = c.class_id and g.grade_status = '2' and g.result = '1'
    and g.held_cert_id is null and not exists (select from diploma o where o.class_id = g.class_id and o.student_id = g.student_id)))`;

const claimMonths = `make_interval(months => coalesce((select p.param_value::integer from setting p where p.param_key = 'subsidy.deadline.months'), 12))`;
const claimable = `${liveCertificate} and c.issue_date + ${claimMonths} >= current_date`;

/** Nothing can be claimed any more, or everything claimed is paid. A recovered payment was paid before. */
const settled = `(t.is_subsidy = '0'
  or not exists (${claimable})
  or (exists (select from claim s where s.class_id = t.id)
    and not exists (select from claim s where s.class_id = t.id and coalesce(s.pay_status, '0') not in ('3', '5'))
    and not exists (${claimable} and not exists (
      select from claim_line l join claim s on s.id = l.apply_id
      where s.class_id = c.class_id and l.student_id = c.student_id))))`;

/** All grades of the first confirmed assessment are published. */
const graded = `exists (select from examination a where a.class_id = t.id and a.confirm_type = 'Confirm'
  and not exists (select from examination b where b.class_id = a.class_id and b.confirm_type = 'Confirm' and b.id < a.id)
  and exists (select from mark g where g.test_apply_id = a.id)
  and not exists (select from mark g where g.test_apply_id = a.id and g.grade_status is distinct from '2'))`;

const testing = `exists (select from examination a where a.class_id = t.id and a.confirm_type in ('unConfirm', 'Confirm'))`;

/** There are lessons, and all of them were held. */
export const allHeld = `(exists (select from lesson l where l.class_id = t.id and l.is_deleted = 0)
  and not exists (select from lesson l where l.class_id = t.id and l.is_deleted = 0 and l.is_held = '0'))`;

/** Ended after its confirmation. */
const terminated = `t.status = 'deleted' and t.confirm_time is not null`;

/**
 * Where a class stands (the first line of `runState` that holds), as SQL over the alias `t` of training_class. It is worked out whenever it is
 * read - in lists, filters and rules alike - so that no change elsewhere can leave it behind. It looks at tables of other domains, since it is
 * by definition a summary of them.
 *
 * Every part is one EXISTS that touches `t` by `class_id = t.id` alone: read for one class it is a look into an index, asked of
 * fifty thousand the database may join whole tables instead.
 */
export const runState = `case
  when ${terminated} then 'terminated'
  ${runByFiling}
  when ${certified} then case when ${settled} then 'closed' else 'certified' end
  when ${graded} then 'graded'
  when ${testing} then 'testing'
  when t.end_date < current_date or ${allHeld} then 'ended'
  when t.start_date <= current_date then 'running'
  else 'notStarted'
end`;

/**
 * The same the other way round: whether a class is in a state, as conditions joined by AND, so that a filter reads the classes in question
 * and does not work out the state of all others. A graded class is in assessment too; what is not settled can still be claimed for.
 */
const confirmed = isFiledAs(null);
const untested = `not ${testing} and not ${certified}`;
export const runStateIs: Readonly<Record<RunState, string>> = {
  terminated,
  draft: `${isFiledAs("draft")} and not (${terminated})`,
  closed: `${confirmed} and ${certified} and ${settled}`,
  certified: `${confirmed} and exists (${claimable}) and ${certified} and not ${settled}`,
  graded: `${confirmed} and ${graded} and not ${certified}`,
  testing: `${confirmed} and ${testing} and not ${graded} and not ${certified}`,
  ended: `${confirmed} and (t.end_date < current_date or ${allHeld}) and ${untested}`,
  running: `${confirmed} and t.start_date <= current_date and t.end_date >= current_date and not ${allHeld} and ${untested}`,
  notStarted: `${confirmed} and t.start_date > current_date and not ${allHeld} and ${untested}`,
};

/** Live roster rows. */
export const studentCount = `(select count(*)::integer from student s where s.class_id = t.id and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`;
/** Hours of the timetable. */
export const scheduledHours = `(select coalesce(sum(l.hours), 0)::numeric(6,1) from lesson l where l.class_id = t.id and l.is_deleted = 0)`;
