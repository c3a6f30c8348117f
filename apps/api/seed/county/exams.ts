import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examRoomCalls } from "@jipei/contract/exams/exam-room.calls.ts";
import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { questionCalls } from "@jipei/contract/exams/question.ts";
import type { OpenPaper } from "@jipei/contract/exams/sitting.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import { addDays, epoch, fromEpoch, today } from "../../src/core/foundation/clock.ts";
import { moveExams } from "../../src/exams/exam/exam-clock.ts";
import type { Desk } from "./desk.ts";

const minute = 60_000;

/** Ten questions that the bank has: six single choices, two multiple ones, two true or false. */
const plan = {
  singleCount: 6,
  singleScore: "10.0",
  multiCount: 2,
  multiScore: "10.0",
  judgeCount: 2,
  judgeScore: "10.0",
  duration: 60,
};

interface Candidate {
  idNumberHash: string;
  name: string;
}

/** Practice that the demo student may sit, one with rooms that they will sit, and practice that a class has sat. */
export async function seedExams(desk: Desk): Promise<void> {
  const running = await findClass(
    desk,
    sql`c.course_name = '焊工（五级）' and c.run_state = 'running' and exists (select from app_user u where u.account = 'student' and u.id_number_hash = s.id_number_hash)`,
  );
  await seedOpen(desk, running);
  await seedPlanned(desk, running);
  await seedOwnQuestions(desk, running);
  await seedSat(desk, await findClass(desk, sql`c.course_name = '电工（五级）' and c.run_state = 'ended'`));
}

/** A confirmed class with people on its roster. */
async function findClass(desk: Desk, where: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select c.id from training_class c join student s on s.class_id = c.id and s.confirm_status = 'Confirm' and s.is_deleted = 0
    where c.side = '1' and c.status = 'Confirm' and c.is_deleted = 0 and ${where} order by c.id limit 1`.execute(
    desk.tx,
  );
  if (!rows[0]) throw new Error("the county has no such class");
  return rows[0].id;
}

/** @returns the id of a published exam that began an hour ago */
async function begin(desk: Desk, input: object): Promise<string> {
  const clerk = desk.as("clerk");
  const startTime = fromEpoch(epoch() + 30 * minute);
  const { id } = await clerk(examCalls.submit, { ...plan, examKind: "3", startTime, ...input });
  await clerk(examCalls.submit, { id, status: "1" });
  await sql`update exam set start_time = ${fromEpoch(epoch() - 60 * minute)} where id = ${id}`.execute(desk.tx);
  await moveExams(desk.app);
  return id;
}

async function seedOpen(desk: Desk, classId: string): Promise<void> {
  const endTime = `${addDays(today(), 30)} 22:00:00`;
  await begin(desk, { examName: "焊工理论模拟考试", classId, endTime, maxTimes: 3 });
}

/** One a week from now, with an identity check, whose candidates have seats in two rooms. */
async function seedPlanned(desk: Desk, classId: string): Promise<void> {
  const clerk = desk.as("clerk");
  const day = addDays(today(), 7);
  const { id } = await clerk(examCalls.submit, {
    ...plan,
    examKind: "3",
    examName: "焊工理论考前统测",
    classId,
    startTime: `${day} 09:00:00`,
    endTime: `${day} 11:00:00`,
    identityCheck: "1",
  });
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from student where class_id = ${classId} and confirm_status = 'Confirm' and is_deleted = 0`.execute(
    desk.tx,
  );
  const capacity = Math.ceil(((rows[0]?.n ?? 0) + 2) / 2);
  const rooms = [
    ["第一考场", "实训楼301机房", "王芳、李强"],
    ["第二考场", "实训楼302机房", "赵敏、孙磊"],
  ] as const;
  for (const [roomName, place, invigilators] of rooms)
    await clerk(examRoomCalls.submit, { examId: id, roomName, place, capacity, invigilators });
  await clerk(examCalls.submit, { id, status: "1" });
  await clerk(examRoomCalls.assignSeats, { examId: id, order: "studentNo" });
}

/** What the institution asks its own students, to practise with: stem, options, answer. */
const ownQuestions = [
  ["引弧时焊条应与焊件表面（　）。", ["划擦或直击接触", "保持10 mm", "平行不接触", "任意放置"], "A"],
  ["本校焊接实训室着火时，应先（　）。", ["切断电源", "收拾工具", "打开门窗", "继续焊接"], "A"],
  ["平焊时焊条与焊接方向的夹角一般为（　）。", ["10°至20°", "30°至40°", "65°至80°", "90°以上"], "C"],
] as const;

async function seedOwnQuestions(desk: Desk, classId: string): Promise<void> {
  const { rows } = await sql<{ orgId: string; courseId: string; classificationId: string }>`
    select c.org_id, c.course_id, (select max(p.id) from question_classification p where p.course_id = c.course_id) as classification_id
    from training_class c where c.id = ${classId}`.execute(desk.tx);
  const [place] = rows;
  if (!place) throw new Error(`no class ${classId}`);
  const { orgId, courseId, classificationId } = place;
  const org = desk.as("org", { orgId });
  for (const [stem, [optionA, optionB, optionC, optionD], answer] of ownQuestions)
    await org(questionCalls.submit, {
      courseId,
      classificationId,
      questionType: "1",
      difficulty: "1",
      stem,
      optionA,
      optionB,
      optionC,
      optionD,
      answer,
    });
}

/** One that twelve people of a class have sat, so that its analysis has something to tell. */
async function seedSat(desk: Desk, classId: string): Promise<void> {
  const endTime = fromEpoch(epoch() + 120 * minute);
  const examId = await begin(desk, { examName: "电工理论阶段测验", classId, endTime, isFixed: "1" });
  const { rows } = await sql<Candidate>`
    select id_number_hash, name from student where class_id = ${classId} and confirm_status = 'Confirm' and is_deleted = 0 order by id limit 12`.execute(
    desk.tx,
  );
  for (const [place, candidate] of rows.entries()) await sit(desk, examId, candidate, place);
  await sql`update exam set end_time = ${fromEpoch(epoch() + minute)}, start_time = ${fromEpoch(epoch() - 120 * minute)} where id = ${examId}`.execute(
    desk.tx,
  );
  await sql`update exam set end_time = ${fromEpoch(epoch() - minute)} where id = ${examId}`.execute(desk.tx);
  await moveExams(desk.app);
}

/** The better a place, the more questions are answered right. */
async function sit(desk: Desk, examId: string, self: Candidate, place: number): Promise<void> {
  const student = desk.as("student", self);
  const paper = await student(studentQuestionCalls.getQuestion, { examId });
  const keys = await readKeys(desk, paper);
  for (const [index, { id, questionType }] of paper.questions.entries()) {
    const isRight = (index * 5 + place * 3) % 12 >= place / 2;
    const key = keys.get(id) ?? "A";
    const other = key === "A" ? "B" : "A";
    const wrong = questionType === "2" ? "AC" : other;
    await student(studentQuestionCalls.submit, { id, studentAnswer: isRight ? key : wrong });
  }
  await student(examPaperCalls.submitExam, { id: paper.paperId });
}

async function readKeys(desk: Desk, { paperId }: OpenPaper): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; answer: string }>`
    select a.id, q.answer from student_question a join question_edition q on q.question_id = a.question_id and q.edition = a.edition where a.paper_id = ${paperId}`.execute(
    desk.tx,
  );
  return new Map(rows.map(({ id, answer }) => [id, answer]));
}
