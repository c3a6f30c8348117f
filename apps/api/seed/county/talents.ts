import { jsyxCalls } from "@jipei/contract/talents/jsyx-record.ts";
import { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { sql } from "kysely";
import { addDays, addMonths, daysBetween, today } from "../../src/core/foundation/clock.ts";
import { syntheticPerson } from "../synthetic-person.ts";
import type { Desk } from "./desk.ts";
import { findFirms } from "./enterprises/enterprises.ts";
import type { Stage } from "./filed-records.ts";
import { nearest, openPast } from "./past.ts";

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

/** Who studied what, how many months ago, and how far the record has come. */
const studies: readonly (readonly [worker: number, projectName: string, monthsAgo: number, stage: Stage])[] = [
  [5, "纺织设备智能运维研修", 21, "compile"],
  [9, "汽车电控系统研修", 18, "compile"],
  [0, "数控多轴加工技师研修", 14, "compile"],
  [3, "精密模具设计研修", 11, "compile"],
  [6, "化工装置安全运行研修", 9, "compile"],
  [0, "智能制造产线研修", 4, "compile"],
  [1, "焊接机器人操作研修", 3, "reTrial"],
  [5, "新型纺机维护研修", 2, "firstTrial"],
  [4, "模具修配技师研修", 2, "back"],
  [6, "化工过程安全研修", 1, "unSubmit"],
  [9, "新能源汽车检修研修", 1, "firstTrial"],
];

/** The register was opened so many days ago; who was certified afterwards was entered some time later. */
const opened = 690;
const enteredAfter = 30;
/** Days between the start of a study and its report. */
const reportedAfter = 20;

/** Skilled workers of the county as they were entered over two years, and what they were sent to study, reported when it was over. */
export async function seedTalents(desk: Desk): Promise<void> {
  const firms = await findFirms(desk);
  const step = await openPast(desk);
  const people = workers.map((worker, n) => {
    const { orgName, deptId } = (worker.firm === null ? undefined : firms[worker.firm]) ?? {};
    const issueDate = addMonths(today(), -worker.monthsAgo);
    return {
      worker,
      n,
      workUnit: orgName,
      issueDate,
      by: (daysAgo: number) =>
        deptId ? desk.as("enterprise", { entId: deptId, deptId }, daysAgo) : desk.as("clerk", {}, daysAgo),
      entered: Math.min(opened, daysBetween(issueDate, today()) - enteredAfter),
    };
  });
  const ids = new Map<number, string>();
  for (const entered of new Set(people.map((one) => one.entered)))
    await step(entered, async () => {
      for (const { worker, n, by, ...facts } of people.filter((one) => one.entered === entered))
        ids.set(n, await seedWorker(by(0), worker, n, facts));
    });
  for (const [n, projectName, monthsAgo, stage] of studies) {
    const startDate = addMonths(today(), -monthsAgo);
    const study = { technicianId: ids.get(n), projectName, startDate };
    const by = people[n]?.by;
    if (!by) throw new Error("nobody reports this worker");
    const daysAgo = daysBetween(startDate, today()) - reportedAfter;
    await (daysAgo >= nearest
      ? step(daysAgo, () => seedStudy(desk, by, study, stage, 0))
      : seedStudy(desk, by, study, stage, daysAgo));
  }
}

async function seedWorker(
  file: ReturnType<Desk["as"]>,
  { firm: _firm, monthsAgo: _months, ...worker }: Worker,
  n: number,
  { workUnit, issueDate }: { workUnit: string | undefined; issueDate: string },
): Promise<string> {
  const { name, idType, idNumber, education, phone } = syntheticPerson(firstPerson + n);
  const { id } = await file(technicianCalls.submit, {
    name,
    idType,
    idNumber,
    education,
    phone,
    certNo: `S000032000001${issueDate.slice(2, 4)}${worker.level}${String(100 + n).padStart(6, "0")}`,
    issueDate,
    isValid: "isValid",
    workUnit,
    ...worker,
  });
  return id;
}

/** Reports a study so many days ago, and leads it as far as its stage. */
async function seedStudy(
  desk: Desk,
  by: (daysAgo: number) => ReturnType<Desk["as"]>,
  study: { technicianId: string | undefined; projectName: string; startDate: string },
  stage: Stage,
  daysAgo: number,
): Promise<void> {
  const file = by(daysAgo);
  const [first, second] = [Math.max(0, daysAgo - 3), Math.max(0, daysAgo - 6)];
  const { id } = await file(jsyxCalls.submit, {
    ...study,
    year: Number(study.startDate.slice(0, 4)),
    holdOrg: "省技师学院",
    endDate: addDays(study.startDate, 6),
    studyHours: "48.0",
    result: "1",
    achievement: "完成研修课题并通过答辩",
    subsidyAmount: "2000.00",
    status: stage === "unSubmit" ? stage : "firstTrial",
  });
  if (stage === "back")
    await desk.as("first", {}, first)(jsyxCalls.submit, { id, status: "back", reason: "请补充研修结业证明" });
  if (stage === "reTrial" || stage === "compile")
    await desk.as("first", {}, first)(jsyxCalls.submit, { id, status: "reTrial", opinion: "证明齐全" });
  if (stage === "compile")
    await desk.as("second", {}, second)(jsyxCalls.submit, { id, status: "compile", opinion: "同意" });
  const back = (days: number) => sql`make_interval(days => ${days})`;
  await sql`update jsyx_record set create_time = create_time - ${back(daysAgo)}, commit_time = commit_time - ${back(daysAgo)},
    first_time = first_time - ${back(first)}, re_time = re_time - ${back(second)} where id = ${id}`.execute(desk.tx);
}
