import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { claimSave } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { rosterInput, somebody } from "../factories/enrolment.ts";
import type { Caller } from "./client.ts";
import type { World } from "./world.ts";
import { Counter, UsedUp, type Write, judge } from "./write.ts";

/** The writes of institutions along the chain, from the sign-up to the claim. */

/** Puts somebody on the roster of a class. */
export function rosterRows(org: Caller, { roster: { classId } }: World): Write {
  const saved = new Set<string>();
  return {
    name: "roster row saved",
    async make() {
      saved.add((await org.ask(studentCalls.save, rosterInput(classId, somebody()))).id);
    },
    expected() {
      const wanted = new Set(saved);
      return async (client) => {
        const { rows } = await client.query<{ id: string; isWhole: boolean }>(
          `select s.id::text, birthday is not null and sex is not null and (select count(*) from student t where t.class_id = s.class_id and t.id_number_hash = s.id_number_hash) = 1 as "isWhole" from student s where class_id = $1`,
          [classId],
        );
        return judge(wanted, rows);
      };
    },
  };
}

/** Accepts a sign-up: its state, the seat on the roster, the history entry and the text message. */
export function signUps(org: Caller, { signUps: { classId, ids } }: World): Write {
  const accepted = new Set<string>();
  const waiting = [...ids];
  return {
    name: "sign-up accepted",
    async make() {
      const id = waiting.shift();
      if (!id) throw new UsedUp();
      await org.ask(signUpCalls.submit, { id, status: "Confirm" } as never);
      accepted.add(id);
    },
    expected() {
      const wanted = new Set(accepted);
      return async (client) => {
        const { rows } = await client.query<{ id: string; isWhole: boolean }>(
          `select u.id::text, (select count(*) from student s where s.class_id = u.class_id and s.id_number_hash = u.id_number_hash) = 1
          and (select count(*) from audit_record a where a.biz_type = 'SignUp' and a.biz_id = u.id::text and a.action = 'confirm') = 1 and (select count(*) from sms_message m where m.biz_type = 'SignUp' and m.biz_id = u.id::text) = 1 as "isWhole"
          from sign_up u where u.class_id = $1 and u.confirm_status = 'Confirm'`,
          [classId],
        );
        const seats = await client.query<{ n: string }>("select count(*) as n from student where class_id = $1", [
          classId,
        ]);
        const { half, ...verdict } = judge(wanted, rows);
        return {
          ...verdict,
          half:
            Number(seats.rows[0]?.n) === rows.length
              ? half
              : [...half, `${seats.rows[0]?.n} seats for ${rows.length} sign-ups`],
        };
      };
    },
  };
}

/** Takes attendance of everybody in a lesson, present and late in turn: all entries belong to the same save. */
export function attendance(org: Caller, { running: { lessonIds, studentIds, startDate } }: World): Write {
  const counter = new Counter();
  const [lesson] = lessonIds;
  const second = (value: number) =>
    `${startDate} 08:${String(Math.floor(value / 60) % 60).padStart(2, "0")}:${String(value % 60).padStart(2, "0")}`;
  return {
    name: "attendance taken",
    make: () =>
      counter.next((value) =>
        org.ask(lessonCalls.submit, {
          id: lesson,
          attendanceList: studentIds.map((studentId) => ({
            studentId,
            attendStatus: "2",
            attendMethod: "3",
            signInTime: second(value),
          })),
        } as never),
      ),
    expected() {
      const verdict = counter.expected();
      return async (client) => {
        const { rows } = await client.query<{ times: number[]; n: number; held: boolean }>(
          `select array_agg(distinct (extract(minute from a.sign_in_time) * 60 + extract(second from a.sign_in_time))::int) as times, count(*)::int as n, bool_and(l.is_held = '1') as held
          from attendance a join lesson l on l.id = a.schedule_id where a.schedule_id = $1 and a.is_deleted = 0`,
          [lesson],
        );
        const { times, n = 0, held } = rows[0] ?? {};
        if (n === 0) return verdict(undefined);
        const isWhole = times?.length === 1 && n === studentIds.length && held;
        return verdict(times?.at(-1), isWhole ? [] : [`${n} entries of ${times?.length} times`]);
      };
    },
  };
}

/** Enters the scores of everybody: all belong to the same save. */
export function scores(org: Caller, { tested: { applyId, gradeIds } }: World): Write {
  const counter = new Counter();
  return {
    name: "scores entered",
    make: () =>
      counter.next((value) =>
        org.ask(gradeCalls.submit, {
          scores: gradeIds.map((id) => ({ id, theoryScore: (value / 100).toFixed(2), practiceScore: "80.00" })),
        } as never),
      ),
    expected() {
      const verdict = counter.expected();
      return async (client) => {
        const { rows } = await client.query<{ score: string | null }>(
          "select distinct theory_score as score from grade where test_apply_id = $1 and is_deleted = 0",
          [applyId],
        );
        const stored = rows[0]?.score;
        return verdict(
          stored ? Math.round(Number(stored) * 100) : undefined,
          rows.length === 1 ? [] : [`scores of ${rows.length} times`],
        );
      };
    },
  };
}

/** Prints the certificates of a class in the background: an acknowledged job ends with its file, or with the message that the disk was full. */
export function certificates(clerk: Caller, { claimed: { classId } }: World): Write {
  const started = new Set<string>();
  return {
    name: "certificate batch",
    async make() {
      started.add((await clerk.ask(certificateCalls.batch, { classId } as never)).jobId);
      // Waits for each job to end: jobs without number would only take processor time from the other writers.
      await sleep(1_000);
    },
    expected() {
      const wanted = new Set(started);
      return async (client, files) => {
        const { rows } = await client.query<{
          id: string;
          state: string;
          key: string | null;
          message: string | null;
          isAlive: boolean;
        }>(`select j.id::text, j.state, j.file_key as key, j.message_en as message,
          exists (select from pgboss.job q where q.name = j.kind and q.data ->> 'jobId' = j.id::text and q.state in ('created', 'retry', 'active')) as "isAlive" from job j where j.kind = 'exams.certificates'`);
        const isWhole = ({ state, key, message, isAlive }: (typeof rows)[number]) => {
          if (state === "done") return key !== null && existsSync(join(files, key));
          if (state === "failed") return key === null && message?.startsWith("The disk is full") === true;
          return state === "cancelled" ? key === null : isAlive;
        };
        return judge(
          wanted,
          rows.map((row) => ({ id: row.id, isWhole: isWhole(row) })),
        );
      };
    },
  };
}

/** Saves a claim again and again, with its rows. */
export function claims(org: Caller, { claimed: { claimId, classId, lines } }: World): Write {
  const counter = new Counter();
  return {
    name: "claim saved",
    make: () =>
      counter.next((value) =>
        org.ask(claimSave, {
          subsidyApplyDTO: { id: claimId, classId, subsidyKind: "01", remark: String(value) },
        } as never),
      ),
    expected() {
      const verdict = counter.expected();
      return async (client) => {
        const { rows } = await client.query<{ remark: string | null; lines: number; isSum: boolean }>(
          `select c.remark, count(l.id)::int as lines, sum(l.apply_amount) = c.apply_amount as "isSum"
          from subsidy_application c left join subsidy_line l on l.apply_id = c.id and l.is_deleted = 0 where c.id = $1 group by c.id`,
          [claimId],
        );
        const { remark, lines: n, isSum } = rows[0] ?? {};
        return verdict(
          remark ? Number(remark) : 0,
          n === lines.length && isSum ? [] : [`${n} rows of ${lines.length}`],
        );
      };
    },
  };
}
