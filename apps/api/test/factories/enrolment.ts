import type { SignUpRow } from "@jipei/contract/training/sign-up.ts";
import type { StudentRow } from "@jipei/contract/training/student.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { StudentAccount } from "@jipei/contract/training/student-account.ts";
import { syntheticPerson } from "../../seed/synthetic-person.ts";
import { system } from "../../src/core/foundation/actor.ts";
import { insertRow } from "../../src/core/database/write-rows.ts";
import { stored } from "../../src/core/entity/to-response.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";

export { syntheticPerson };

let next = 10_000;
/** A person with an ID number that nobody else in this test file has. */
export const somebody = () => syntheticPerson(next++);

export interface TestPerson extends ReturnType<typeof syntheticPerson> {
  id: string;
  idNumberHash: string;
  /** A token of this person. */
  user: TestUser;
}

/** A student account with its user rights, inserted directly; registration has its own tests. */
export async function aStudentAccount(app: TestApp, n = next++): Promise<TestPerson> {
  const person = syntheticPerson(n);
  const columns = {
    ...person,
    account: person.idNumber,
    isRealName: "1",
    regTime: "2026-01-05 09:00:00",
    isValid: "isValid",
  };
  const row = await app.db
    .transaction()
    .execute((tx) => insertRow(tx, system, StudentAccount, stored(StudentAccount, app.cipher, columns as never)));
  const idNumberHash = app.cipher.hash(person.idNumber);
  return {
    ...person,
    id: row.id,
    idNumberHash,
    user: app.as("student", { accountId: row.id, idNumberHash, name: person.name }),
  };
}

/** The columns of a roster row besides class and person. */
export const household = { regionCode: "329999001", hukouType: "2", personCategory: "03" } as const;

/** Input of the call that saves a roster row of a class. */
export const rosterInput = (classId: string, person = somebody()) => ({ classId, ...person, ...household }) as any;

/** A roster row inserted directly, by default of an approved student. */
export async function aRosterRow(
  app: TestApp,
  classId: string,
  overrides: Partial<StudentRow> = {},
): Promise<StudentRow & { id: string }> {
  const { orgId } = (await app.db
    .selectFrom("trainingClass")
    .select("orgId")
    .where("id", "=", classId)
    .executeTakeFirstOrThrow()) as { orgId: string };
  const columns = {
    ...somebody(),
    ...household,
    classId,
    orgId,
    rosterSource: "1",
    confirmStatus: "Confirm",
    gradeResult: "0",
    subsidyStatus: "none",
    ...overrides,
  };
  const row = await app.db
    .transaction()
    .execute((tx) => insertRow(tx, system, Student, stored(Student, app.cipher, columns as never)));
  return { ...(row as any), idNumber: columns.idNumber, phone: columns.phone };
}

/** Inserts a number of roster rows. */
export async function aRoster(
  app: TestApp,
  classId: string,
  count: number,
  overrides: Partial<StudentRow> = {},
): Promise<(StudentRow & { id: string })[]> {
  const rows = [];
  for (let i = 0; i < count; i++) rows.push(await aRosterRow(app, classId, overrides));
  return rows;
}

let signNumber = 0;
/** A sign-up inserted directly, by default waiting for the institution. */
export async function aSignUp(
  app: TestApp,
  classId: string,
  overrides: Partial<SignUpRow> = {},
): Promise<SignUpRow & { id: string }> {
  const { orgId } = (await app.db
    .selectFrom("trainingClass")
    .select("orgId")
    .where("id", "=", classId)
    .executeTakeFirstOrThrow()) as { orgId: string };
  const columns = {
    ...somebody(),
    personCategory: "03",
    classId,
    orgId,
    signNo: `BMT${++signNumber}`,
    signSource: "1",
    isReSign: "0",
    confirmStatus: "unConfirm",
    commitTime: "2026-01-06 09:00:00",
    ...overrides,
  };
  const row = await app.db
    .transaction()
    .execute((tx) => insertRow(tx, system, SignUp, stored(SignUp, app.cipher, columns as never)));
  return { ...(row as any), idNumber: columns.idNumber, phone: columns.phone };
}
