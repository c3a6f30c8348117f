import { highSkillTrainingKind } from "@jipei/contract/work-records/high-skill-training.ts";
import { preJobTrainingKind } from "@jipei/contract/work-records/pre-job-training.ts";
import { safetyTrainingKind } from "@jipei/contract/work-records/safety-training.ts";
import { skillTrainingKind } from "@jipei/contract/work-records/skill-training.ts";
import { startupTrainingKind } from "@jipei/contract/work-records/startup-training.ts";
import { trainingBaseKind } from "@jipei/contract/work-records/training-base.ts";
import { trainingProjectKind } from "@jipei/contract/work-records/training-project.ts";
import type { RecordEntity, recordCalls } from "@jipei/contract/work-records/work-record.ts";
import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { sql } from "kysely";
import { addMonths, today } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import { findFirms } from "./enterprises/enterprises.ts";
import { type Filing, type Period, type Stage, fileRecord, monthOf, quarterOf, yearOf } from "./filed-records.ts";
import type { School } from "./schools.ts";

type Filer = (daysAgo: number) => ReturnType<Desk["as"]>;
type OtherRecord = readonly [
  kind: { entity: RecordEntity; calls: ReturnType<typeof recordCalls> },
  by: Filer,
  facts: object,
];

const quarters = 8;

/** Records of quarters and of years, all completed. */
export async function findOtherFilings(desk: Desk, schools: readonly School[]): Promise<Filing[]> {
  const filers = await findFilers(desk, schools);
  const completed = (period: Period, records: readonly OtherRecord[]): Filing => ({
    period,
    async file(daysAgo) {
      for (const [kind, as, facts] of records)
        await fileRecord(desk, kind, { as, daysAgo, stage: "compile" }, period, facts);
    },
  });
  const thisYear = Number(today().slice(0, 4));
  return [
    ...Array.from({ length: quarters }, (_, n) =>
      completed(quarterOf(addMonths(today(), -3 * (n + 1))), getQuarterly(filers, n + 1)),
    ),
    ...[1, 2].map((ago) => completed(yearOf(thisYear - ago), getYearly(filers, thisYear - ago, ago))),
  ];
}

/** One record of each kind of last month that is on its way. */
export async function seedWaitingRecords(desk: Desk, schools: readonly School[]): Promise<void> {
  for (const [stage, [kind, as, facts]] of getWaiting(await findFilers(desk, schools)))
    await fileRecord(desk, kind, { as, daysAgo: 4, stage }, monthOf(addMonths(today(), -1)), facts);
}

interface Filers {
  school(index: number): Filer;
  firm(index: number): Filer;
  bureau: Filer;
  /** Who carries out a project. */
  undertaking: string;
  startupType: string;
}

async function findFilers(desk: Desk, schools: readonly School[]): Promise<Filers> {
  const firms = await findFirms(desk);
  const types = await sql<{ id: string }>`select id from startup_type where is_deleted = 0 order by id`.execute(
    desk.tx,
  );
  const [undertaking, startupType] = [schools[1]?.orgId, types.rows[0]?.id];
  if (!undertaking || !startupType) throw new Error("the county has no second institution or no start-up courses");
  return {
    school: (index) => (daysAgo) => desk.as("org", { orgId: schools[index]?.orgId ?? null }, daysAgo),
    firm: (index) => (daysAgo) => {
      const deptId = firms[index]?.deptId ?? null;
      return desk.as("enterprise", { entId: deptId, deptId }, daysAgo);
    },
    bureau: (daysAgo) => desk.as("clerk", {}, daysAgo),
    undertaking,
    startupType,
  };
}

const getQuarterly = ({ school, firm, bureau, startupType }: Filers, ago: number): readonly OtherRecord[] => [
  [workReportKind, firm(0), { workKind: "2", nextPlan: "按年度计划组织在岗职工培训和新招用人员岗前培训。" }],
  [skillTrainingKind, school(0), { occupationName: "电工", level: "5" }],
  [skillTrainingKind, school(2), { occupationName: "养老护理员", level: "5" }],
  [safetyTrainingKind, firm(4), { safeKind: "3", isHighRisk: "1", trainHours: "20.0" }],
  [preJobTrainingKind, firm(0), { gqKind: "1", newHireCount: 8 + ago, contractCount: 8 + ago }],
  [startupTrainingKind, bureau, { entrepreneurialTypeId: startupType, startupCount: 0, driveJobCount: 0 }],
];

/** @param ago years from this one */
const getYearly = (
  { school, firm, bureau, undertaking }: Filers,
  year: number,
  ago: number,
): readonly OtherRecord[] => [
  [highSkillTrainingKind, firm(1), { occupationName: "模具工", level: "3", isShortage: "1", apprenticeCount: 2 }],
  [highSkillTrainingKind, school(1), { occupationName: "焊工", level: "3", isShortage: "1" }],
  [
    trainingBaseKind,
    school(ago),
    {
      baseName: ["县高技能人才培训基地", "县竞赛集训基地"][ago - 1],
      baseKind: ["2", "4"][ago - 1],
      baseLevel: "4",
      approveDate: `${year}-04-20`,
      address: "工业大道206号",
      area: "1200.00",
      stationCount: 60,
      occupationNames: "装配钳工、模具工",
    },
  ],
  [
    trainingProjectKind,
    bureau,
    {
      projectName: `${year}年退役军人技能培训项目`,
      projectKind: "1",
      budgetAmount: "120000.00",
      unitPrice: "1500.00",
      undertakeOrg: undertaking,
      trainTarget: "退役军人",
      plannedCount: 80,
    },
  ],
];

const getWaiting = ({ school, bureau, undertaking }: Filers): readonly (readonly [Stage, OtherRecord])[] => [
  [
    "compile",
    [
      trainingBaseKind,
      school(0),
      {
        baseName: "县公共实训基地",
        baseKind: "1",
        baseLevel: "4",
        approveDate: "2021-06-18",
        address: "职教中心实训楼",
        area: "3200.00",
        stationCount: 180,
        occupationNames: "焊工、电工、养老护理员",
      },
    ],
  ],
  [
    "firstTrial",
    [safetyTrainingKind, school(0), { safeKind: "3", isHighRisk: "0", trainHours: "8.0", plannedCount: 60 }],
  ],
  ["unSubmit", [preJobTrainingKind, school(0), { gqKind: "1", newHireCount: 12, contractCount: 12 }]],
  [
    "reTrial",
    [
      trainingProjectKind,
      bureau,
      {
        projectName: "退捕渔民转岗培训项目",
        projectKind: "2",
        budgetAmount: "180000.00",
        unitPrice: "1800.00",
        undertakeOrg: undertaking,
        trainTarget: "退捕渔民及其家庭成员",
        plannedCount: 100,
      },
    ],
  ],
];
