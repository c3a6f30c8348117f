import type { Columns } from "../../core/database/tables.ts";
import { now } from "../../core/foundation/clock.ts";
import type { Answer } from "@jipei/contract/external-data/ext-query.ts";
import { StudentAccount, verificationHeader } from "@jipei/contract/training/student-account.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Actor, guest } from "../../core/foundation/actor.ts";
import { assertComplete } from "../../core/entity/complete.ts";
import type { SaveInput } from "../../core/entity/crud.ts";
import { insertRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { stored } from "../../core/entity/to-response.ts";
import { readPassword } from "../../core/security/password.ts";
import { countRate, limitRate } from "../../core/security/rate-limit.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { isSamePerson, lookUp } from "../../external-data/external-data.queries.ts";
import { useCode } from "../../notices/notices.queries.ts";
import { createAccount } from "../../users/users.queries.ts";
import { identify } from "../roster/person-rules.ts";

type PersonInput = Parameters<typeof identify>[0] & { name?: string | null };
/** What somebody registers with; the fields of an account in clear. */
type Input = SaveInput<typeof StudentAccount> & { password?: string | null };

/** Public calls about accounts that one address may make in an hour. */
const perHour = 20;

/**
 * Times in thirty days that anybody may ask whether a name belongs to a number that ends like this. Whoever has seen a masked number would otherwise
 * try the few that it can be. Three are enough to notice a mistyped number; whoever has proven their phone has ten.
 */
const guesses = { unproven: 3, proven: 10 };
const days = 30;

/** Whether this is asked too often. Every try counts, right or wrong, so that the right one does not stand out. */
export async function isGuessed(
  app: Services,
  who: keyof typeof guesses,
  name: string,
  idNumber: string,
): Promise<boolean> {
  return (
    (await countRate(app, `identity ${who}`, app.cipher.hash(`${name.trim()} ${idNumber.slice(-4)}`), days * 24 * 60)) >
    guesses[who]
  );
}

/** What registering needs from outside the transaction: the code in the header, and what the register says about name and number. */
export interface Registration {
  code: string;
  person: Answer | null;
}

/** Counts the public call, reads the code and asks the register; for somebody with a session nothing of it. */
export async function prepareRegistration(
  app: Services,
  actor: Actor,
  input: PersonInput,
  request: FastifyRequest,
): Promise<Registration> {
  if (actor.audience !== "public") return { code: "", person: null };
  await limitRate(app, "register", request.ip, perHour, 60);
  const { idNumber } = identify(input);
  const header = request.headers[verificationHeader.toLowerCase()];
  const person = await verify(app, actor, idNumber, input.name ?? "");
  return { code: typeof header === "string" ? header : "", person };
}

/** Asks whether the name belongs to the number; stored as evidence like every look-up. */
export const verify = (app: Services, actor: Actor, idNumber: string, name: string): Promise<Answer> =>
  lookUp(app, actor, "getPersonInfo", { idNumber, name }, { purpose: "学员注册实名核验 / Registration" });

/**
 * Makes the account of a person who proves their phone by the code sent to it. A register that is silent leaves the name unverified; one that
 * says no refuses.
 * @returns ids of the account and its user
 * @throws CODE_INVALID, RATE_LIMIT, ID_MISMATCH, ACCOUNT_DUP, FIELD_INVALID
 */
export async function register(
  tx: Tx,
  app: Services,
  input: Input,
  { code, person }: Registration,
  ip: string,
): Promise<{ accountId: string; userId: string; idNumberHash: string }> {
  const identity = identify(input);
  const values = { ...input, ...identity };
  assertComplete(StudentAccount, values, "save");
  const password = input.password ? readPassword(app.keys, input.password) : null;
  if (!password) throw invalidField("password", "密码", "Password", "不能为空", "required");
  // A stranger learns nothing of names, numbers and accounts before the code.
  await useCode(tx, app, "register", values.phone, code);
  if (await isGuessed(app, "proven", values.name, identity.idNumber)) throw new Refusal("RATE_LIMIT");
  if (person && isSamePerson(person) === false) throw new Refusal("ID_MISMATCH");
  const actor = guest(ip, app.tenantId);
  const { name, nation, education, phone, email } = values;
  const isRealName = person && isSamePerson(person) ? "1" : "0";
  const account = { ...identity, name, nation, education, phone, email, isRealName } as const;
  const { accountId, idNumberHash } = await insertAccount(tx, actor, app.cipher, account);
  const { userId } = await createAccount(tx, app, actor, {
    loginType: "2",
    name,
    phone,
    email: email ?? null,
    roles: ["student"],
    accountId,
    idNumber: identity.idNumber,
    password,
  });
  await tx.updateTable("studentAccount").set({ userId }).where("id", "=", accountId).execute();
  await linkRosterRows(tx, accountId, idNumberHash);
  return { accountId, userId, idNumberHash };
}

type NewAccount = Columns<typeof StudentAccount> & { idNumber: string; phone: string };

/** Makes the account of a person, enabled and without a user yet. @throws ACCOUNT_DUP for a number or phone that has an account */
export async function insertAccount(
  tx: Tx,
  actor: Actor,
  cipher: Services["cipher"],
  person: NewAccount,
): Promise<{ accountId: string; idNumberHash: string }> {
  const idNumberHash = cipher.hash(person.idNumber);
  await assertFree(tx, idNumberHash, cipher.hash(person.phone));
  const columns: Columns<typeof StudentAccount> = {
    ...person,
    account: person.idNumber,
    regTime: now(),
    isValid: "isValid",
  };
  const row = await insertRow(tx, actor, StudentAccount, stored(StudentAccount, cipher, columns));
  return { accountId: row.id, idNumberHash };
}

/** @throws ACCOUNT_DUP for a number or phone that has an account; the unique indexes hold against two at once */
export async function assertFree(tx: Tx, idNumberHash: string, phoneHash: string | null): Promise<void> {
  const taken =
    await sql`select 1 from student_account where is_deleted = 0 and (id_number_hash = ${idNumberHash} or phone_hash = ${phoneHash}) limit 1`.execute(
      tx,
    );
  if (taken.rows.length > 0) throw new Refusal("ACCOUNT_DUP");
}

/** Roster rows that institutions entered before the person had an account. */
export const linkRosterRows = (tx: Tx, accountId: string, idNumberHash: string) =>
  sql`update student set account_id = ${accountId} where id_number_hash = ${idNumberHash} and is_deleted = 0`.execute(
    tx,
  );

/** Roster rows of a number that turned out to be somebody else's. */
export const unlinkRosterRows = (tx: Tx, accountId: string, idNumberHash: string) =>
  sql`update student set account_id = null where account_id = ${accountId} and id_number_hash = ${idNumberHash} and is_deleted = 0`.execute(
    tx,
  );
