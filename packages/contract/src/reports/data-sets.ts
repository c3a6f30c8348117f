import { certificateCalls } from "../assessment/certificate.calls.ts";
import { Certificate } from "../assessment/certificate.ts";
import { enterpriseCertificateCalls } from "../assessment/enterprise-certificate.calls.ts";
import { EnterpriseCertificate } from "../assessment/enterprise-certificate.ts";
import { gradeCalls } from "../assessment/grade.calls.ts";
import { Grade } from "../assessment/grade.ts";
import { CompetitionRecord, competitionRecordCalls } from "../competitions/result.ts";
import type { Call } from "../core/call.ts";
import type { Entity } from "../core/entity.ts";
import { EnterpriseTotal, enterpriseTotalCalls } from "../enterprises/enterprise-total.ts";
import { InjuryRecord, injuryRecordCalls } from "../enterprises/injury-record.ts";
import { TrainEmployment, trainEmploymentCalls } from "../outcomes/train-employment.ts";
import { Organisation, organisationCalls } from "../providers/organisation.ts";
import { enterpriseClaimCalls } from "../subsidies/enterprise-subsidy-application.calls.ts";
import { EnterpriseSubsidyApplication } from "../subsidies/enterprise-subsidy-application.ts";
import { claimList, lineCalls } from "../subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "../subsidies/subsidy-application.ts";
import { SubsidyLine } from "../subsidies/subsidy-line.ts";
import { Technician, technicianCalls } from "../talents/technician.ts";
import { enterpriseClassCalls } from "../training/enterprise-class.calls.ts";
import { EnterpriseClass } from "../training/enterprise-class.ts";
import { EnterpriseStudent, enterpriseStudentCalls } from "../training/enterprise-student.ts";
import { Student, studentCalls } from "../training/student.ts";
import { classCalls } from "../training/training-class.calls.ts";
import { TrainingClass } from "../training/training-class.ts";
import { highSkillTrainingKind } from "../work-records/high-skill-training.ts";
import { preJobTrainingKind } from "../work-records/pre-job-training.ts";
import { safetyTrainingKind } from "../work-records/safety-training.ts";
import { skillTrainingKind } from "../work-records/skill-training.ts";
import { startupTrainingKind } from "../work-records/startup-training.ts";
import { trainingBaseKind } from "../work-records/training-base.ts";
import { trainingProjectKind } from "../work-records/training-project.ts";
import { workReportKind } from "../work-records/work-report.ts";
import type { DataSetName } from "./report-codes.ts";

/**
 * The lists of the product that reports are made of. A report reads what the list shows to whoever looks: their rows, their masks, and nothing where
 * they may not open the list.
 */
export interface DataSet {
  entity: Entity;
  /** Whoever may make this call may read the data set. */
  list: Call;
  /** What tells people apart, where the rows are of people: their ID number, or a reference to the row that has it. Figures of few of them are not said. */
  person: "idNumber" | "studentId" | "registerId" | null;
}

const of = (entity: Entity, list: Call, person: DataSet["person"] = null): DataSet => ({ entity, list, person });
const ofRecords = ({ entity, calls }: { entity: Entity; calls: { list: Call } }): DataSet => of(entity, calls.list);

export const dataSets: Readonly<Record<DataSetName, DataSet>> = {
  TrainingClass: of(TrainingClass, classCalls.list),
  Student: of(Student, studentCalls.list, "idNumber"),
  EnterpriseClass: of(EnterpriseClass, enterpriseClassCalls.list),
  EnterpriseStudent: of(EnterpriseStudent, enterpriseStudentCalls.list, "idNumber"),
  Grade: of(Grade, gradeCalls.list, "idNumber"),
  Certificate: of(Certificate, certificateCalls.list, "idNumber"),
  EnterpriseCertificate: of(EnterpriseCertificate, enterpriseCertificateCalls.list, "idNumber"),
  SubsidyApplication: of(SubsidyApplication, claimList),
  SubsidyLine: of(SubsidyLine, lineCalls.list, "idNumber"),
  EnterpriseSubsidyApplication: of(EnterpriseSubsidyApplication, enterpriseClaimCalls.list),
  Organisation: of(Organisation, organisationCalls.list),
  EnterpriseTotal: of(EnterpriseTotal, enterpriseTotalCalls.list),
  InjuryRecord: of(InjuryRecord, injuryRecordCalls.list, "idNumber"),
  Technician: of(Technician, technicianCalls.list, "idNumber"),
  TrainEmployment: of(TrainEmployment, trainEmploymentCalls.list, "studentId"),
  CompetitionRecord: of(CompetitionRecord, competitionRecordCalls.list, "registerId"),
  WorkReport: ofRecords(workReportKind),
  TrainingProject: ofRecords(trainingProjectKind),
  TrainingBase: ofRecords(trainingBaseKind),
  SkillTraining: ofRecords(skillTrainingKind),
  StartupTraining: ofRecords(startupTrainingKind),
  SafetyTraining: ofRecords(safetyTrainingKind),
  HighSkillTraining: ofRecords(highSkillTrainingKind),
  PreJobTraining: ofRecords(preJobTrainingKind),
};
