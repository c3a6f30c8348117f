import { Student } from "@jipei/contract/enrolment/student.ts";
import { studentHome } from "@jipei/contract/enrolment/student-home.ts";
import { sql } from "kysely";
import { type Route, reads } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { Refusal } from "../core/refusal.ts";
import { parameter } from "../settings/settings.queries.ts";
import { memberScope } from "./enrolment.scope.ts";

/** What a person sees first, in one call: a phone on a slow line asks once. */
export const studentHomeRoutes: readonly Route[] = [
  reads(studentHome, async (db, actor, _input, app) => {
    const person = actor.idNumberHash;
    if (!person) throw new Refusal("NOT_OWNER");
    const classes = await listPage<any>(
      app,
      actor,
      Student,
      { current: 1, size: 100, all: false, sort: [], filters: [] },
      { scope: memberScope, where: [sql`t.confirm_status <> 'Invalidate'`] },
    );
    const next = await sql<any>`
      select l.lesson_date, l.start_time, l.end_time, l.content, coalesce(r.classroom_name, c.train_place) as place, c.class_name, c.id as class_id
      from student s join training_class c on c.id = s.class_id and c.status = 'Confirm' and c.is_deleted = 0
        join lesson l on l.class_id = c.id and l.is_deleted = 0 left join classroom r on r.id = l.classroom_id
      where s.id_number_hash = ${person} and s.is_deleted = 0 and s.confirm_status = 'Confirm' and l.lesson_date + l.end_time > (now() at time zone 'Asia/Shanghai')
      order by l.lesson_date, l.start_time limit 1`.execute(db);
    const payments = await sql<any>`
      select l.id as line_id, a.apply_no, c.class_name, o.org_name, a.subsidy_kind, coalesce(l.approved_amount, l.apply_amount) as amount, a.pay_status, a.pay_date,
        p.state as objection_state, p.answer as objection_answer
      from subsidy_line l left join payment_objection p on p.line_id = l.id and p.is_deleted = 0 join subsidy_application a on a.id = l.apply_id join training_class c on c.id = a.class_id join organisation o on o.id = a.org_id
      where l.id_number_hash = ${person} and l.is_deleted = 0 and l.detail_status is distinct from '2' and a.is_deleted = 0 and a.status = 'compile'
      order by a.pay_date desc nulls first, l.id desc limit 100`.execute(db);
    const waiting = await sql<{
      n: number;
    }>`select count(*)::int as n from sign_up where id_number_hash = ${person} and is_deleted = 0 and confirm_status = 'unConfirm'`.execute(
      db,
    );
    return {
      attendanceMin: (await parameter(db, "attendance.min")).toFixed(2),
      pendingSignUps: waiting.rows[0]?.n ?? 0,
      nextLesson: next.rows[0],
      classes: classes.records,
      payments: payments.rows,
    };
  }),
];
