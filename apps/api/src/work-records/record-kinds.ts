import { type HighSkillTraining, highSkillTrainingKind } from "@jipei/contract/work-records/high-skill-training.ts";
import { PreJobTraining, preJobTrainingKind } from "@jipei/contract/work-records/pre-job-training.ts";
import { SafetyTraining, leastSafetyHours, safetyTrainingKind } from "@jipei/contract/work-records/safety-training.ts";
import { SkillTraining, skillTrainingKind } from "@jipei/contract/work-records/skill-training.ts";
import { type StartupTraining, startupTrainingKind } from "@jipei/contract/work-records/startup-training.ts";
import { TrainingBase, trainingBaseKind } from "@jipei/contract/work-records/training-base.ts";
import { TrainingProject, trainingProjectKind } from "@jipei/contract/work-records/training-project.ts";
import { WorkReport, workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { sql } from "kysely";
import { everything } from "../core/database/sql.ts";
import { columns } from "../core/entity/columns.ts";
import { invalidValue } from "../core/foundation/refusal.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { dropProjectPrice, setProjectPrice } from "../subsidies/subsidies.queries.ts";
import { type DeclaredKind, type RecordFacts, type RecordKind, oncePerPeriod } from "./kinds.ts";
import { assertOwnClasses } from "./work-record.scope.ts";

const workReports: DeclaredKind<typeof WorkReport> = {
  ...workReportKind,
  unique: [...oncePerPeriod, "workKind"],
  getClasses: () => everything,
  check(_tx, { workKind, workPeriod }) {
    const fitting = { "1": /^\d\d$/, "2": /^Q\d$/, "3": /^Y$/, "4": /^/ }[workKind];
    if (!fitting.test(workPeriod))
      throw invalidValue(WorkReport, "workPeriod", "与工作类型不符", "does not fit the kind of report");
  },
};

/** Classes of either side that a project names. */
const getNamed = ({ classIds, staffClassIds }: RecordFacts<typeof TrainingProject>): string[] => [
  ...(classIds ?? []),
  ...(staffClassIds ?? []),
];

const trainingProjects: DeclaredKind<typeof TrainingProject> = {
  ...trainingProjectKind,
  unique: ["workYear", "projectName"],
  shownTo: "undertakeOrg",
  getClasses: (row) => sql`t.id = any(${getNamed(row)}::bigint[])`,
  check: (tx, row, unitId) => assertOwnClasses(tx, unitId, getNamed(row)),
  completed: (tx, row) => setProjectPrice(tx, row, getNamed(row)),
  reopened: (tx, { id }) => dropProjectPrice(tx, id),
  begin: async (tx) => columns(TrainingProject, { projectNo: await nextNumber(tx, "PROJECT_NO") }),
};

const trainingBases: DeclaredKind<typeof TrainingBase> = {
  ...trainingBaseKind,
  unique: ["baseName"],
  getClasses: () => everything,
  begin: async (tx) => columns(TrainingBase, { baseNo: await nextNumber(tx, "BASE_NO") }),
};

/** Start-up, safety, pre-job and transfer training have records of their own. */
const isVocational = sql`t.train_kind not in ('03', '04', '05', '06')`;

const skillTrainings: DeclaredKind<typeof SkillTraining> = {
  ...skillTrainingKind,
  unique: [...oncePerPeriod, "occupationName", "level"],
  getClasses: ({ occupationName, level }) =>
    sql`t.occupation_name = ${occupationName ?? null} and t.level = ${level ?? null} and ${isVocational}`,
  check(_tx, { keyGroupCount, finishedCount }) {
    if ((keyGroupCount ?? 0) > finishedCount)
      throw invalidValue(SkillTraining, "keyGroupCount", "不能大于结业人次", "cannot be above those who finished");
  },
};

const startupTrainings: DeclaredKind<typeof StartupTraining> = {
  ...startupTrainingKind,
  unique: [...oncePerPeriod, "entrepreneurialTypeId"],
  getClasses: ({ entrepreneurialTypeId }) =>
    sql`t.train_kind = '05' and t.course_id in (select p.id from programme p where p.entrepreneurial_type_id = ${entrepreneurialTypeId ?? null})`,
};

const safetyTrainings: DeclaredKind<typeof SafetyTraining> = {
  ...safetyTrainingKind,
  unique: [...oncePerPeriod, "safeKind"],
  getClasses: () => sql`t.train_kind = '06'`,
  fill: ({ injuryCount }) => columns(SafetyTraining, { injuryCount }),
  check(_tx, { safeKind, isHighRisk, trainHours }) {
    const least = leastSafetyHours[safeKind][Number(isHighRisk)] ?? 0;
    if (Number(trainHours) < least)
      throw invalidValue(SafetyTraining, "trainHours", `不能少于${least}学时`, `cannot be below ${least} hours`);
  },
};

const highSkillTrainings: DeclaredKind<typeof HighSkillTraining> = {
  ...highSkillTrainingKind,
  unique: [...oncePerPeriod, "occupationName", "level"],
  getClasses: ({ occupationName, level }) =>
    sql`t.occupation_name = ${occupationName ?? null} and t.level = ${level ?? null}`,
};

const preJobTrainings: DeclaredKind<typeof PreJobTraining> = {
  ...preJobTrainingKind,
  unique: [...oncePerPeriod, "gqKind"],
  getClasses: ({ gqKind }) => sql`t.train_kind = ${gqKind === "1" ? "03" : "04"}`,
  check(_tx, { newHireCount, contractCount }) {
    if (contractCount > newHireCount)
      throw invalidValue(PreJobTraining, "contractCount", "不能大于新招用人数", "cannot be above the new staff");
  },
};

/** All kinds of work records. */
export const recordKinds: readonly RecordKind[] = [
  workReports,
  trainingProjects,
  trainingBases,
  skillTrainings,
  startupTrainings,
  safetyTrainings,
  highSkillTrainings,
  preJobTrainings,
];
