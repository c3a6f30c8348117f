import { Classroom, classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { OrganisationCourse, organisationCourseCalls } from "@jipei/contract/providers/organisation-course.ts";
import { OrganisationDocument, organisationDocumentCalls } from "@jipei/contract/providers/organisation-document.ts";
import { OrganisationTeacher, organisationTeacherCalls } from "@jipei/contract/providers/organisation-teacher.ts";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { TeacherEngagement, teacherEngagementCalls } from "@jipei/contract/providers/teacher-engagement.ts";
import { TeacherHire, teacherHireCalls } from "@jipei/contract/providers/teacher-hire.ts";
import { Teacher, teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { exporter } from "../core/excel/export.ts";
import { ownRows } from "../core/database/rows.ts";
import {
  dutyScope,
  hireScope,
  ofTeacherScope,
  offerScope,
  organisationScope,
  teacherScope,
} from "./providers.scope.ts";
import { pendingFirst } from "./organisations/organisation.routes.ts";

/** Every list of the domain as a workbook. */
export const providersExports = [
  exporter(Classroom, classroomCalls.export, { scope: ownRows }),
  exporter(Organisation, organisationCalls.export, { scope: organisationScope, order: pendingFirst }),
  exporter(OrganisationCourse, organisationCourseCalls.export, { scope: offerScope }),
  exporter(OrganisationDocument, organisationDocumentCalls.export, { scope: ownRows }),
  exporter(OrganisationTeacher, organisationTeacherCalls.export, { scope: dutyScope }),
  exporter(Teacher, teacherCalls.export, { scope: teacherScope }),
  exporter(TeacherEngagement, teacherEngagementCalls.export, { scope: ofTeacherScope }),
  exporter(TeacherHire, teacherHireCalls.export, { scope: hireScope }),
];
