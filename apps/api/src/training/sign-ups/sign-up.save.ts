import { SignUp } from "@jipei/contract/training/sign-up.ts";
import type { StudentAccount } from "@jipei/contract/training/student-account.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { attachFiles } from "../../core/storage/files.ts";
import { assertComplete } from "../../core/entity/complete.ts";
import type { SaveInput } from "../../core/entity/crud.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Columns, StoredRow } from "../../core/database/tables.ts";
import { decryptRow, stored } from "../../core/entity/to-response.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { checkVersion, lockRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { type ClassFacts, assertOwnClass, lockClass } from "../roster/class-facts.ts";
import { signUpScope } from "../roster/roster.scope.ts";
import { identify } from "../roster/person-rules.ts";
import { assertDraft, assertOwnPerson, standing } from "./sign-up.guards.ts";

type Input = SaveInput<typeof SignUp>;

/** What is known of a person by the account, in clear. */
export type OwnIdentity = Pick<
  StoredRow<typeof StudentAccount>,
  "name" | "idType" | "idNumber" | "sex" | "birthday" | "phone" | "education" | "nation"
>;

/** Saves a draft of a sign-up, new or not yet submitted. @returns its id */
export async function saveSignUp(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ id: string }> {
  const { id, version, ...sent } = input;
  if (actor.audience !== "person" && actor.audience !== "institution") throw new Refusal("ROLE_DENIED");
  const values = actor.audience === "person" ? { ...sent, ...(await ownIdentity(tx, actor, app, sent)) } : sent;
  const facts = await lockClass(tx, id ? await getClassId(tx, id) : assertNames(values.classId));
  assertOwnClass(actor, facts);
  return { id: id ? await change(tx, actor, app, id, version, values) : await insert(tx, actor, app, facts, values) };
}

function assertNames(classId: unknown): string {
  if (typeof classId !== "string")
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "班级", en: "Class" },
      reason: { zh: "请选择班级", en: "please choose" },
    });
  return classId;
}

/** The class of a sign-up, to be locked before it. @throws NOT_FOUND */
export async function getClassId(tx: Tx, signId: string): Promise<string> {
  const row = await tx
    .selectFrom("signUp")
    .select("classId")
    .where("id", "=", signId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND");
  return row.classId;
}

/**
 * Who somebody is comes from their account, never from what they send; education and ethnic group only where they send none.
 * @throws NOT_OWNER without an account
 */
export async function ownIdentity(
  tx: Tx,
  actor: Actor,
  app: Services,
  sent: Pick<Input, "education" | "nation">,
): Promise<OwnIdentity> {
  const account = actor.accountId
    ? await tx
        .selectFrom("studentAccount")
        .selectAll()
        .where("id", "=", actor.accountId)
        .where("isDeleted", "=", 0)
        .executeTakeFirst()
    : undefined;
  if (!account) throw new Refusal("NOT_OWNER");
  const { name, idType, sex, birthday, idNumber, phone, education, nation } = account;
  return {
    name,
    idType,
    idNumber: app.cipher.decrypt(idNumber),
    sex,
    birthday,
    phone: app.cipher.decrypt(phone),
    education: sent.education ?? education,
    nation: sent.nation ?? nation,
  };
}

async function insert(tx: Tx, actor: Actor, app: Services, facts: ClassFacts, values: Input): Promise<string> {
  const draft = { ...values, ...identify(values) };
  assertComplete(SignUp, draft, "save");
  return insertSignUp(tx, actor, app, { ...draft, classId: facts.id, orgId: facts.orgId });
}

/** The columns of a new sign-up, of a class and a person. */
type NewSignUp = Columns<typeof SignUp> & { classId: string; idNumber: string };

/** Inserts a draft with its number, values in clear. @returns its id */
export async function insertSignUp(tx: Tx, actor: Actor, app: Services, values: NewSignUp): Promise<string> {
  const duplicate =
    values.isReSign === "1" || values.entSignId
      ? []
      : (
          await sql`
    select 1 from sign_up where class_id = ${values.classId} and id_number_hash = ${app.cipher.hash(values.idNumber)} and ${standing} limit 1`.execute(
            tx,
          )
        ).rows;
  if (duplicate.length > 0) throw new Refusal("SIGN_DUP");
  const computed = {
    signNo: await nextNumber(tx, "SIGN_NO"),
    signSource: actor.audience === "person" ? "1" : "2",
    confirmStatus: "unSubmit",
    isReSign: "0",
  } as const;
  const row = await insertRow(tx, actor, SignUp, stored(SignUp, app.cipher, { ...computed, ...values }));
  await attachFiles(tx, actor, SignUp, row.id, { categoryAttId: values.categoryAttId });
  return row.id;
}

async function change(
  tx: Tx,
  actor: Actor,
  app: Services,
  id: string,
  version: number | null | undefined,
  values: Input,
): Promise<string> {
  const old = decryptRow(SignUp, app.cipher, await lockRow(tx, SignUp, signUpScope, actor, id));
  checkVersion(old, version, values.updateTime);
  assertDraft(old, "修改", "Edit");
  assertOwnPerson(old);
  if (values.classId && values.classId !== old.classId)
    throw new Refusal("FIELD_FROZEN", { field: { zh: "班级", en: "Class" } });
  const person = identify({ ...old, ...values });
  const { id: _id, version: _version, updateTime: _updateTime, ...columns } = values;
  if (old.isReSign === "1" && person.idNumber !== old.idNumber)
    throw new Refusal("FIELD_FROZEN", { field: { zh: "证件号码", en: "ID number" } });
  await updateRow(tx, actor, SignUp, id, stored(SignUp, app.cipher, { ...columns, ...person }));
  await attachFiles(tx, actor, SignUp, id, { categoryAttId: values.categoryAttId });
  return id;
}
