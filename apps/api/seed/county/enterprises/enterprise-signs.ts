import { enterpriseSignCalls } from "@jipei/contract/training/enterprise-sign.ts";
import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import { addDays, today } from "../../../src/core/foundation/clock.ts";
import { enterAnswer } from "../../../src/external-data/local-registers.ts";
import { syntheticPerson } from "../../synthetic-person.ts";
import { syntheticCreditCode } from "../../synthetic-unit.ts";
import type { SeededClass } from "../classes.ts";
import type { Desk } from "../desk.ts";

/** The first of the staff; nobody else of the county is among them. */
const firstStaff = 940_000;
const posts = ["数控车工", "电工", "质检员", "班组长"];

type Outcome = "draft" | "waiting" | "accepted" | "returned" | "withdrawn";
/** By place: which enterprise signs how many people up, and what becomes of them. */
const stories: readonly (readonly [firm: number, people: number, outcome: Outcome])[] = [
  [0, 3, "waiting"],
  [0, 2, "accepted"],
  [0, 2, "returned"],
  [0, 4, "draft"],
  [3, 2, "withdrawn"],
  [6, 2, "waiting"],
];

/**
 * Staff whom enterprises signed up for the classes that take sign-ups: a draft, some that wait, some decided on, some withdrawn.
 * @param firms the departments of the enterprises, in their order
 */
export async function seedEnterpriseSigns(
  desk: Desk,
  firms: readonly string[],
  classes: readonly SeededClass[],
): Promise<void> {
  for (const [place, [firm, count, outcome]] of stories.entries()) {
    const to = classes[place % classes.length];
    const entId = firms[firm];
    if (!to || !entId) continue;
    const people = Array.from({ length: count }, (_, n) => firstStaff + place * 10 + n);
    for (const number of people) await insure(desk, number, firm);
    await seedSign(desk, { entId, to, persons: people.map(staffOf), outcome });
  }
  await sql`update enterprise_sign set create_time = create_time - interval '1 day', commit_time = commit_time - interval '1 day'`.execute(
    desk.tx,
  );
}

/** The register knows somebody as insured by an enterprise. */
const insure = ({ tx, app }: Desk, number: number, firm: number) =>
  enterAnswer(tx, app.cipher, "getPersonInsured", syntheticPerson(number).idNumber, {
    isInsured: "1",
    creditCode: syntheticCreditCode(firm + 1, "91"),
    insuranceKind: "企业职工",
    months: 48,
  });

function staffOf(number: number) {
  const { name, idType, idNumber, education, phone } = syntheticPerson(number);
  const entryDate = addDays(today(), -400 - (number % 900));
  return { name, idType, idNumber, education, phone, postName: posts[number % posts.length], entryDate };
}

interface Signing {
  entId: string;
  to: SeededClass;
  persons: readonly object[];
  outcome: Outcome;
}

async function seedSign(desk: Desk, { entId, to: { classId, school }, persons, outcome }: Signing): Promise<void> {
  const asFirm = desk.as("enterprise", { entId, deptId: entId }, 1);
  const asOrg = desk.as("org", { orgId: school.orgId });
  if (outcome === "draft") {
    await asFirm(enterpriseSignCalls.submit, { classId, persons });
    return;
  }
  const { id } = await asFirm(enterpriseSignCalls.sign, { classId, persons });
  if (outcome === "withdrawn") await asFirm(enterpriseSignCalls.submit, { id, status: "Invalidate" });
  const { rows } = await sql<{ id: string }>`select id from sign_up where ent_sign_id = ${id} order by id`.execute(
    desk.tx,
  );
  const ids = rows.map((row) => row.id).join(",");
  if (outcome === "accepted") await asOrg(signUpCalls.confirm, { ids });
  if (outcome === "returned") await asOrg(signUpCalls.back, { ids, reason: "岗位与培训课程不符，请核对" });
}
