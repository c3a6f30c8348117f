import { SignUp } from "@jipei/contract/enrolment/sign-up.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { attachFiles } from "../core/files.ts";
import { mustBeComplete } from "../core/complete.ts";
import { insertRow, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { opened, stored } from "../core/present.ts";
import { Refusal } from "../core/refusal.ts";
import { checkVersion, lockRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { type ClassFacts, lockClass } from "./class-facts.ts";
import { signUpScope } from "./enrolment.scope.ts";
import { identify } from "./person-rules.ts";

type Values = Record<string, any>;

/** Who the person is comes from the account of somebody who signs himself up, never from what he sends. */
const identity = ["name", "idType", "idNumber", "sex", "birthday", "phone"] as const;

/** Keeps a draft of a sign-up, new or not yet submitted. @returns its id */
export async function saveSignUp(tx: Tx, actor: Actor, input: Values, app: Services): Promise<{ id: string }> {
  const { id, version, ...sent } = input;
  if (actor.audience !== "person" && actor.audience !== "institution") throw new Refusal("ROLE_DENIED");
  const values = actor.audience === "person" ? { ...sent, ...(await ownIdentity(tx, actor, app, sent)) } : sent;
  const facts = await lockClass(tx, id ? await classIdOf(tx, id) : mustName(values["classId"]));
  if (actor.audience === "institution" && facts.orgId !== actor.orgId) throw new Refusal("NOT_OWNER");
  return { id: id ? await change(tx, actor, app, id, version, values) : await insert(tx, actor, app, facts, values) };
}

function mustName(classId: unknown): string {
  if (typeof classId !== "string")
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "班级", en: "Class" },
      reason: { zh: "请选择班级", en: "please choose" },
    });
  return classId;
}

/** The class of a sign-up, to be locked before it. @throws NOT_FOUND */
export async function classIdOf(tx: Tx, signId: string): Promise<string> {
  const row = await tx
    .selectFrom("signUp")
    .select("classId")
    .where("id", "=", signId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND");
  return row["classId"] as string;
}

/** Name, document and phone of the actor's account. @throws NOT_OWNER without one */
export async function ownIdentity(tx: Tx, actor: Actor, app: Services, sent: Values): Promise<Values> {
  const account = actor.accountId
    ? await tx
        .selectFrom("studentAccount")
        .selectAll()
        .where("id", "=", actor.accountId)
        .where("isDeleted", "=", 0)
        .executeTakeFirst()
    : undefined;
  if (!account) throw new Refusal("NOT_OWNER");
  const { cipher } = app;
  const own: Values = {
    ...account,
    idNumber: cipher.decrypt(account["idNumber"]),
    phone: cipher.decrypt(account["phone"]),
  };
  return {
    ...Object.fromEntries(identity.map((name) => [name, own[name]])),
    education: sent["education"] ?? own["education"],
    nation: sent["nation"] ?? own["nation"],
  };
}

async function insert(tx: Tx, actor: Actor, app: Services, facts: ClassFacts, values: Values): Promise<string> {
  const person = identify(values);
  mustBeComplete(SignUp, { ...values, ...person }, "save");
  return insertSignUp(tx, actor, app, { ...values, ...person, classId: facts.id, orgId: facts.orgId });
}

/** Inserts a draft with its number, values in clear. @returns its id */
export async function insertSignUp(tx: Tx, actor: Actor, app: Services, values: Values): Promise<string> {
  const twin =
    values["isReSign"] === "1"
      ? []
      : (
          await sql`
    select 1 from sign_up where class_id = ${values["classId"]} and id_number_hash = ${app.cipher.hash(values["idNumber"])} and is_deleted = 0
      and confirm_status <> 'Invalidate' and coalesce(re_sign_kind, '') <> '3' limit 1`.execute(tx)
        ).rows;
  if (twin.length > 0) throw new Refusal("SIGN_DUP");
  const computed = {
    signNo: await nextNumber(tx, "SIGN_NO"),
    signSource: actor.audience === "person" ? "1" : "2",
    confirmStatus: "unSubmit",
    isReSign: "0",
  };
  const row = await insertRow(tx, actor, SignUp, stored(SignUp, app.cipher, { ...computed, ...values }));
  await attachFiles(tx, actor, SignUp, row["id"], { categoryAttId: values["categoryAttId"] });
  return row["id"] as string;
}

async function change(
  tx: Tx,
  actor: Actor,
  app: Services,
  id: string,
  version: number | null | undefined,
  values: Values,
): Promise<string> {
  const old = opened(SignUp, app.cipher, await lockRow<Values>(tx, SignUp, signUpScope, actor, id));
  checkVersion(old as { version: number }, version);
  if (old["confirmStatus"] !== "unSubmit" && old["confirmStatus"] !== "back")
    throw new Refusal("STATE_ILLEGAL", {
      status: { zh: "已提交", en: "submitted" },
      action: { zh: "修改", en: "Edit" },
    });
  if (values["classId"] && values["classId"] !== old["classId"])
    throw new Refusal("FIELD_FROZEN", { field: { zh: "班级", en: "Class" } });
  const person = identify({ ...old, ...values });
  if (old["isReSign"] === "1" && person.idNumber !== old["idNumber"])
    throw new Refusal("FIELD_FROZEN", { field: { zh: "证件号码", en: "ID number" } });
  await updateRow(tx, actor, SignUp, id, stored(SignUp, app.cipher, { ...values, ...person }));
  await attachFiles(tx, actor, SignUp, id, { categoryAttId: values["categoryAttId"] });
  return id;
}
