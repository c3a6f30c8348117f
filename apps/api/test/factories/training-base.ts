import { addDays, today } from "../../src/core/clock.ts";
import type { TestApp, TestUser } from "../test-app.ts";
import { aClassroom, aHiredTeacher, anOrgCourse, anOrganisation } from "./organisation.ts";
import { aCourse } from "./teaching.ts";

/** An active institution with everything a class needs: an approved course, two hired teachers, a room, and its administrator. */
export interface TrainingBase {
  orgId: string;
  orgNo: string;
  orgAdmin: TestUser;
  courseId: string;
  orgCourseId: string;
  teacherId: string;
  secondTeacherId: string;
  classroomId: string;
}

export interface BaseOptions {
  organisation?: Record<string, unknown>;
  /** A level-5 course of 40 hours unless said otherwise. */
  course?: Record<string, unknown>;
  /** Course that several institutions teach, instead of one of its own. */
  courseId?: string;
  orgCourse?: Record<string, unknown>;
}

/** A part-time teacher of an institution, hired for three years. */
export const aTeacherOf = async (
  app: TestApp,
  orgId: string,
  courseId: string,
  hire: { startDate?: string; endDate?: string } = {},
): Promise<string> =>
  (
    await aHiredTeacher(app, {
      orgId,
      courseIds: [courseId],
      teacherKind: "2",
      startDate: addDays(today(), -365),
      teacher: { trainerCertNo: "SYB-0001" },
      ...hire,
    })
  ).teacherId;

export async function aTrainingBase(app: TestApp, options: BaseOptions = {}): Promise<TrainingBase> {
  const organisation = await anOrganisation(app, options.organisation);
  const orgId = organisation.id;
  const courseId = options.courseId ?? (await aCourse(app, { level: "5", minHours: "40.0", ...options.course })).id;
  const offer = await anOrgCourse(app, { orgId, courseId, ...options.orgCourse });
  return {
    orgId,
    orgNo: organisation.orgNo as string,
    orgAdmin: organisation.admin,
    courseId,
    orgCourseId: offer.id,
    teacherId: await aTeacherOf(app, orgId, courseId),
    secondTeacherId: await aTeacherOf(app, orgId, courseId),
    classroomId: (await aClassroom(app, { orgId })).id,
  };
}
