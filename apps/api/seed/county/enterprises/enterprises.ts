import { Department } from "@jipei/contract/users/department.ts";
import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { sql } from "kysely";
import { insertRow } from "../../../src/core/database/write-rows.ts";
import { system } from "../../../src/core/foundation/actor.ts";
import { today } from "../../../src/core/foundation/clock.ts";
import { enterAnswer } from "../../../src/external-data/local-registers.ts";
import { syntheticCreditCode } from "../../synthetic-unit.ts";
import type { Desk } from "../desk.ts";
import { townOf } from "../schools.ts";

/** Name, class of GB/T 4754, size (1 large to 4 micro), whether of high risk, employees, skilled and highly skilled workers. */
type FirmFacts = readonly [
  name: string,
  industry: string,
  scale: string,
  risk: "0" | "1",
  employees: number,
  skilled: number,
  highly: number,
];
const firms: readonly FirmFacts[] = [
  ["恒信机械有限公司", "C3311", "3", "0", 186, 92, 31],
  ["华泰精密模具有限公司", "C3525", "3", "0", 240, 150, 58],
  ["江南纺织股份有限公司", "C1711", "2", "0", 860, 310, 64],
  ["锦绣服装有限公司", "C1811", "3", "0", 215, 96, 12],
  ["永安化工有限公司", "C2614", "2", "1", 420, 205, 77],
  ["东湖烟花制造有限公司", "C2672", "3", "1", 95, 30, 6],
  ["大成建筑工程有限公司", "E4710", "1", "1", 2300, 980, 240],
  ["新航物流有限公司", "G5430", "3", "0", 130, 42, 5],
  ["城北公交有限公司", "G5411", "2", "0", 540, 388, 90],
  ["康宁养老服务有限公司", "Q8514", "3", "0", 76, 34, 4],
  ["家和家政服务有限公司", "O8010", "4", "0", 38, 12, 1],
  ["望江大酒店有限公司", "H6110", "3", "0", 164, 58, 9],
  ["百味餐饮管理有限公司", "H6210", "4", "0", 52, 20, 3],
  ["云帆软件有限公司", "I6513", "3", "0", 88, 61, 22],
  ["鼎盛电子有限公司", "C3982", "1", "0", 3120, 1240, 265],
  ["绿源农业科技有限公司", "A0141", "4", "0", 29, 8, 1],
  ["丰收粮油加工有限公司", "C1331", "3", "0", 104, 37, 6],
  ["矿山设备修理有限公司", "C4330", "3", "1", 142, 88, 29],
  ["同心电力安装有限公司", "E4920", "3", "1", 173, 120, 44],
  ["顺达汽车销售服务有限公司", "F5261", "3", "0", 67, 31, 8],
];
/** By place: the firm whose wages are in arrears, and those whose account waits or was returned. */
const [inArrears, waiting, returned] = [13, 7, 10];

/**
 * Twenty enterprises of all industries and sizes, with their records of this year and the two before; one is in arrears, the account of one waits, that of
 * another was returned. @returns their departments
 */
export async function seedEnterprises(desk: Desk): Promise<string[]> {
  const departments: string[] = [];
  for (const [place, firm] of firms.entries()) departments.push(await seedFirm(desk, place, firm));
  return departments;
}

/** An enterprise of the county. */
export interface Firm {
  deptId: string;
  orgName: string;
  creditCode: string;
}
/** The enterprises in the order of their list. */
export const findFirms = async ({ tx }: Desk): Promise<Firm[]> =>
  (
    await sql<Firm>`
      select dept_id, org_name, credit_code from organisation where side = '2' and is_deleted = 0 order by org_no`.execute(
      tx,
    )
  ).rows;

async function seedFirm(desk: Desk, place: number, firm: FirmFacts): Promise<string> {
  const [name, industryCode, entScale, isHighRisk, employeeCount, skilledCount, highSkilledCount] = firm;
  const creditCode = syntheticCreditCode(place + 1, "91");
  const { id } = await insertRow(desk.tx, system, Department, {
    orgName: name,
    fullName: name,
    deptCategory: "3",
    creditCode,
    sort: place + 1,
  });
  const answer = (kind: "getUnitInfo" | "getBackPay", data: Record<string, unknown>) =>
    enterAnswer(desk.tx, desk.app.cipher, kind, creditCode, data);
  await answer("getUnitInfo", { unitName: name, state: "1", insuredCount: Math.round(employeeCount * 0.94) });
  await answer("getBackPay", { isArrears: place === inArrears ? "1" : "0" });
  const year = Number(today().slice(0, 4));
  const record = {
    entName: name,
    creditCode,
    regionCode: townOf(place + 3),
    industryCode,
    entScale,
    isHighRisk,
    address: `工业园区创业路${place + 1}号`,
    legalPerson: `法人${place + 1}`,
    contact: `联系人${place + 1}`,
    contactPhone: `138${String(20_000_000 + place)}`,
    bankName: "农村商业银行",
    bankAccount: `62284800${String(10_000_000 + place)}`,
    bankAccountName: name,
    employeeCount,
    skilledCount,
    highSkilledCount,
    planTrainCount: Math.ceil(employeeCount / 5),
  };
  const asFirm = (daysAgo: number) => desk.as("enterprise", { entId: id, deptId: id }, daysAgo);
  const { id: last } = await asFirm(300)(enterpriseTotalCalls.submit, { ...record, year: year - 1 });
  if (place === waiting) return id;
  const asClerk = desk.as("clerk", {}, 298);
  if (place === returned) {
    await asClerk(enterpriseTotalCalls.returnAccount, { ids: last, reason: "户名与营业执照不一致，请核对" });
    return id;
  }
  await asClerk(enterpriseTotalCalls.approveAccount, { ids: last });
  await asFirm(290)(enterpriseTotalCalls.submit, { ...record, year: year - 2 });
  await asFirm(20)(enterpriseTotalCalls.submit, { ...record, year });
  return id;
}
