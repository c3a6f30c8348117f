import { competitionCalls } from "@jipei/contract/competitions/competition.ts";
import { competitionRegisterCalls } from "@jipei/contract/competitions/registration.ts";
import { competitionRecordCalls } from "@jipei/contract/competitions/result.ts";
import { sql } from "kysely";
import { addDays, daysBetween, today } from "../../src/core/foundation/clock.ts";
import { syntheticPerson } from "../synthetic-person.ts";
import type { Desk } from "./desk.ts";
import { type PastStep, openPast } from "./past.ts";

/** Numbers of synthetic people that nobody else of the county has. */
const firstPerson = 780_000;

const items = [
  { itemNo: "A", itemName: "电工", occupationName: "电工", level: "3", quota: 20, teamSize: 1 },
  { itemNo: "B", itemName: "焊工", occupationName: "焊工", level: "3", quota: 16, teamSize: 1 },
  { itemNo: "C", itemName: "养老护理团体", occupationName: "养老护理员", quota: 12, teamSize: 2 },
];
/** Theory and practice of the contestants of a competition that is over, by item. */
const scores = [
  ["A", "88.00", "91.50", "1"],
  ["A", "84.50", "88.00", "2"],
  ["A", "84.50", "88.00", "2"],
  ["A", "79.00", "83.50", "3"],
  ["A", "72.00", "76.00", null],
  ["B", "81.00", "90.00", "1"],
  ["B", "77.50", "86.00", "2"],
  ["B", "70.00", "71.50", null],
] as const;
type Unit = readonly [name: string, as: ReturnType<Desk["as"]>];

/** Competitions of the last two years with their results, one that takes registrations, and one that is still a draft. */
export async function seedCompetitions(desk: Desk): Promise<void> {
  const { rows } = await sql<{ id: string; deptId: string | null; orgName: string; side: string }>`
    select id, dept_id, org_name, side from organisation where is_deleted = 0 and state = 'isUser' order by side, org_no`.execute(
    desk.tx,
  );
  const units = rows.map(({ id, deptId, orgName, side }): Unit => [
    orgName,
    side === "2" ? desk.as("enterprise", { entId: deptId, deptId }) : desk.as("org", { orgId: id }),
  ]);
  const year = Number(today().slice(0, 4));
  const step = await openPast(desk);
  await seedDecided(desk, units, step, year - 2, 50);
  await seedDecided(desk, units, step, year - 1, 0);
  const open = await announce(desk, `${year}年全县职业技能大赛`);
  const states = ["Confirm", "Confirm", "unConfirm", "unConfirm", "back", "Confirm", "unConfirm"] as const;
  for (const [n, state] of states.entries()) {
    const id = await register(units, open, n < 4 ? "A" : "B", 100 + n);
    if (state !== "unConfirm")
      await desk.as("clerk")(competitionRegisterCalls.submit, {
        id,
        confirmStatus: state,
        ...(state === "back" && { reason: "请补充现有等级证书" }),
      });
  }
  await desk.as("clerk")(competitionCalls.submit, facts(`${year + 1}年养老护理技能竞赛`));
}

/** A competition of May with its registrations, and what was reached in it. @param first number of its first contestant */
async function seedDecided(
  desk: Desk,
  units: readonly Unit[],
  step: PastStep,
  year: number,
  first: number,
): Promise<void> {
  const clerk = desk.as("clerk");
  const since = (day: string) => daysBetween(`${year}-${day}`, today());
  const accepted: string[] = [];
  const id = await step(since("04-10"), () => announce(desk, `${year}年全县职业技能大赛`));
  await step(since("04-20"), async () => {
    for (const [n, [itemNo]] of scores.entries()) {
      const registered = await register(units, id, itemNo, first + n);
      await clerk(competitionRegisterCalls.submit, { id: registered, confirmStatus: "Confirm" });
      accepted.push(registered);
    }
  });
  await step(since("05-22"), async () => {
    for (const [n, [, theoryScore, practiceScore, awardLevel]] of scores.entries())
      await clerk(competitionRecordCalls.submit, {
        registerId: accepted[n],
        theoryScore,
        practiceScore,
        awardLevel,
        rewardAmount: awardLevel === "1" ? "3000.00" : null,
      });
    for (const itemNo of ["A", "B"]) await clerk(competitionRecordCalls.publish, { competitionId: id, itemNo });
  });
}

const facts = (competitionName: string) => ({
  competitionName,
  competitionLevel: "5",
  hostOrg: "县人力资源和社会保障局",
  undertakeOrg: "县技工学校",
  registerStart: addDays(today(), -5),
  registerEnd: addDays(today(), 20),
  competeStart: addDays(today(), 35),
  competeEnd: addDays(today(), 36),
  place: "县技工学校实训中心",
  content: "各机构、企业和个人均可报名；一等奖选手按规定晋升职业技能等级。",
  items,
});

async function announce(desk: Desk, competitionName: string): Promise<string> {
  const clerk = desk.as("clerk");
  const { id } = await clerk(competitionCalls.submit, facts(competitionName));
  await clerk(competitionCalls.submit, { id, status: "1" });
  return id;
}

async function register(units: readonly Unit[], competitionId: string, itemNo: string, n: number): Promise<string> {
  const [workUnit, as] = units[n % units.length] as Unit;
  const { name, idType, idNumber, education, phone } = syntheticPerson(firstPerson + n);
  const { id } = await as(competitionRegisterCalls.submit, {
    competitionId,
    itemNo,
    name,
    idType,
    idNumber,
    education,
    phone,
    workUnit,
    currentLevel: "4",
  });
  return id;
}
