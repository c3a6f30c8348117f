import { classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { type OrganisationRow, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { organisationCourseCalls } from "@jipei/contract/providers/organisation-course.ts";
import { organisationTeacherCalls } from "@jipei/contract/providers/organisation-teacher.ts";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { sql } from "kysely";
import { syntheticPerson } from "../../seed/synthetic-person.ts";
import { syntheticCreditCode } from "../../seed/synthetic-unit.ts";
import { addDays, addMonths, today } from "../../src/core/foundation/clock.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { anAttachment } from "./attachment.ts";
import { type SavedCourse, aCourse } from "./teaching.ts";

type Values = Record<string, any>;
let count = 0;

/** Input that files an institution. The n-th differs from all others wherever values must be unique. */
export function filing(overrides: Values = {}): Values {
  const n = ++count;
  const person = syntheticPerson(900_000 + n);
  const orgName = `第${n}职业培训学校`;
  return {
    orgName,
    creditCode: syntheticCreditCode(n),
    orgType: "2",
    regionCode: "320481",
    address: "育才路1号",
    legalPerson: person.name,
    legalIdNumber: person.idNumber,
    legalPhone: "13800000001",
    contact: "王老师",
    // The account made with the institution has this phone, and no other account may have it.
    contactPhone: `1380${String(n).padStart(7, "0")}`,
    siteArea: "500.00",
    trainScope: "电工、焊工、养老护理员",
    bankName: "中国银行",
    bankAccount: `62220000000000${String(n).padStart(4, "0")}`,
    bankAccountName: overrides.orgName ?? orgName,
    account: `org${n}`,
    ...overrides,
  };
}

/** An active institution with its administrator. A second clerk has approved the account that the first one recorded. */
export async function anOrganisation(
  app: TestApp,
  overrides: Values = {},
): Promise<OrganisationRow & { id: string; admin: TestUser }> {
  const clerk = app.as("clerk");
  const { id } = await clerk.call(organisationCalls.save, filing(overrides) as never);
  const { changePending } = await clerk.call(organisationCalls.detail, { id });
  if (changePending === "1") await app.as("clerk").call(organisationCalls.stateSwitching, { ids: id, state: "isUser" });
  const row = (await clerk.call(organisationCalls.detail, { id })) as unknown as OrganisationRow & { id: string };
  return { ...row, admin: app.as("orgAdmin", { orgId: id }) };
}

/** Gives an institution another account, as if two people had approved it, without the rules of the calls. */
export async function storeAccount(
  { db, cipher }: Pick<TestApp, "db" | "cipher">,
  orgId: string,
  { bankAccount, bankAccountName }: { bankAccount?: string; bankAccountName?: string },
): Promise<void> {
  const number = bankAccount ? cipher.encrypt(bankAccount) : null;
  const hash = bankAccount ? cipher.hash(bankAccount) : null;
  await sql`
    insert into payee_account (unit_kind, unit_id, bank_name, bank_account, bank_account_hash, bank_account_name, filers, approve_user, approve_time)
    select 'Organisation', id, bank_name, coalesce(${number}, bank_account), coalesce(${hash}, bank_account_hash), coalesce(${bankAccountName ?? null}, bank_account_name), '{1}', 2, now()
    from organisation where id = ${orgId}`.execute(db);
  await sql`
    update organisation o set bank_account = p.bank_account, bank_account_hash = p.bank_account_hash, bank_account_name = p.bank_account_name
    from payee_account p where o.id = ${orgId} and p.id = (select max(id) from payee_account where unit_kind = 'Organisation' and unit_id = ${orgId})`.execute(
    db,
  );
}

interface Within {
  orgId: string;
  admin: TestUser;
}

async function within(app: TestApp, given: Values): Promise<Within> {
  if (given.orgId) return { orgId: given.orgId, admin: app.as("orgAdmin", { orgId: given.orgId }) };
  const organisation = await anOrganisation(app);
  return { orgId: organisation.id, admin: organisation.admin };
}

/** A course that an institution is approved to teach. Pass `orgId` and `courseId` to use given ones. */
export async function anOrgCourse(
  app: TestApp,
  overrides: Values = {},
): Promise<{ id: string; orgId: string; courseId: string; course: SavedCourse }> {
  const { orgId, admin } = await within(app, overrides);
  const course = overrides.courseId
    ? ((await app.as("clerk").call(courseCalls.detail, { id: overrides.courseId })) as unknown as SavedCourse)
    : await aCourse(app);
  await sql`update organisation set train_scope = train_scope || '、' || ${course.occupationName} where id = ${orgId}`.execute(
    app.db,
  );
  const { id } = await admin.call(organisationCourseCalls.submit, {
    courseHours: "60.0",
    theoryHours: "20.0",
    practiceHours: "40.0",
    textbook: "国家职业技能教材",
    chargeStandard: "1800.00",
    ...overrides,
    courseId: course.id,
  } as never);
  await app.as("clerk").call(organisationCourseCalls.confirm, { ids: id });
  return { id, orgId, courseId: course.id, course };
}

/** A teacher hired by an institution and approved for the courses, from a month ago, for a year. */
export async function aHiredTeacher(
  app: TestApp,
  overrides: {
    orgId?: string;
    courseIds?: string[];
    teacherKind?: string;
    startDate?: string;
    endDate?: string;
    teacher?: Values;
  } = {},
): Promise<{ id: string; teacherId: string; hireId: string; orgId: string; name: string }> {
  const { orgId, admin } = await within(app, overrides);
  const courseIds = overrides.courseIds ?? [(await aCourse(app)).id];
  const person = syntheticPerson(800_000 + ++count);
  const { name, idType, idNumber, education, phone } = person;
  const startDate = overrides.startDate ?? addDays(today(), -30);
  const teacherKind = overrides.teacherKind ?? "1";
  const saved = await admin.call(teacherCalls.orgTeacherSave, {
    trainTeacherDTO: {
      name,
      idType,
      idNumber,
      education,
      phone,
      skillLevel: "1",
      occupationCode: "6-31-01-03",
      certNo: `S00032999900${count}`,
      teachSubject: "电工",
      isValid: "isValid",
      ...overrides.teacher,
    },
    trainTeacherHireDTO: {
      teacherKind,
      startDate,
      endDate: overrides.endDate ?? addMonths(startDate, 24),
      contractAttId: await anAttachment(app, admin, "聘用合同.pdf"),
    },
  } as never);
  const hireId = saved.hireId as string;
  const { id } = await admin.call(organisationTeacherCalls.submit, {
    teacherId: saved.id,
    teacherKind,
    hireId,
    courseIds,
    isValid: "isValid",
  } as never);
  await app.as("clerk").call(organisationTeacherCalls.confirm, { ids: id });
  return { id, teacherId: saved.id, hireId, orgId, name };
}

/** A room with 60 seats; of type 2 a workshop with 60 places. */
export async function aClassroom(
  app: TestApp,
  overrides: Values = {},
): Promise<{ id: string; orgId: string; classroomName: string }> {
  const { orgId, admin } = await within(app, overrides);
  const n = ++count;
  const values = {
    classroomNo: `R${n}`,
    classroomName: `${n}号教室`,
    classroomType: "1",
    address: "育才路1号",
    area: "80.00",
    capacity: 60,
    workstationCount: 60,
    ownership: "1",
    fireSafe: "isValid",
    isValid: "isValid",
    ...overrides,
  };
  const { id } = await admin.call(classroomCalls.submit, values as never);
  return { id, orgId, classroomName: values.classroomName };
}
