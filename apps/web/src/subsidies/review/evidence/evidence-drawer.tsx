import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { EnterpriseStudent, enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { EnterpriseCertificate } from "@jipei/contract/assessment/enterprise-certificate.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { SubsidyStandard, subsidyStandardCalls } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { TrainingProject, trainingProjectKind } from "@jipei/contract/work-records/training-project.ts";
import { SubsidyBar, subsidyBarCalls } from "@jipei/contract/subsidies/subsidy-bar.ts";
import type { EvidenceLink } from "@jipei/contract/subsidies/finding.ts";
import { EvidenceDialog } from "../../../core/crud/evidence-dialog.tsx";
import { RowView } from "../../../core/crud/row-view.tsx";

const rows: Readonly<Record<string, { entity: Entity; detail: Call<{ id: string }, object> }>> = {
  Student: { entity: Student, detail: studentCalls.detail },
  EnterpriseStudent: { entity: EnterpriseStudent, detail: enterpriseStudentCalls.detail },
  EnterpriseCertificate: { entity: EnterpriseCertificate, detail: enterpriseCertificateCalls.detail },
  Certificate: { entity: Certificate, detail: certificateCalls.detail },
  Grade: { entity: Grade, detail: gradeCalls.detail },
  Organisation: { entity: Organisation, detail: organisationCalls.detail },
  Course: { entity: Course, detail: courseCalls.detail },
  SubsidyStandard: { entity: SubsidyStandard, detail: subsidyStandardCalls.detail },
  TrainingProject: { entity: TrainingProject, detail: trainingProjectKind.calls.detail },
  SubsidyBar: { entity: SubsidyBar, detail: subsidyBarCalls.detail },
};

/** The row that proves a finding, beside what is being decided: a register's answer, or the row itself to be read. */
export default function EvidenceDrawer({ link, onClose }: { link: EvidenceLink; onClose: () => void }) {
  const row = rows[link.entity];
  return row ? (
    <RowView
      entity={row.entity}
      id={link.id}
      row={undefined}
      detail={row.detail}
      actionsOf={() => []}
      onClose={onClose}
    />
  ) : (
    <EvidenceDialog id={link.id} onClose={onClose} />
  );
}
