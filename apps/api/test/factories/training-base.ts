import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { aClassroom, aHiredTeacher, anOrgCourse, anOrganisation } from "./organisation.ts";
import { aCourse } from "./teaching.ts";

/** An active institution with everything a class needs: an approved course, a hired teacher, a room, and its administrator. */
export interface TrainingBase {
  orgId: string;
  orgNo: string;
  orgAdmin: TestUser;
  courseId: string;
  orgCourseId: string;
  teacherId: string;
  classroomId: string;
}

export interface BaseOptions {
  organisation?: Record<string, unknown>;
  /** A level-5 course of 40 hours unless said otherwise. */
  course?: Record<string, unknown>;
  /** A course that several institutions teach, instead of a new one. */
  courseId?: string;
  orgCourse?: Record<string, unknown>;
}

/** A part-time teacher of an institution, hired for three years. */
export const findTeacher = async (
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
  const [offer, teacherId, room] = await Promise.all([
    anOrgCourse(app, { orgId, courseId, ...options.orgCourse }),
    findTeacher(app, orgId, courseId),
    aClassroom(app, { orgId }),
  ]);
  return {
    orgId,
    orgNo: organisation.orgNo as string,
    orgAdmin: organisation.admin,
    courseId,
    orgCourseId: offer.id,
    teacherId,
    classroomId: room.id,
  };
}
