import { jsyxCalls } from "@jipei/contract/talents/jsyx-record.ts";
import { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { addDays, addMonths, today } from "../../src/core/foundation/clock.ts";
import { syntheticPerson } from "../synthetic-person.ts";
import type { Desk } from "./desk.ts";
import { findFirms } from "./enterprises.ts";

/** Numbers of synthetic people that nobody else of the county has. */
const firstPerson = 770_000;

interface Worker {
  /** The firm among those of the county; none: named by the bureau alone. */
  firm: number | null;
  workUnit?: string;
  occupationName: string;
  level: "1" | "2" | "3";
  monthsAgo: number;
  honor?: string;
  studioName?: string;
  talentLevel?: "1" | "2" | "3" | "4";
}
const workers: readonly Worker[] = [
  {
    firm: 0,
    occupationName: "数控车工",
    level: "1",
    monthsAgo: 62,
    honor: "省技术能手",
    studioName: "恒信数控技能大师工作室",
    talentLevel: "2",
  },
  { firm: 0, occupationName: "焊工", level: "2", monthsAgo: 30 },
  { firm: 0, occupationName: "机修钳工", level: "3", monthsAgo: 18 },
  { firm: 1, occupationName: "模具工", level: "1", monthsAgo: 48, honor: "市首席技师", talentLevel: "3" },
  { firm: 1, occupationName: "模具工", level: "2", monthsAgo: 22 },
  { firm: 2, occupationName: "纺织设备保全工", level: "2", monthsAgo: 40, honor: "县五一劳动奖章", talentLevel: "4" },
  { firm: 4, occupationName: "化工总控工", level: "2", monthsAgo: 27 },
  { firm: 4, occupationName: "化工总控工", level: "3", monthsAgo: 11 },
  { firm: 6, occupationName: "砌筑工", level: "3", monthsAgo: 15 },
  { firm: 8, occupationName: "汽车维修工", level: "2", monthsAgo: 34 },
  { firm: 9, occupationName: "养老护理员", level: "3", monthsAgo: 9, honor: "县最美护理员", talentLevel: "4" },
  {
    firm: null,
    workUnit: "县技工学校",
    occupationName: "电工",
    level: "1",
    monthsAgo: 80,
    honor: "全国技术能手",
    studioName: "电气自动化技能大师工作室",
    talentLevel: "1",
  },
];

type Stage = "unSubmit" | "firstTrial" | "back" | "reTrial" | "compile";
/** Who studied what, how many months ago, and how far the record has come. */
const studies: readonly (readonly [worker: number, projectName: string, monthsAgo: number, stage: Stage])[] = [
  [0, "数控多轴加工技师研修", 14, "compile"],
  [3, "精密模具设计研修", 13, "compile"],
  [0, "智能制造产线研修", 4, "compile"],
  [1, "焊接机器人操作研修", 3, "reTrial"],
  [5, "新型纺机维护研修", 2, "firstTrial"],
  [4, "模具修配技师研修", 2, "back"],
  [6, "化工过程安全研修", 1, "unSubmit"],
  [9, "新能源汽车检修研修", 1, "firstTrial"],
];

/** Skilled workers of the county, and what they were sent to study, over two years. */
export async function seedTalents(desk: Desk): Promise<void> {
  const firms = await findFirms(desk);
  const filers: ReturnType<Desk["as"]>[] = [];
  const ids: string[] = [];
  for (const [n, { firm, monthsAgo, ...facts }] of workers.entries()) {
    const of = firm === null ? undefined : firms[firm];
    const file = (daysAgo: number) =>
      of ? desk.as("enterprise", { entId: of.deptId, deptId: of.deptId }, daysAgo) : desk.as("clerk", {}, daysAgo);
    const { name, idType, idNumber, education, phone } = syntheticPerson(firstPerson + n);
    const issueDate = addMonths(today(), -monthsAgo);
    const { id } = await file(20)(technicianCalls.submit, {
      name,
      idType,
      idNumber,
      education,
      phone,
      certNo: `S000032000001${issueDate.slice(2, 4)}${facts.level}${String(100 + n).padStart(6, "0")}`,
      issueDate,
      isValid: "isValid",
      workUnit: of?.orgName,
      ...facts,
    });
    ids.push(id);
    filers.push(file(12));
  }
  for (const study of studies) await seedStudy(desk, study, ids, filers);
}

async function seedStudy(
  desk: Desk,
  [worker, projectName, monthsAgo, stage]: (typeof studies)[number],
  ids: readonly string[],
  filers: readonly ReturnType<Desk["as"]>[],
): Promise<void> {
  const file = filers[worker];
  if (!file) throw new Error("nobody reports this worker");
  const startDate = addMonths(today(), -monthsAgo);
  const { id } = await file(jsyxCalls.submit, {
    technicianId: ids[worker],
    year: Number(startDate.slice(0, 4)),
    projectName,
    holdOrg: "省技师学院",
    startDate,
    endDate: addDays(startDate, 6),
    studyHours: "48.0",
    result: "1",
    achievement: "完成研修课题并通过答辩",
    subsidyAmount: "2000.00",
  });
  if (stage === "unSubmit") return;
  await file(jsyxCalls.submit, { id, status: "firstTrial" });
  const first = desk.as("first", {}, 8);
  if (stage === "back") await first(jsyxCalls.submit, { id, status: "back", reason: "请补充研修结业证明" });
  if (stage === "back" || stage === "firstTrial") return;
  await first(jsyxCalls.submit, { id, status: "reTrial" });
  if (stage === "compile") await desk.as("second", {}, 5)(jsyxCalls.submit, { id, status: "compile" });
}
