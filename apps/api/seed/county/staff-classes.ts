import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import type { Actor } from "../../src/core/foundation/actor.ts";
import { addDays, addWorkdays, today } from "../../src/core/foundation/clock.ts";
import { enterAnswer } from "../../src/external-data/local-registers.ts";
import { syntheticPerson } from "../synthetic-person.ts";
import { hold, moveInTime } from "./classes.ts";
import type { Desk } from "./desk.ts";
import { keepFile, paper } from "./files.ts";
import { seedStaffAssessment } from "./staff-assessments.ts";
import { type StaffClaimed, seedStaffClaim } from "./staff-claims.ts";

interface Firm {
  deptId: string;
  orgName: string;
  creditCode: string;
}

interface Story {
  /** The firm among those of the county. */
  firm: number;
  className: string;
  trainKind: string;
  teacher: string;
  post: string;
  people: number;
  stage: "draft" | "submitted" | "approved" | "returned";
  /** Days by which an approved class is moved into the past. */
  shift?: number;
  /** How far the assessment of a class that is over has come. */
  test?: "submitted" | "graded" | "certified";
  /** How far the claim for it has come. */
  claim?: StaffClaimed;
}

const stories: readonly Story[] = [
  {
    firm: 0,
    className: "数控操作岗位提升班",
    trainKind: "02",
    teacher: "高师傅",
    post: "数控车工",
    people: 18,
    stage: "approved",
    shift: 14,
  },
  {
    firm: 0,
    className: "机修钳工转岗班",
    trainKind: "04",
    teacher: "罗师傅",
    post: "机修钳工",
    people: 9,
    stage: "submitted",
  },
  {
    firm: 0,
    className: "新员工岗前培训班",
    trainKind: "03",
    teacher: "林师傅",
    post: "装配工",
    people: 12,
    stage: "draft",
  },
  {
    firm: 1,
    className: "焊接操作岗位提升班",
    trainKind: "02",
    teacher: "秦师傅",
    post: "焊工",
    people: 12,
    stage: "approved",
    shift: 70,
    test: "certified",
    claim: "first",
  },
  {
    firm: 0,
    className: "焊工技能提升一期",
    trainKind: "02",
    teacher: "石师傅",
    post: "焊工",
    people: 6,
    stage: "approved",
    shift: 80,
    test: "certified",
    claim: "paid",
  },
  {
    firm: 0,
    className: "焊工技能提升二期",
    trainKind: "02",
    teacher: "江师傅",
    post: "焊工",
    people: 7,
    stage: "approved",
    shift: 66,
    test: "certified",
  },
  {
    firm: 6,
    className: "钢结构焊接提升班",
    trainKind: "02",
    teacher: "岳师傅",
    post: "焊工",
    people: 10,
    stage: "approved",
    shift: 75,
    test: "certified",
    claim: "second",
  },
  {
    firm: 14,
    className: "精密焊接提升班",
    trainKind: "02",
    teacher: "方师傅",
    post: "焊工",
    people: 9,
    stage: "approved",
    shift: 77,
    test: "certified",
    claim: "publicity",
  },
  {
    firm: 17,
    className: "矿用设备焊修班",
    trainKind: "02",
    teacher: "韩师傅",
    post: "焊工",
    people: 5,
    stage: "approved",
    shift: 72,
    test: "certified",
    claim: "returned",
  },
  {
    firm: 12,
    className: "餐饮新员工岗前培训",
    trainKind: "03",
    teacher: "梅师傅",
    post: "服务员",
    people: 6,
    stage: "approved",
    shift: 60,
    test: "graded",
    claim: "first",
  },
  {
    firm: 0,
    className: "设备点检岗位提升班",
    trainKind: "02",
    teacher: "高师傅",
    post: "点检员",
    people: 8,
    stage: "approved",
    shift: 45,
    test: "submitted",
  },
  {
    firm: 2,
    className: "细纱挡车工提升班",
    trainKind: "02",
    teacher: "何师傅",
    post: "挡车工",
    people: 20,
    stage: "submitted",
  },
  {
    firm: 4,
    className: "化工安全作业班",
    trainKind: "06",
    teacher: "马师傅",
    post: "操作工",
    people: 15,
    stage: "returned",
  },
];

/** Numbers of synthetic people that nobody else of the county has. */
const firstPerson = 700_000;
const lessonsADay = [
  ["08:30", "10:45", "1", "理论与安全规程"],
  ["13:00", "16:45", "2", "岗位实操"],
] as const;
/** Hours of a day: 3 of theory and 5 of practice. */
const hoursADay = 8;
const hours = 56;

/** Classes that enterprises run for their own staff, in each state: one is taught at present. */
export async function seedStaffClasses(desk: Desk): Promise<void> {
  const { rows: firms } = await sql<Firm>`
    select dept_id, org_name, credit_code from organisation where side = '2' and is_deleted = 0 order by org_no`.execute(
    desk.tx,
  );
  const { rows: courses } = await sql<{ id: string; trainKind: string }>`
    select distinct on (train_kind) id, train_kind from course
    where is_valid = 'isValid' and is_deleted = 0 and train_kind in ('02', '03', '06') and min_hours <= 56 order by train_kind, id`.execute(
    desk.tx,
  );
  const courseOf = new Map(courses.map(({ trainKind, id }) => [trainKind, id]));
  let number = firstPerson;
  for (const story of stories) {
    const firm = firms[story.firm];
    const courseId = courseOf.get(story.trainKind) ?? courseOf.get("02");
    if (!firm || !courseId) throw new Error("the county has no such firm or no course");
    await seedStaffClass(desk, story, firm, courseId, number);
    number += story.people;
  }
}

async function seedStaffClass(desk: Desk, story: Story, firm: Firm, courseId: string, first: number): Promise<void> {
  const { deptId } = firm;
  const who: Partial<Actor> = { entId: deptId, deptId };
  const shift = story.shift ?? 0;
  const asFirm = desk.as("enterprise", who, shift + 3);
  const startDate = addWorkdays(today(), 8, new Map());
  const days = hours / hoursADay;
  const { id: classId } = await asFirm(enterpriseClassCalls.save, {
    className: story.className,
    courseId,
    trainKind: story.trainKind,
    planCount: 20,
    totalHours: String(hours),
    startDate,
    endDate: addDays(startDate, days + 7),
    trainPlace: "本企业培训车间",
    teacherNames: story.teacher,
    contact: "培训主管",
    contactPhone: "13820000001",
    teachPlanAttId: await keepFile(
      desk,
      desk.actor("enterprise", who),
      "培训计划.pdf",
      await paper("培训计划", { 企业: firm.orgName, 班级: story.className, 课时: String(hours) }),
    ),
    schedules: Array.from({ length: days }, (_, day) =>
      lessonsADay.map(([start, end, lessonType, content]) => ({
        date: addDays(startDate, day),
        start,
        end,
        lessonType,
        content: `第${day + 1}天 ${content}`,
        teacher: story.teacher,
      })),
    ).flat(),
  });
  for (let n = 0; n < story.people; n++) await seedMember(desk, story, firm, asFirm, classId, first + n);
  if (story.stage === "draft") return;
  await desk.as("enterprise", who, shift + 2)(enterpriseClassCalls.submit, { id: classId });
  if (story.stage === "returned")
    await desk.as(
      "clerk",
      {},
      1,
    )(enterpriseClassCalls.submit, {
      id: classId,
      confirmStatus: "back",
      reason: "培训计划未写明考核方式，请补充后重新提交",
    });
  if (story.stage !== "approved") return;
  await desk.as("clerk", {}, shift + 1)(enterpriseClassCalls.submit, { id: classId, confirmStatus: "Confirm" });
  await moveInTime(desk, classId, shift);
  await hold(desk, classId);
  if (story.test) await seedStaffAssessment(desk, classId, who, story.test, shift);
  if (story.claim) {
    await sql`update training_class set run_state = derived_run_state(id) where id = ${classId}`.execute(desk.tx);
    await seedStaffClaim(desk, classId, story.trainKind, { who, name: firm.orgName }, story.claim);
  }
}

/** Somebody whom the registers know as insured and employed by the firm. */
async function seedMember(
  { tx, app }: Desk,
  story: Story,
  { orgName, creditCode }: Firm,
  asFirm: ReturnType<Desk["as"]>,
  classId: string,
  number: number,
): Promise<void> {
  const person = syntheticPerson(number);
  const months = 3 + (number % 8);
  await enterAnswer(tx, app.cipher, "getPersonInsured", person.idNumber, {
    isInsured: "1",
    unitName: orgName,
    creditCode,
    insuranceKind: "企业职工",
    months,
  });
  await enterAnswer(tx, app.cipher, "employmentContract", person.idNumber, {
    contracts: [{ unitName: orgName, creditCode, startDate: addDays(today(), -30 * months), endDate: null }],
  });
  await asFirm(enterpriseStudentCalls.submit, {
    classId,
    name: person.name,
    idNumber: person.idNumber,
    education: person.education,
    phone: person.phone,
    postName: story.post,
    ...(story.trainKind === "04" && { isTransfer: "1" }),
  });
}
