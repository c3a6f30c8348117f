import { type CourseRow, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { courseSubsidyFileCalls } from "@jipei/contract/catalogue/course-subsidy-file.ts";
import { startupTypeCalls } from "@jipei/contract/catalogue/startup-type.ts";
import { type SubsidyStandardRow, subsidyStandardCalls } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { syntheticPerson } from "../../seed/synthetic-person.ts";
import type { TestApp } from "../support/test-app.ts";
import { approvePolicy } from "./policy.ts";

type Values = Record<string, any>;
export type SavedCourse = CourseRow & { id: string };
let count = 0;

/** Input of a catalogue entry: a level-4 course with an occupation of its own. */
export function courseValues(overrides: Values = {}): Values {
  const n = ++count;
  return {
    courseName: `第${n}课程`,
    occupationCode: "6-31-01-03",
    occupationName: `第${n}工种`,
    level: "4",
    occupClass: "A",
    trainKind: "01",
    certKind: "1",
    minHours: "56.0",
    practiceRatio: "0.60",
    isShortage: "0",
    validYear: 2026,
    isValid: "isValid",
    ...overrides,
  };
}

/** A valid course of the catalogue. */
export async function aCourse(app: TestApp, overrides: Values = {}): Promise<SavedCourse> {
  return (await app
    .as("clerk")
    .call(courseCalls.submit, { trainCourseDTO: courseValues(overrides) } as never)) as unknown as SavedCourse;
}

/** A start-up course with its type. */
export async function aStartupCourse(app: TestApp, overrides: Values = {}): Promise<SavedCourse> {
  const n = ++count;
  const { id } = await app.as("clerk").call(startupTypeCalls.submit, {
    typeNo: `T${n}`,
    typeName: `创业类型${n}`,
    minHours: "56.0",
    maxClassSize: 30,
    rank: 2,
    isValid: "isValid",
  } as never);
  return aCourse(app, {
    trainKind: "05",
    certKind: "5",
    level: "0",
    practiceRatio: "0.00",
    entrepreneurialTypeId: id,
    ...overrides,
  });
}

/** A subsidy standard in force since 2020 with the document it is based on, filed by a clerk and approved by the leader: 01, paid to the institution, 1500 yuan. */
export async function aStandard(
  app: TestApp,
  overrides: Values & { courseId: string },
): Promise<SubsidyStandardRow & { id: string }> {
  const { courseId, ...standard } = overrides;
  const saved = (await app.as("clerk").call(courseSubsidyFileCalls.submit, {
    courseSubsidyFileDTO: {
      courseId,
      fileNo: `苏人社发〔2023〕${++count}号`,
      fileTitle: "补贴标准",
      issueOrg: "人力资源和社会保障局",
      issueDate: "2020-01-01",
      effectDate: "2020-01-01",
    },
    trainSubsidyDTO: {
      subsidyKind: "01",
      standardAmount: "1500.00",
      payTarget: "1",
      effectDate: "2020-01-01",
      isValid: "isValid",
      ...standard,
    },
  } as never)) as { subsidyList: (SubsidyStandardRow & { id: string })[] };
  const [filed] = saved.subsidyList;
  await approvePolicy(app, filed?.policyChangeId);
  return app.as("clerk").call(subsidyStandardCalls.detail, { id: filed?.id ?? "" }) as Promise<
    SubsidyStandardRow & { id: string }
  >;
}

/** Input of a teacher's record. */
export function teacherValues(overrides: Values = {}): Values {
  const { name, idType, idNumber, education, phone } = syntheticPerson(700_000 + ++count);
  return {
    name,
    idType,
    idNumber,
    education,
    phone,
    skillLevel: "2",
    occupationCode: "6-31-01-03",
    certNo: `S0003299${count}`,
    teachSubject: "电工",
    isValid: "isValid",
    ...overrides,
  };
}

/** A teacher in the pool, hired by nobody. */
export async function aTeacher(
  app: TestApp,
  overrides: Values = {},
): Promise<{ id: string; name: string; idNumber: string }> {
  const values = teacherValues(overrides);
  const { id } = await app.as("clerk").call(teacherCalls.submit, { trainTeacherDTO: values } as never);
  return { id, name: values.name, idNumber: values.idNumber };
}
