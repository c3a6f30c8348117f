import { trainEmploymentCalls } from "@jipei/contract/outcomes/train-employment.ts";
import { trainEvaluationCalls } from "@jipei/contract/outcomes/train-evaluation.ts";
import { sql } from "kysely";
import { addDays, daysBetween, today } from "../../src/core/foundation/clock.ts";
import { enterAnswer } from "../../src/external-data/local-registers.ts";
import { syntheticCreditCode } from "../synthetic-unit.ts";
import type { Desk } from "./desk.ts";

interface Graduate {
  studentId: string;
  classId: string;
  orgId: string;
  idNumber: string;
  idNumberHash: string;
  endDate: string;
  /** Place in the class, from 1 on. */
  place: number;
}

const said = [
  "老师讲得很细，希望多安排实操",
  "教室设备较新，上课时间合适",
  null,
  "建议增加夜班课，方便上班的人",
  null,
  "考勤很严，学到了东西",
] as const;
/** Of each class so many people say something; of those so many were followed up. */
const [answering, followed] = [8, 5];

/** Evaluations and follow-ups of the county’s classes that are over and have none yet. The account of the demo student has one class left to evaluate. */
export async function seedOutcomes(desk: Desk): Promise<void> {
  const { rows } = await sql<Graduate>`
    select * from (
      select s.id as student_id, c.id as class_id, c.org_id, s.id_number, s.id_number_hash, c.end_date, row_number() over (partition by c.id order by s.id)::int as place
      from student s join training_class c on c.id = s.class_id
      where c.side = '1' and c.is_deleted = 0 and c.run_state in ('testing', 'graded', 'certified', 'closed') and s.is_deleted = 0 and s.confirm_status = 'Confirm'
        and s.account_id is null and c.end_date < ${today()} and not exists (select from train_evaluation e where e.class_id = c.id)) g
    where place <= ${answering} order by class_id, place`.execute(desk.tx);
  for (const graduate of rows) {
    await evaluate(desk, graduate);
    if (graduate.place <= followed) await followUp(desk, graduate);
  }
}

async function evaluate(desk: Desk, { classId, idNumberHash, place, endDate }: Graduate): Promise<void> {
  const ago = Math.max(0, daysBetween(endDate, today()) - 1 - (place % 3));
  const { id } = await desk.as(
    "student",
    { idNumberHash },
    ago,
  )(trainEvaluationCalls.submit, {
    classId,
    teachScore: 5 - (place % 2),
    contentScore: 4 + (place % 3 === 0 ? 1 : 0),
    siteScore: 3 + (place % 3),
    serviceScore: 5 - (place % 4 === 0 ? 1 : 0),
    suggestion: said[place % said.length],
    isAnonymous: place % 4 === 1 ? "0" : "1",
  });
  await sql`update train_evaluation set evaluate_time = evaluate_time - make_interval(days => ${ago}) where id = ${id}`.execute(
    desk.tx,
  );
}

async function followUp(desk: Desk, { studentId, idNumber, orgId, place, endDate }: Graduate): Promise<void> {
  const kind = (["1", "1", "2", "3", "5"] as const)[place - 1] ?? "1";
  const day = addDays(endDate, 30);
  // The register knows the first of those who are employed.
  if (place === 1)
    await enterAnswer(desk.tx, desk.app.cipher, "getPersonInsured", desk.app.cipher.decrypt(idNumber), {
      isInsured: "1",
      unitName: "恒信机械有限公司",
      creditCode: syntheticCreditCode(1, "91"),
      insuranceKind: "企业职工",
      months: 1,
    });
  await desk.as("org", { orgId })(trainEmploymentCalls.submit, {
    studentId,
    employmentKind: kind,
    followDate: day < today() ? day : today(),
    ...(kind === "1" && {
      entName: "恒信机械有限公司",
      creditCode: syntheticCreditCode(1, "91"),
      postName: "操作工",
      salary: "5200.00",
      isMatch: "1",
    }),
    ...(kind === "3" && { businessLicenseNo: "92320481MA1X000001" }),
  });
}
