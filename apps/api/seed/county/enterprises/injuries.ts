import { injuryRecordCalls } from "@jipei/contract/enterprises/injury-record.ts";
import { addDays, daysBack, today } from "../../../src/core/foundation/clock.ts";
import { syntheticPerson } from "../../synthetic-person.ts";
import type { Desk } from "../desk.ts";
import { findFirms } from "./enterprises.ts";
import { nearest, openPast } from "../past.ts";

/** Numbers of synthetic people that nobody else of the county has. */
const firstPerson = 760_000;

interface Accident {
  /** The firm among those of the county. */
  firm: number;
  /** Days since it happened. */
  ago: number;
  postName: string;
  accidentType: string;
  injuryGrade: string;
  lostDays: number;
  cause: string;
  isTrained: "0" | "1";
  measure?: string;
  /** Whether the bureau has looked at it. */
  locked?: true;
}
const accidents: readonly Accident[] = [
  {
    firm: 0,
    ago: 4,
    postName: "冲压工",
    accidentType: "03",
    injuryGrade: "1",
    lostDays: 12,
    cause: "防护罩未关闭",
    isTrained: "1",
  },
  {
    firm: 2,
    ago: 40,
    postName: "挡车工",
    accidentType: "03",
    injuryGrade: "1",
    lostDays: 30,
    cause: "清理飞花时未停机",
    isTrained: "0",
    measure: "加装联锁装置，重新培训停机清理规程",
    locked: true,
  },
  {
    firm: 4,
    ago: 90,
    postName: "操作工",
    accidentType: "07",
    injuryGrade: "2",
    lostDays: 130,
    cause: "取样时未戴面罩",
    isTrained: "1",
    measure: "配发面罩，取样点增设冲淋",
    locked: true,
  },
  {
    firm: 6,
    ago: 210,
    postName: "架子工",
    accidentType: "09",
    injuryGrade: "2",
    lostDays: 180,
    cause: "安全带未挂牢",
    isTrained: "0",
    measure: "双钩安全带，作业前检查签字",
    locked: true,
  },
  {
    firm: 17,
    ago: 320,
    postName: "修理工",
    accidentType: "01",
    injuryGrade: "1",
    lostDays: 21,
    cause: "吊装时站位不当",
    isTrained: "1",
    measure: "划定吊装警戒区，设专人指挥",
    locked: true,
  },
  {
    firm: 14,
    ago: 470,
    postName: "装配工",
    accidentType: "03",
    injuryGrade: "1",
    lostDays: 9,
    cause: "未等设备停稳取件",
    isTrained: "1",
    measure: "加装光栅",
    locked: true,
  },
  {
    firm: 5,
    ago: 640,
    postName: "装药工",
    accidentType: "06",
    injuryGrade: "2",
    lostDays: 135,
    cause: "静电未释放",
    isTrained: "0",
    measure: "更换防静电服，入口加装释放桩，全员复训",
    locked: true,
  },
  {
    firm: 1,
    ago: 15,
    postName: "焊工",
    accidentType: "05",
    injuryGrade: "1",
    lostDays: 5,
    cause: "焊机接地不良",
    isTrained: "1",
    measure: "更换接地线",
  },
];

/** Days between an accident and the day on which those of the past are told. */
const toldAfter = 20;

/** Injuries that enterprises of the county reported over two years. */
export async function seedInjuries(desk: Desk): Promise<void> {
  const firms = await findFirms(desk);
  const step = await openPast(desk);
  for (const [n, accident] of [...accidents.entries()].toSorted(([, one], [, other]) => other.ago - one.ago)) {
    const deptId = firms[accident.firm]?.deptId;
    if (!deptId) throw new Error("the county has no such firm");
    const report = () => seedInjury(desk, deptId, firstPerson + n, accident);
    await (accident.ago - toldAfter < nearest ? report() : step(accident.ago - toldAfter, report));
  }
}

async function seedInjury(
  desk: Desk,
  deptId: string,
  person: number,
  { firm: _firm, ago, locked, ...facts }: Accident,
): Promise<void> {
  const days = ago - daysBack();
  const { name, idType, idNumber, education, phone } = syntheticPerson(person);
  const { id } = await desk.as(
    "enterprise",
    { entId: deptId, deptId },
    Math.max(0, days - 2),
  )(injuryRecordCalls.submit, {
    name,
    idType,
    idNumber,
    education,
    phone,
    injuryTime: `${addDays(today(), -days)} 14:20:00`,
    injuryPlace: "生产车间",
    deathCount: 0,
    ...facts,
  });
  if (locked) await desk.as("clerk", {}, Math.max(0, days - 5))(injuryRecordCalls.lockInfo, { id });
}
