import type { Answer } from "@jipei/contract/external-data/ext-query.ts";
import { StudentAccount, verificationHeader } from "@jipei/contract/enrolment/student-account.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Actor, guest } from "../core/actor.ts";
import { mustBeComplete } from "../core/complete.ts";
import { insertRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { stored } from "../core/present.ts";
import { readPassword } from "../core/password.ts";
import { countRate, limitRate } from "../core/rate-limit.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { isSamePerson, lookUp } from "../external-data/external-data.queries.ts";
import { useCode } from "../notices/notices.queries.ts";
import { createAccount } from "../users/users.queries.ts";
import { identify } from "./person-rules.ts";

type Values = Record<string, any>;

/** Public calls about accounts that one address may make in an hour. */
const perHour = 20;

/**
 * Times in thirty days that anybody may ask whether a name belongs to a number that ends like this. Who has seen a masked number would otherwise
 * try the few that it can be: three tells somebody that he mistyped, and ten who has proven his phone.
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
  input: Values,
  request: FastifyRequest,
): Promise<Registration> {
  if (actor.audience !== "public") return { code: "", person: null };
  await limitRate(app, "register", request.ip, perHour, 60);
  const { idNumber } = identify(input);
  const header = request.headers[verificationHeader.toLowerCase()];
  const name = typeof input["name"] === "string" ? input["name"] : "";
  return { code: typeof header === "string" ? header : "", person: await verify(app, actor, idNumber, name) };
}

/** Asks whether the name belongs to the number; kept as evidence like every look-up. */
export const verify = (app: Services, actor: Actor, idNumber: string, name: string): Promise<Answer> =>
  lookUp(app, actor, "getPersonInfo", { idNumber, name }, { purpose: "学员注册实名核验 / Registration" });

/**
 * Makes the account of a person who proves his phone by the code sent to it. A register that is silent leaves the name unverified; one that
 * says no refuses.
 * @returns ids of the account and its user
 * @throws CODE_INVALID, RATE_LIMIT, ID_MISMATCH, ACCOUNT_DUP, FIELD_INVALID
 */
export async function register(
  tx: Tx,
  app: Services,
  input: Values,
  { code, person }: Registration,
  ip: string,
): Promise<{ accountId: string; userId: string; idNumberHash: string }> {
  const identity = identify(input);
  const values: Values = { ...input, ...identity };
  mustBeComplete(StudentAccount, values, "save");
  const password = typeof input["password"] === "string" ? readPassword(app.keys, input["password"]) : null;
  if (!password) throw invalidField("password", "密码", "Password", "不能为空", "required");
  // A stranger is told nothing of names, numbers and accounts before the code.
  await useCode(tx, app, "register", values["phone"], code);
  if (await isGuessed(app, "proven", String(values["name"]), identity.idNumber)) throw new Refusal("RATE_LIMIT");
  if (person && isSamePerson(person) === false) throw new Refusal("ID_MISMATCH");
  const { cipher } = app;
  const idNumberHash = cipher.hash(identity.idNumber);
  await mustBeFree(tx, idNumberHash, cipher.hash(values["phone"]));
  const actor = guest(ip, app.tenantId);
  const { idType, idNumber, sex, birthday } = identity;
  const { name, nation, education, phone, email } = values;
  const columns = {
    name,
    idType,
    idNumber,
    sex,
    birthday,
    nation,
    education,
    phone,
    email,
    account: idNumber,
    isRealName: person && isSamePerson(person) ? "1" : "0",
    regTime: sql`now()`,
    isValid: "isValid",
  };
  const row = await insertRow(tx, actor, StudentAccount, stored(StudentAccount, cipher, columns));
  const accountId = row["id"] as string;
  const { userId } = await createAccount(tx, app, actor, {
    loginType: "2",
    name,
    phone,
    email: email ?? null,
    roles: ["student"],
    accountId,
    idNumber,
    password,
  });
  await tx.updateTable("studentAccount").set({ userId }).where("id", "=", accountId).execute();
  await linkRosterRows(tx, accountId, idNumberHash);
  return { accountId, userId, idNumberHash };
}

/** @throws ACCOUNT_DUP for a number or phone that has an account; the unique indexes hold against two at once */
export async function mustBeFree(tx: Tx, idNumberHash: string, phoneHash: string | null): Promise<void> {
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
