import { Classroom, classroomCalls } from "@jipei/contract/organisations/classroom.ts";
import { OrganisationCourse, organisationCourseCalls } from "@jipei/contract/organisations/organisation-course.ts";
import {
  OrganisationDocument,
  organisationDocumentCalls,
} from "@jipei/contract/organisations/organisation-document.ts";
import { OrganisationTeacher, organisationTeacherCalls } from "@jipei/contract/organisations/organisation-teacher.ts";
import { Organisation, organisationCalls } from "@jipei/contract/organisations/organisation.ts";
import { exporter } from "../core/excel/export.ts";
import { ownRows } from "../core/rows.ts";
import { dutyScope, offerScope, organisationScope } from "./organisations.scope.ts";
import { pendingFirst } from "./organisation.routes.ts";

/** Every list of the domain as a workbook. */
export const organisationsExports = [
  exporter(Classroom, classroomCalls.export, { scope: ownRows }),
  exporter(Organisation, organisationCalls.export, { scope: organisationScope, order: pendingFirst }),
  exporter(OrganisationCourse, organisationCourseCalls.export, { scope: offerScope }),
  exporter(OrganisationDocument, organisationDocumentCalls.export, { scope: ownRows }),
  exporter(OrganisationTeacher, organisationTeacherCalls.export, { scope: dutyScope }),
];
