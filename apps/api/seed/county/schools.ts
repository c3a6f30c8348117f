import { classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { organisationCourseCalls } from "@jipei/contract/providers/organisation-course.ts";
import { organisationTeacherCalls } from "@jipei/contract/providers/organisation-teacher.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import { syntheticPerson } from "../synthetic-person.ts";
import { syntheticCreditCode } from "../synthetic-unit.ts";
import type { Desk } from "./desk.ts";
import { filedDaysAgo, getLicence, seedFiling } from "./filing.ts";
import { keepFile, paper } from "./files.ts";

/** The five institutions of the county and what each needs to open classes. */

const schools = [
  {
    name: "启航职业培训学校",
    short: "启航",
    orgType: "1",
    courses: ["电工（五级）", "焊工（五级）"],
    address: "育才路18号",
  },
  {
    name: "百匠技能培训中心",
    short: "百匠",
    orgType: "6",
    courses: ["装配钳工（四级）", "缝纫工（五级）"],
    address: "工业大道206号",
  },
  {
    name: "春晖家政培训学校",
    short: "春晖",
    orgType: "1",
    courses: ["养老护理员（五级）", "育婴员（五级）"],
    address: "和平街9号",
  },
  {
    name: "蓝海电商技师学院",
    short: "蓝海",
    orgType: "2",
    courses: ["互联网营销师（五级）", "电子商务师（四级）"],
    address: "科技园3号楼",
  },
  {
    name: "市餐饮烹饪行业协会",
    short: "餐饮协会",
    orgType: "7",
    courses: ["中式烹调师（五级）", "中式面点师（五级）"],
    address: "美食城2楼",
  },
] as const;

export interface Offer {
  courseId: string;
  courseName: string;
  orgCourseId: string;
  orgPlanId: string;
  hours: number;
}
export interface School {
  orgId: string;
  name: string;
  short: string;
  offers: Offer[];
  /** One teacher, one assistant and one room for each class, so that no two classes can clash. */
  teachers: string[];
  assistants: string[];
  rooms: string[];
}

export const classesPerSchool = 8;
/** How many days ago the plan of the year was released. */
export const plannedDaysAgo = 220;
/** A county-level city of the national region list; ID numbers of the demo use a code that no region has. */
export const region = "320481";
/** Towns of it, in which the units of the demo have their seats. */
const towns = ["001", "002", "003", "101", "103", "106", "107", "114"] as const;
export const townOf = (place: number): string => `${region}${towns[place % towns.length]}`;

export async function seedSchools(desk: Desk, planId: string): Promise<School[]> {
  const built: School[] = [];
  for (const [index, school] of schools.entries()) built.push(await seedSchool(desk, index, school, planId));
  return built;
}

async function seedSchool(
  desk: Desk,
  index: number,
  school: (typeof schools)[number],
  planId: string,
): Promise<School> {
  const person = syntheticPerson(900_100 + index);
  const facts = {
    orgName: school.name,
    orgShortName: school.short,
    creditCode: syntheticCreditCode(700 + index),
    orgType: school.orgType,
    regionCode: townOf(index),
    address: school.address,
    legalPerson: person.name,
    legalIdNumber: person.idNumber,
    legalPhone: person.phone,
    contact: syntheticPerson(900_200 + index).name,
    contactPhone: syntheticPerson(900_200 + index).phone,
    licenseNo: `人社民${3200000 + index}号`,
    licenseStartDate: addDays(today(), -filedDaysAgo - 30),
    licenseExpireDate: addDays(today(), index === 3 ? 25 : 900),
    siteArea: String(360 + index * 85),
    evalOrgCode: `S0000329999${String(10 + index)}`,
    trainScope: school.courses.map((name) => name.replace(/（.*）/, "")).join("、"),
    bankName: "中国农业银行市支行",
    bankAccount: `62284800000000${String(1000 + index)}`,
    bankAccountName: school.name,
    account: `school${index + 1}`,
    creditGrade: "ABABC"[index],
  };
  const { id: orgId } = await desk.as(
    "clerk",
    {},
    filedDaysAgo,
  )(organisationCalls.save, { ...facts, licenseFiles: [await getLicence(desk, facts)] });
  // The account that the clerk recorded is approved by somebody else.
  await desk.as("admin", {}, filedDaysAgo)(organisationCalls.stateSwitching, { ids: orgId, state: "isUser" });
  await seedFiling(desk, { ...facts, orgId });
  const own = { orgId };
  const admin = desk.as("org", own, filedDaysAgo - 10);
  const offers = await seedOffers(desk, school, own, planId);
  const teachers: string[] = [];
  const assistants: string[] = [];
  const rooms: string[] = [];
  const contract = await paper("聘用合同", { 聘用单位: school.name });
  for (let n = 0; n < classesPerSchool; n++) {
    teachers.push(await seedTeacher(desk, index * classesPerSchool + n, own, offers, contract));
    assistants.push(await seedTeacher(desk, 1000 + index * classesPerSchool + n, own, offers, contract));
    const { id } = await admin(classroomCalls.submit, {
      classroomNo: `R${n + 1}`,
      classroomName: n < 4 ? `${n + 1}号教室` : `${n - 3}号实训室`,
      classroomType: n < 4 ? "1" : "2",
      address: school.address,
      area: "96.00",
      capacity: 60,
      workstationCount: 60,
      ownership: "1",
      fireSafe: "isValid",
      isValid: "isValid",
    });
    rooms.push(id);
  }
  await dateBack(desk, orgId);
  return { orgId, name: school.name, short: school.short, offers, teachers, assistants, rooms };
}

/** Approvals from long before the classes began are dated so, not with the time of the seed. */
async function dateBack(desk: Desk, orgId: string): Promise<void> {
  const approved = [
    ["organisation_course", filedDaysAgo - 12],
    ["organisation_teacher", filedDaysAgo - 16],
    ["organisation_plan", plannedDaysAgo - 8],
  ] as const;
  for (const [table, days] of approved) {
    const back = sql`make_interval(days => ${days})`;
    await sql`update ${sql.table(table)} set create_time = create_time - ${back}, commit_time = commit_time - ${back}, confirm_time = confirm_time - ${back} where org_id = ${orgId}`.execute(
      desk.tx,
    );
  }
}

async function seedOffers(
  desk: Desk,
  school: (typeof schools)[number],
  own: { orgId: string },
  planId: string,
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const name of school.courses) {
    const { rows } = await sql<{
      id: string;
      minHours: string;
    }>`select id, min_hours from course where course_name = ${name} and is_deleted = 0`.execute(desk.tx);
    const course = rows[0];
    if (!course) throw new Error(`the catalogue has no ${name}`);
    const hours = Number(course.minHours);
    const theory = Math.floor(hours * 0.8) / 2;
    const { id: orgCourseId } = await desk.as(
      "org",
      own,
      filedDaysAgo - 10,
    )(organisationCourseCalls.submit, {
      courseId: course.id,
      courseHours: String(hours),
      theoryHours: String(theory),
      practiceHours: String(hours - theory),
      textbook: "国家职业技能教材",
      chargeStandard: "2200.00",
    });
    await desk.as("clerk", {}, filedDaysAgo - 12)(organisationCourseCalls.confirm, { ids: orgCourseId });
    const orgPlanId = await seedShare(desk, own.orgId, planId, course.id, today().slice(0, 4), plannedDaysAgo - 5);
    offers.push({ courseId: course.id, courseName: name, orgCourseId, orgPlanId, hours });
  }
  return offers;
}

/** An institution's share of a plan: what it will train of one course, confirmed three days after it asked for it. @returns its id */
export async function seedShare(
  desk: Desk,
  orgId: string,
  planId: string,
  courseId: string,
  year: string,
  daysAgo: number,
): Promise<string> {
  const { id } = await desk.as(
    "org",
    { orgId },
    daysAgo,
  )(organisationPlanCalls.submit, {
    planId,
    courseId,
    headcount: 300,
    classCount: 6,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    trainPlace: "学校本部",
  });
  await desk.as("org", { orgId }, daysAgo)(organisationPlanCalls.commit, { ids: id });
  await desk.as("first", {}, daysAgo - 3)(organisationPlanCalls.confirm, { ids: id });
  return id;
}

async function seedTeacher(
  desk: Desk,
  n: number,
  own: { orgId: string },
  offers: readonly Offer[],
  contract: Buffer,
): Promise<string> {
  const admin = desk.as("org", own, filedDaysAgo - 14);
  const { name, idType, idNumber, education, phone } = syntheticPerson(910_000 + n);
  const hire = {
    teacherKind: n % 3 === 0 ? "2" : "1",
    // Since before the first class, and for three years at most.
    startDate: addDays(today(), -720),
    endDate: addDays(today(), 370),
    contractAttId: await keepFile(desk, desk.actor("org", own), "聘用合同.pdf", contract),
  };
  const saved = await admin(teacherCalls.orgTeacherSave, {
    trainTeacherDTO: {
      name,
      idType,
      idNumber,
      education,
      phone,
      skillLevel: "1",
      occupationCode: "6-31-01-03",
      certNo: `S0000329999${100000 + n}`,
      teachSubject: offers.map((offer) => offer.courseName).join("、"),
      isValid: "isValid",
    },
    trainTeacherHireDTO: hire,
  });
  const { id, hireId } = saved as { id: string; hireId: string };
  const duty = await admin(organisationTeacherCalls.submit, {
    teacherId: id,
    teacherKind: hire.teacherKind,
    hireId,
    courseIds: offers.map((offer) => offer.courseId),
    isValid: "isValid",
  });
  await desk.as("clerk", {}, filedDaysAgo - 16)(organisationTeacherCalls.confirm, { ids: duty.id });
  return id;
}
