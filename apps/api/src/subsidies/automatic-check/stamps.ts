import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { entitlementsMark } from "../../entitlements/entitlements.queries.ts";
import { inspectionsMark } from "../../inspection/inspection.queries.ts";
import { otherHolder } from "../../providers/providers.queries.ts";

/** By number of the row. */
export type ByLine = Readonly<Record<string, string>>;

/** What the facts behind a claim come to: equal as long as the automatic check would find in our own records what it found before. */
export interface Stamps {
  head: string;
  lines: ByLine;
}

/**
 * Takes the stamps of a claim and of its rows, in one statement whose parts begin with one row each and follow an index, whatever the planner knows.
 * They cover what the rules look at, but neither parameters, standards, shortage nor fees: a committed claim keeps those of its commit.
 */
export async function takeStamps(db: Db, applyId: string): Promise<Stamps> {
  const { rows } = await sql<{ lineId: string | null; stamp: string }>`
    select null::bigint as line_id, md5(row(a.class_id, a.subsidy_kind, a.bank_account_hash, a.bank_account_name, a.attachment_list,
        (select string_agg(row(d.id, d.file_name)::text, ',' order by d.id) from document d where d.id = any(a.attachment_list) and d.is_deleted = 0),
        t.org_id, t.course_id, t.occupation_code, t.level, t.train_kind, t.class_mode, t.is_subsidy, t.start_date, t.end_date, t.inspect_result, t.is_rectified, t.status, t.is_deleted,
        (select string_agg(row(x.lesson_date, x.start_time, x.end_time, x.hours, x.lesson_type)::text, ',' order by x.id) from lecture x where x.class_id = t.id and x.is_held = '1'),
        o.org_name, o.credit_code, o.state, o.credit_grade, ${otherHolder(sql`a.bank_account_hash`, sql`o.id`)},
        p.min_hours, p.practice_ratio, p.invalid_since, p.valid_year, (select row(k.type_no, k.rank) from startup_kind k where k.id = p.entrepreneurial_type_id), f.confirm_status, ${inspectionsMark(sql`t.id`)},
        (select string_agg(b.id::text, ',' order by b.id) from subsidy_bar b where b.state = 'standing' and ((b.subject_kind = 'class' and b.class_id = a.class_id)
          or (b.subject_kind = 'course' and b.course_id = t.course_id and b.org_id = a.org_id) or (b.subject_kind = 'institution' and b.org_id = a.org_id)))
      )::text) as stamp
    from subsidy_application a join training t on t.id = a.class_id join institution o on o.id = a.org_id
      join programme p on p.id = t.course_id left join course_offer f on f.id = t.org_course_id
    where a.id = ${applyId}
    union all
    select l.id, md5(row(l.student_id, l.cert_id, l.subsidy_id, l.cert_issue_date, l.apply_amount, l.first_commit_time,
        s.name, s.id_type, s.id_number_hash, s.sex, s.birthday, s.person_category, s.category_att_id, s.work_unit_code, s.attendance_rate, s.is_deleted,
        (select string_agg(c::text, ',') from diploma c where c.id = l.cert_id),
        (select string_agg(row(g.id, g.grade_status, g.result, g.theory_score, g.practice_score, g.review_score, g.test_times, g.is_cheat)::text, ',' order by g.id) from mark g where g.student_id = s.id),
        (select string_agg(row(r.attend_status, r.counted_hours)::text, ',' order by r.id) from presence r where r.student_id = s.id),
        (select string_agg(row((select u.is_deleted from training u where u.id = other.class_id),
            (select string_agg(row(r.attend_status, (select row(x.lesson_date, x.start_time, x.end_time)::text from lecture x where x.id = r.schedule_id))::text, ',' order by r.id)
              from presence r where r.student_id = other.id))::text, ',' order by other.id)
          from trainee other where other.id_number_hash = s.id_number_hash and other.class_id <> s.class_id and other.is_deleted = 0),
        ${entitlementsMark(sql`s.id_number_hash`, sql`l.apply_id`)},
        (select string_agg(b.id::text, ',' order by b.id) from subsidy_bar b where b.state = 'standing' and b.subject_kind = 'person' and b.id_number_hash = s.id_number_hash)
      )::text)
    from subsidy_line l join trainee s on s.id = l.student_id where l.apply_id = ${applyId} and l.is_deleted = 0`.execute(
    db,
  );
  return {
    head: rows.find((row) => row.lineId === null)?.stamp ?? "",
    lines: Object.fromEntries(rows.flatMap(({ lineId, stamp }) => (lineId === null ? [] : [[lineId, stamp]]))),
  };
}
