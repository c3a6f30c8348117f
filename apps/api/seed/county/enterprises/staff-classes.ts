import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { apprenticeship, jobTransfer, staffTrainKinds } from "@jipei/contract/training/enterprise-class.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import type { Actor } from "../../../src/core/foundation/actor.ts";
import { addDays, addMonths, addWorkdays, today } from "../../../src/core/foundation/clock.ts";
import { enterAnswer } from "../../../src/external-data/local-registers.ts";
import { workdayExceptions } from "../../../src/settings/settings.queries.ts";
import { syntheticPerson } from "../../synthetic-person.ts";
import { hold } from "../attendance.ts";
import { moveInTime } from "../classes.ts";
import type { Desk } from "../desk.ts";
import { type Firm, findFirms } from "./enterprises.ts";
import { keepFile, paper } from "../files.ts";
import { seedSurvey } from "../inspections.ts";
import { openPast } from "../past.ts";
import { seedStaffAssessment } from "./staff-assessments.ts";
import { type StaffClaimed, type StaffFirm, seedStaffClaim } from "./staff-claims.ts";

/** How far a class has come. */
interface Progress {
  stage: "draft" | "submitted" | "approved" | "returned";
  /** Days by which an approved class is moved into the past. */
  shift?: number;
  /** How far the assessment of a class that is over has come. */
  test?: Tested;
  /** How far the claim for it has come. */
  claim?: StaffClaimed;
  /** How far the claim for an advance has come, made half a year before the end of the class. */
  advance?: StaffClaimed;
}
type Tested = "submitted" | "graded" | "certified";

const draft: Progress = { stage: "draft" };
const submitted: Progress = { stage: "submitted" };
const returned: Progress = { stage: "returned" };
const running = (shift: number): Progress => ({ stage: "approved", shift });
const assessed = (shift: number, test: Tested): Progress => ({ stage: "approved", shift, test });
const claimed = (shift: number, claim: StaffClaimed, test: Tested = "certified"): Progress => ({
  stage: "approved",
  shift,
  test,
  claim,
});
/** A class of a year, paid for in advance; claimed for once more where it is over. */
const apprentices = (shift: number, advance: StaffClaimed, claim?: StaffClaimed): Progress => ({
  stage: "approved",
  shift,
  advance,
  ...(claim && { test: "certified", claim }),
});

/** The firm among those of the county, the class with its kind of training, who teaches whom, how many, and how far it has come. */
type Story = readonly [
  firm: number,
  className: string,
  trainKind: "02" | "03" | "04" | "06" | "07" | "08",
  teacher: string,
  post: string,
  people: number,
  progress: Progress,
];

/** Classes of the two years before, all over and paid. */
const pastStories: readonly (readonly [daysAgo: number, story: Story])[] = [
  [620, [9, "家电清洗提升班", "02", "魏师傅", "家电清洗员", 4, claimed(80, "paid")]],
  [500, [4, "化工仪表提升班", "02", "彭师傅", "仪表工", 4, claimed(80, "paid")]],
  [410, [0, "数控车工提升班", "02", "高师傅", "数控车工", 6, claimed(80, "paid")]],
  [330, [6, "冷链仓储提升班", "02", "戴师傅", "仓库管理员", 4, claimed(80, "paid")]],
  [240, [3, "平车缝纫提升班", "02", "邓师傅", "缝纫工", 5, claimed(80, "paid")]],
];

/** Sixty classes in every state and of every kind. */
const stories: readonly Story[] = [
  [0, "数控操作岗位提升班", "02", "高师傅", "数控车工", 18, running(14)],
  [0, "机修钳工转岗班", "04", "罗师傅", "机修钳工", 9, submitted],
  [0, "新员工岗前培训班", "03", "林师傅", "装配工", 12, draft],
  [1, "焊接操作岗位提升班", "02", "秦师傅", "焊工", 12, claimed(70, "first")],
  [0, "焊工技能提升一期", "02", "石师傅", "焊工", 6, claimed(80, "paid")],
  [0, "焊工技能提升二期", "02", "江师傅", "焊工", 7, assessed(66, "certified")],
  [6, "钢结构焊接提升班", "02", "岳师傅", "焊工", 10, claimed(75, "second")],
  [14, "精密焊接提升班", "02", "方师傅", "焊工", 9, claimed(77, "publicity")],
  [17, "矿用设备焊修班", "02", "韩师傅", "焊工", 5, claimed(72, "returned")],
  [12, "餐饮新员工岗前培训", "03", "梅师傅", "服务员", 6, claimed(60, "first", "graded")],
  [0, "设备点检岗位提升班", "02", "高师傅", "点检员", 8, assessed(45, "submitted")],
  [2, "细纱挡车工提升班", "02", "何师傅", "挡车工", 20, submitted],
  [4, "化工安全作业班", "06", "马师傅", "操作工", 15, returned],
  [2, "细纱落纱工提升班", "02", "宋师傅", "落纱工", 4, claimed(86, "paid")],
  [2, "织布挡车工提升班", "02", "唐师傅", "挡车工", 4, assessed(64, "certified")],
  [2, "印染安全作业班", "06", "许师傅", "染整工", 4, draft],
  [3, "缝纫工提升一期", "02", "邓师傅", "缝纫工", 4, claimed(82, "draft")],
  [3, "缝纫新员工岗前班", "03", "冯师傅", "缝纫工", 5, claimed(58, "publicity", "graded")],
  [3, "裁剪转岗班", "04", "曹师傅", "裁剪工", 4, running(12)],
  [4, "化工操作岗位提升班", "02", "彭师傅", "操作工", 4, claimed(88, "paid")],
  [4, "危化品新员工岗前班", "03", "曾师傅", "操作工", 5, assessed(40, "graded")],
  [4, "班组长能力提升班", "08", "肖师傅", "班组长", 4, submitted],
  [5, "烟花安全作业班", "06", "田师傅", "装药工", 4, running(9)],
  [5, "烟花新员工岗前班", "03", "董师傅", "装配工", 4, returned],
  [6, "脚手架工提升班", "02", "袁师傅", "架子工", 5, running(11)],
  [6, "工地新员工岗前班", "03", "潘师傅", "普工", 6, assessed(38, "submitted")],
  [6, "起重指挥转岗班", "04", "于师傅", "起重工", 4, draft],
  [16, "叉车司机提升班", "02", "蒋师傅", "叉车司机", 4, assessed(70, "certified")],
  [16, "仓储新员工岗前班", "03", "蔡师傅", "理货员", 4, submitted],
  [8, "公交维修工提升班", "02", "余师傅", "维修工", 4, claimed(84, "second")],
  [8, "新能源客车维修转岗班", "04", "杜师傅", "维修工", 4, running(13)],
  [8, "驾驶员安全培训班", "06", "叶师傅", "驾驶员", 5, submitted],
  [9, "护理员岗前培训班", "03", "程师傅", "护理员", 4, claimed(56, "paid", "graded")],
  [9, "失智照护提升班", "02", "苏师傅", "护理员", 4, returned],
  [9, "家政新员工岗前班", "03", "魏师傅", "服务员", 4, assessed(42, "graded")],
  [9, "月嫂提升班", "02", "吕师傅", "母婴护理员", 4, draft],
  [11, "客房服务岗前班", "03", "丁师傅", "客房服务员", 4, running(8)],
  [11, "西餐转岗班", "04", "任师傅", "西餐厨师", 4, submitted],
  [12, "后厨安全班", "06", "沈师傅", "厨师", 4, draft],
  [12, "面点岗位提升班", "02", "姚师傅", "面点师", 4, claimed(79, "returned")],
  [13, "运维工程师提升班", "02", "卢师傅", "运维工程师", 4, draft],
  [13, "测试工程师转岗班", "04", "姜师傅", "测试工程师", 4, draft],
  [14, "电子装配提升一期", "02", "崔师傅", "装配工", 5, claimed(90, "paid")],
  [14, "电子新员工岗前班", "03", "钟师傅", "装配工", 6, claimed(52, "second", "graded")],
  [14, "自动化设备转岗班", "04", "谭师傅", "设备操作工", 5, assessed(46, "submitted")],
  [15, "农机手提升班", "02", "陆师傅", "农机手", 3, draft],
  [16, "粮油检验提升班", "02", "汪师傅", "检验员", 4, running(10)],
  [16, "粉尘防爆安全班", "06", "范师傅", "操作工", 4, assessed(44, "submitted")],
  [17, "液压修理提升班", "02", "金师傅", "修理工", 4, assessed(71, "certified")],
  [17, "井下安全作业班", "06", "石师傅", "修理工", 4, returned],
  [18, "电缆敷设提升班", "02", "廖师傅", "电工", 4, claimed(83, "first")],
  [18, "登高安全班", "06", "贾师傅", "安装工", 4, running(7)],
  [18, "新员工岗前班", "03", "夏师傅", "安装工", 4, submitted],
  [19, "汽车维修提升班", "02", "韦师傅", "维修工", 4, claimed(76, "draft")],
  [19, "售后新员工岗前班", "03", "付师傅", "服务顾问", 4, draft],
  [1, "模具钳工提升班", "02", "方师傅", "模具工", 4, claimed(87, "paid")],
  [1, "电工学徒一期", "07", "白师傅", "电工学徒", 4, apprentices(150, "paid")],
  [14, "电工学徒班", "07", "邹师傅", "电工学徒", 5, apprentices(120, "first")],
  [0, "电工学徒制一期", "07", "熊师傅", "电工学徒", 4, apprentices(400, "paid", "second")],
  [8, "公交电工学徒班", "07", "孟师傅", "电工学徒", 4, submitted],
];

/** Numbers of synthetic people that nobody else of the county has. */
const firstPerson = 700_000;
const lessonsADay = [
  ["08:30", "10:45", "1", "理论与安全规程"],
  ["13:00", "16:45", "2", "岗位实操"],
] as const;
/** Hours of a day: 3 of theory and 5 of practice. */
const hoursADay = 8;
/** Days of teaching of a usual class, which follow each other; of apprentices the first three of every month for a year. */
const usualDays = 7;
const [monthsOfApprentices, daysAMonth] = [12, 3];
/** Days before the end of the certificates of a class of apprentices. */
const lately = 45;

/** When a class is taught, and until when. */
function getCalendar(trainKind: string, startDate: string): { days: string[]; endDate: string } {
  if (trainKind !== apprenticeship)
    return {
      days: Array.from({ length: usualDays }, (_, day) => addDays(startDate, day)),
      endDate: addDays(startDate, usualDays + 7),
    };
  return {
    days: Array.from({ length: monthsOfApprentices * daysAMonth }, (_, n) =>
      addDays(addMonths(startDate, Math.floor(n / daysAMonth)), n % daysAMonth),
    ),
    endDate: addDays(addMonths(startDate, monthsOfApprentices), -1),
  };
}

/** Classes that enterprises ran for their own staff over two years, and those that they run now. */
export async function seedStaffClasses(desk: Desk): Promise<void> {
  const firms = await findFirms(desk);
  const { rows: courses } = await sql<{ id: string; trainKind: string }>`
    select distinct on (train_kind) id, train_kind from course
    where is_valid = 'isValid' and is_deleted = 0 and train_kind = any(${[...staffTrainKinds]}) and (min_hours <= 56 or train_kind = ${apprenticeship}) order by train_kind, id`.execute(
    desk.tx,
  );
  const courseOf = new Map(courses.map(({ trainKind, id }) => [trainKind, id]));
  let number = firstPerson;
  const tell = async (story: Story) => {
    const [firmNo, , trainKind, , , people] = story;
    const firm = firms[firmNo];
    const courseId = courseOf.get(trainKind);
    if (!firm || !courseId) throw new Error("the county has no such firm or no course");
    const classId = await seedStaffClass(desk, story, firm, courseId, number);
    number += people;
    return { classId, courseId, who: { entId: firm.deptId, deptId: firm.deptId } };
  };
  const past = await openPast(desk);
  for (const [daysAgo, story] of pastStories)
    await past(daysAgo, async () => {
      const { classId, who, courseId } = await tell(story);
      await seedSurvey(desk, classId, who, { investigateKind: "1", needCourseIds: [courseId], needCount: 12 });
      await seedSurvey(desk, classId, who, { investigateKind: "2" });
    });
  for (const story of stories) await tell(story);
}

/** @returns its id */
async function seedStaffClass(desk: Desk, story: Story, firm: Firm, courseId: string, first: number): Promise<string> {
  const [, className, trainKind, teacher, , people, { stage, shift = 0 }] = story;
  const { deptId } = firm;
  const who: Partial<Actor> = { entId: deptId, deptId };
  const asFirm = desk.as("enterprise", who, shift + 3);
  const startDate = addWorkdays(today(), 8, await workdayExceptions(desk.tx));
  const { days, endDate } = getCalendar(trainKind, startDate);
  const hours = String(days.length * hoursADay);
  const { id: classId } = await asFirm(enterpriseClassCalls.save, {
    className,
    courseId,
    trainKind,
    planCount: 20,
    totalHours: hours,
    startDate,
    endDate,
    trainPlace: "本企业培训车间",
    teacherNames: teacher,
    contact: "培训主管",
    contactPhone: "13820000001",
    teachPlanAttId: await keepFile(
      desk,
      desk.actor("enterprise", who),
      "培训计划.pdf",
      await paper("培训计划", { 企业: firm.orgName, 班级: className, 课时: hours }),
    ),
    schedules: days.flatMap((date, day) =>
      lessonsADay.map(([start, end, lessonType, content]) => ({
        date,
        start,
        end,
        lessonType,
        content: `第${day + 1}天 ${content}`,
        teacher,
      })),
    ),
  });
  for (let n = 0; n < people; n++) await seedMember(desk, story, firm, asFirm, classId, first + n);
  if (stage === "draft") return classId;
  await desk.as("enterprise", who, shift + 2)(enterpriseClassCalls.submit, { id: classId });
  if (stage === "returned")
    await desk.as(
      "clerk",
      {},
      1,
    )(enterpriseClassCalls.submit, {
      id: classId,
      confirmStatus: "back",
      reason: "培训计划未写明考核方式，请补充后重新提交",
    });
  if (stage !== "approved") return classId;
  await desk.as("clerk", {}, shift + 1)(enterpriseClassCalls.submit, { id: classId, confirmStatus: "Confirm" });
  await lead(desk, story, { who, name: firm.orgName }, classId);
  return classId;
}

/** Leads an approved class through its lessons, its assessment and its claims. */
async function lead(
  desk: Desk,
  [, , trainKind, , , , progress]: Story,
  firm: StaffFirm,
  classId: string,
): Promise<void> {
  const { shift = 0, test, claim, advance } = progress;
  // A class that is over was claimed for in advance while it ran.
  const since = test ? shift / 2 : 0;
  if (advance) {
    await moveInTime(desk, classId, shift - since);
    await seedStaffClaim(desk, classId, { subsidyKind: apprenticeship, isAdvance: "1" }, firm, advance, since);
  }
  await moveInTime(desk, classId, advance ? since : shift);
  const asFirm = desk.as("enterprise", firm.who);
  await hold(desk, classId, (scheduleId, attendanceList) =>
    asFirm(enterpriseClassCalls.saveAttendance, { scheduleId, attendanceList }),
  );
  if (test) await seedStaffAssessment(desk, classId, firm.who, test, advance ? lately : shift);
  if (!claim) return;
  await seedStaffClaim(desk, classId, { subsidyKind: trainKind, isAdvance: "0" }, firm, claim);
}

/** Somebody whom the registers know as insured and employed by the firm. */
async function seedMember(
  { tx, app }: Desk,
  [, , trainKind, , postName]: Story,
  { orgName, creditCode }: Firm,
  asFirm: ReturnType<Desk["as"]>,
  classId: string,
  number: number,
): Promise<void> {
  const person = syntheticPerson(number);
  const months = (trainKind === apprenticeship ? 15 : 3) + (number % 8);
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
    postName,
    ...(trainKind === jobTransfer && { isTransfer: "1" }),
    ...(trainKind === apprenticeship && { masterName: "企业导师" }),
  });
}
