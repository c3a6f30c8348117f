import { StudentAccount } from "@jipei/contract/training/student-account.ts";
import type { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import { addDays, now, today } from "../../src/core/foundation/clock.ts";
import type { Columns } from "../../src/core/database/tables.ts";
import { insertRow } from "../../src/core/database/write-rows.ts";
import { system } from "../../src/core/foundation/actor.ts";
import { stored } from "../../src/core/entity/to-response.ts";
import { enterAnswer } from "../../src/external-data/local-registers.ts";
import { syntheticPerson } from "../synthetic-person.ts";
import type { Desk } from "./desk.ts";
import { type School, classesPerSchool } from "./schools.ts";

/** Ties the demo accounts of institution, teacher, student, assessor and enterprise to the rows that they see. */
export async function linkAccounts(
  desk: Desk,
  school: School,
  studentNumber: number,
  enterpriseId: string,
): Promise<void> {
  const { tx } = desk;
  const link = (account: string, values: Columns<typeof User>) =>
    tx.updateTable("appUser").set(values).where("account", "=", account).where("isDeleted", "=", 0).execute();
  // The institution signs in as `org`: that account filed it, and the one that its approval opened is removed.
  await sql`update app_user set is_deleted = 1 where org_id = ${school.orgId} and is_deleted = 0`.execute(tx);
  await tx.updateTable("organisation").set({ account: "org" }).where("id", "=", school.orgId).execute();
  await link("org", { orgId: school.orgId });
  const teacher = await tx
    .selectFrom("teacher")
    .select(["idNumberHash", "name"])
    .where("id", "=", school.teachers[0] as string)
    .executeTakeFirstOrThrow();
  await link("teacher", {
    orgId: school.orgId,
    idNumberHash: teacher.idNumberHash,
    name: teacher.name,
    realName: teacher.name,
  });
  const { name, ...self } = await openAccount(desk, studentNumber);
  await link("student", { ...self, name, realName: name });
  await link("assessor", await busiestAssessor(desk));
  await link("enterprise", { entId: enterpriseId, deptId: enterpriseId });
}

/** Panels are drawn at random, so this finds the assessor who sits on an assessment without scores and on the most others still shown to them. */
async function busiestAssessor({ tx }: Desk): Promise<Columns<typeof User>> {
  const { rows } = await sql<Columns<typeof User>>`
    select a.id as assessor_id, a.id_number_hash, a.name, a.name as real_name
    from assessor a join assessor_assignment x on x.assessor_id = a.id join grade g on g.test_apply_id = x.test_apply_id
    where g.grade_status < '2' or g.publish_time > now() - interval '30 days'
    group by a.id order by bool_or(g.grade_status = '0' and g.theory_score is null and g.is_absent = '0') desc, count(distinct x.test_apply_id) desc, a.id limit 1`.execute(
    tx,
  );
  return rows[0] ?? {};
}

/** Ties an account to a person of the county, and their rosters to the account. */
export async function openAccount(
  { tx, app }: Desk,
  number: number,
): Promise<{ accountId: string; idNumberHash: string; name: string }> {
  const person = syntheticPerson(number);
  const idNumberHash = app.cipher.hash(person.idNumber);
  const account = await insertRow(
    tx,
    system,
    StudentAccount,
    stored(StudentAccount, app.cipher, {
      ...person,
      account: person.idNumber,
      isRealName: "1",
      regTime: now(),
      isValid: "isValid",
    }),
  );
  const accountId = account.id as string;
  await sql`update student set account_id = ${accountId} where id_number_hash = ${idNumberHash}`.execute(tx);
  return { accountId, idNumberHash, name: person.name };
}

/** People of a class. */
export const size = 50;
/** Number of the first person of a class, by institution and place. */
export const getPlace = (school: number, place: number): number => (school * classesPerSchool + place) * size;

/** In the first class that waits: whom the register knows under another name, and who is insured as public staff. Neither can be approved. */
const differs = getPlace(0, 1) + 3;
const staff = getPlace(0, 1) + 9;
/** In a class that is claimed for: the register says so too, after the class was confirmed. */
export const laterStaff = getPlace(3, 7) + 2;

/** What is remarked of people who cannot be approved, so that nobody takes them for a mistake of the demonstration. */
export const remarks: ReadonlyMap<number, string> = new Map([
  [differs, "演示：登记系统中的姓名与填报不一致，须核实或退回"],
  [staff, "演示：机关事业单位参保人员，不能参加补贴性培训"],
]);

/** What the registers say of a few persons: another name, insured as public staff, a proven hardship. */
export async function seedRegister(desk: Desk): Promise<void> {
  const { tx, app } = desk;
  await enterAnswer(tx, app.cipher, "getPersonInfo", syntheticPerson(differs).idNumber, {
    match: "0",
    isAlive: "1",
    name: "赵某",
  });
  await enterAsStaff(desk, staff);
  await enterAnswer(tx, app.cipher, "employmentDifficulties", syntheticPerson(getPlace(0, 1) + 12).idNumber, {
    isDifficulty: "1",
    difficultyKind: "大龄失业",
    startDate: addDays(today(), -365),
    endDate: addDays(today(), 365),
  });
}

/** Lets the register know somebody as insured by a public institution. @param number of the synthetic person */
export const enterAsStaff = ({ tx, app }: Desk, number: number): Promise<void> =>
  enterAnswer(tx, app.cipher, "getPersonInsured", syntheticPerson(number).idNumber, {
    isInsured: "1",
    unitName: "市第二中学",
    creditCode: "12329999466001232B",
    insuranceKind: "机关事业",
    months: 96,
  });
