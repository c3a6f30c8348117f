import type { PersonCategory } from "@jipei/contract/core/fields/person-codes.ts";
import { categoriesWithProof } from "@jipei/contract/training/enrolment-codes.ts";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { insertRows } from "../../src/core/database/write-rows.ts";
import { system } from "../../src/core/foundation/actor.ts";
import { addDays, addWorkdays, inThePast, today } from "../../src/core/foundation/clock.ts";
import { stored } from "../../src/core/entity/to-response.ts";
import { workdayExceptions } from "../../src/settings/settings.queries.ts";
import { syntheticPerson } from "../synthetic-person.ts";
import { hold } from "./attendance.ts";
import type { Desk } from "./desk.ts";
import { keepFile, paper } from "./files.ts";
import { remarks } from "./people.ts";
import { type Offer, type School, region } from "./schools.ts";

/** A class in a given state: built with dates in the future, as the rules require, then moved to its place in time. */

export interface SeededClass {
  classId: string;
  school: School;
  offer: Offer;
}

export interface ClassPlan {
  school: School;
  offer: Offer;
  /** Its number among the institution's classes, which also chooses teacher and room. */
  place: number;
  /** Its name tells the month in which it began; its number among those of the year otherwise. */
  isNamedByMonth?: true;
  /** The persons on its roster: numbers of synthetic people. */
  people: readonly number[];
  /** The state to reach: submitted or not, confirmed or not, and the number of days it is moved into the past. It was written three days before. */
  stage: "draft" | "submitted" | "confirmed";
  shift: number;
  photoId: string;
  /** The paper that proves the category of whoever has one that needs it. */
  proofId: string;
}

const lessonsADay = [
  ["08:30", "10:45", "1"],
  ["13:00", "16:45", "2"],
] as const;
/** Hours of a day: 3 of theory and 5 of practice. */
const hoursADay = 8;

export async function seedClass(desk: Desk, plan: ClassPlan): Promise<SeededClass> {
  const { school, offer, place, stage } = plan;
  const own = { orgId: school.orgId };
  const day = { saved: plan.shift + 3, committed: plan.shift + 2, confirmed: plan.shift + 1 };
  const admin = desk.as("org", own, day.saved);
  const start = addWorkdays(today(), 8, await workdayExceptions(desk.tx));
  const days = Math.ceil(offer.hours / hoursADay);
  const contact = syntheticPerson(920_000 + place);
  const began = addDays(start, -plan.shift);
  const { id: classId } = await admin(classCalls.save, {
    className: `${school.short}${offer.courseName}${plan.isNamedByMonth ? `${began.slice(0, 4)}年${Number(began.slice(5, 7))}月班` : `${today().slice(0, 4)}年第${place + 1}期`}`,
    orgPlanId: offer.orgPlanId,
    orgCourseId: offer.orgCourseId,
    classMode: "1",
    isSubsidy: "1",
    planCount: 50,
    totalHours: String(offer.hours),
    startDate: start,
    endDate: addDays(start, days + 3),
    signStartDate: addDays(start, -20),
    signEndDate: addDays(start, -1),
    trainPlace: "学校本部",
    classroomId: school.rooms[place],
    headTeacherId: school.teachers[place],
    headTeacherPhone: contact.phone,
    contact: contact.name,
    contactPhone: contact.phone,
    chargeStandard: "0.00",
    teachPlanAttId: await keepFile(
      desk,
      desk.actor("org", own),
      "教学计划.pdf",
      await paper("教学计划", { 培训机构: school.name, 课程: offer.courseName, 课时: String(offer.hours) }),
    ),
  });
  await seedRoster(desk, plan, classId);
  for (let day = 0; day < days; day++)
    for (const [startTime, endTime, lessonType] of lessonsADay)
      await admin(lessonCalls.submit, {
        classId,
        lessonDate: addDays(start, day),
        startTime,
        endTime,
        lessonType,
        content: lessonType === "1" ? `第${day + 1}讲 理论与安全规程` : `第${day + 1}次实训操作`,
        teacherId: school.teachers[place],
        assistTeacherId: lessonType === "2" ? school.assistants[place] : undefined,
        classroomId: school.rooms[place],
      });
  if (stage !== "draft") await desk.as("org", own, day.committed)(classCalls.commit, { id: classId });
  if (stage === "confirmed") {
    await inThePast(day.confirmed, () => checkRoster(desk, classId));
    await desk.as("clerk", {}, day.confirmed)(classCalls.switchStatus, { ids: classId, status: "Confirm" });
    await moveInTime(desk, classId, plan.shift);
    const asInstitution = desk.as("org", own);
    await hold(desk, classId, (id, attendanceList) => asInstitution(lessonCalls.submit, { id, attendanceList }));
  }
  await sql`update training_class set create_time = create_time - make_interval(days => ${day.saved}), commit_time = commit_time - make_interval(days => ${day.committed}), confirm_time = confirm_time - make_interval(days => ${day.confirmed}) where id = ${classId}`.execute(
    desk.tx,
  );
  await sql`update student set create_time = create_time - make_interval(days => ${day.saved}), commit_time = commit_time - make_interval(days => ${day.committed}) where class_id = ${classId}`.execute(
    desk.tx,
  );
  return { classId, school, offer };
}

const categories: readonly PersonCategory[] = ["02", "03", "03", "03", "05", "11", "12", "14"];

/** Inserts the roster in one statement; the import would enter it row by row. All have worked long enough for level 4, and prove their category. */
async function seedRoster(desk: Desk, { school, people, photoId, proofId }: ClassPlan, classId: string): Promise<void> {
  const rows = people.map((number, n) => {
    const person = syntheticPerson(number);
    const personCategory = categories[number % categories.length];
    return stored(Student, desk.app.cipher, {
      ...person,
      classId,
      orgId: school.orgId,
      rosterSource: "3",
      regionCode: region,
      hukouType: n % 3 === 0 ? "1" : "2",
      address: "城东街道",
      personCategory,
      categoryAttId: personCategory && categoriesWithProof.has(personCategory) ? proofId : null,
      remark: remarks.get(number) ?? null,
      workYears: 5 + (number % 9),
      photoAttId: photoId,
      gradeResult: "0",
      subsidyStatus: "none",
      confirmStatus: "unSubmit",
    });
  });
  await insertRows(desk.tx, system, Student, rows);
}

/** The clerk asks the registers about everybody of a class, and approves them. */
async function checkRoster(desk: Desk, classId: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from student where class_id = ${classId} and confirm_status = 'unConfirm' order by id`.execute(desk.tx);
  await desk.as("clerk")(studentCalls.check, { ids: rows.map(({ id }) => id).join(",") });
}

/** Moves a class with its lessons by some days into the past. */
export async function moveInTime(desk: Desk, classId: string, days: number): Promise<void> {
  if (days === 0) return;
  await sql`update training_class set start_date = start_date - ${days}::int, end_date = end_date - ${days}::int, sign_start_date = sign_start_date - ${days}::int, sign_end_date = sign_end_date - ${days}::int where id = ${classId}`.execute(
    desk.tx,
  );
  await sql`update lesson set lesson_date = lesson_date - ${days}::int where class_id = ${classId}`.execute(desk.tx);
  await sql`update training_class set run_state = derived_run_state(id) where id = ${classId}`.execute(desk.tx);
}
