import { sql } from "kysely";
import { syntheticCreditCode } from "../../seed/synthetic-unit.ts";
import { enterAnswer } from "../../src/external-data/local-registers.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { somebody } from "./enrolment.ts";

let made = 0;

export interface TestEnterprise {
  entId: string;
  name: string;
  creditCode: string;
  admin: TestUser;
}

/** A department of an enterprise, and its administrator. */
export async function anEnterprise(app: TestApp): Promise<TestEnterprise> {
  const n = ++made;
  const name = `示例机械有限公司${n}`;
  const creditCode = syntheticCreditCode(700 + n, "91");
  const { rows } = await sql<{ id: string }>`
    insert into department (org_name, dept_category, credit_code, sort, create_user, update_user) values (${name}, '3', ${creditCode}, 0, 1, 1) returning id`.execute(
    app.db,
  );
  const entId = rows[0]?.id as string;
  return { entId, name, creditCode, admin: app.as("entAdmin", { entId, deptId: entId }) };
}

/** What an enterprise enters of somebody. */
export const staffOf = (person = somebody()) => ({ ...person, postName: "电工", entryDate: "2020-03-01" });

/** Somebody whom the register knows as insured by an enterprise. */
export async function aMember(
  app: TestApp,
  { creditCode, name }: Pick<TestEnterprise, "creditCode" | "name">,
  person = somebody(),
) {
  await enterAnswer(app.db, app.cipher, "getPersonInsured", person.idNumber, {
    isInsured: "1",
    unitName: name,
    creditCode,
    insuranceKind: "企业职工",
    months: 60,
  });
  return staffOf(person);
}

/** Several of them. */
export async function members(app: TestApp, enterprise: TestEnterprise, count: number) {
  const people = [];
  for (let n = 0; n < count; n++) people.push(await aMember(app, enterprise));
  return people;
}
