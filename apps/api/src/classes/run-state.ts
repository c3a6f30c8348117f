/**
 * Where a class stands (the first line that holds), as SQL over the alias `t` of training_class. It is worked out whenever it is
 * read - in lists, filters and rules alike - so that no change elsewhere can leave it behind. It looks at tables of other domains, since it is
 * by definition a summary of them.
 */
const liveCertificate = `select 1 from certificate c where c.class_id = t.id and c.is_deleted = 0 and c.is_valid = 'isValid'`

/** Every published pass has its certificate; a revoked one was issued all the same. */
const certified = `exists (${liveCertificate}) and not exists (
  select 1 from grade g where g.class_id = t.id and g.is_deleted = 0 and g.grade_status = '2' and g.result = '1'
    and not exists (select 1 from certificate c where c.student_id = g.student_id and c.class_id = t.id and c.is_deleted = 0))`

const claimMonths = `make_interval(months => coalesce((select p.param_value::integer from parameter p where p.param_key = 'subsidy.deadline.months' and p.is_deleted = 0), 12))`

/** Nothing can be claimed any more, or everything claimed is paid. A recovered payment was paid before. */
const settled = `(t.is_subsidy = '0'
  or not exists (${liveCertificate} and c.issue_date + ${claimMonths} >= current_date)
  or (exists (select 1 from subsidy_application s where s.class_id = t.id and s.is_deleted = 0)
    and not exists (select 1 from subsidy_application s where s.class_id = t.id and s.is_deleted = 0 and coalesce(s.pay_status, '0') not in ('3', '5'))
    and not exists (${liveCertificate} and c.issue_date + ${claimMonths} >= current_date and not exists (
      select 1 from subsidy_line l join subsidy_application s on s.id = l.apply_id
      where s.class_id = t.id and s.is_deleted = 0 and l.student_id = c.student_id and l.is_deleted = 0))))`

const firstApplication = `(select a.id from test_application a where a.class_id = t.id and a.is_deleted = 0 and a.confirm_type = 'Confirm' order by a.id limit 1)`
const graded = `exists (select 1 from grade g where g.test_apply_id = ${firstApplication} and g.is_deleted = 0)
  and not exists (select 1 from grade g where g.test_apply_id = ${firstApplication} and g.is_deleted = 0 and g.grade_status is distinct from '2')`

const testing = `exists (select 1 from test_application a where a.class_id = t.id and a.is_deleted = 0 and a.confirm_type in ('unConfirm', 'Confirm'))`

const ended = `current_date > t.end_date or (exists (select 1 from lesson l where l.class_id = t.id and l.is_deleted = 0)
  and not exists (select 1 from lesson l where l.class_id = t.id and l.is_deleted = 0 and l.is_held = '0'))`

export const runState = `case
  when t.status = 'deleted' and t.confirm_time is not null then 'terminated'
  when t.status <> 'Confirm' then 'draft'
  when ${certified} then case when ${settled} then 'closed' else 'certified' end
  when ${graded} then 'graded'
  when ${testing} then 'testing'
  when ${ended} then 'ended'
  when current_date >= t.start_date then 'running'
  else 'notStarted'
end`

/** Live roster rows. */
export const studentCount = `(select count(*)::integer from student s where s.class_id = t.id and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`
/** Hours of the timetable. */
export const scheduledHours = `(select coalesce(sum(l.hours), 0)::numeric(6,1) from lesson l where l.class_id = t.id and l.is_deleted = 0)`
