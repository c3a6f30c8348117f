import { studentOfPhone } from "./student-of-phone.ts";
import { columns, filterColumns } from "../../core/entity/columns.ts";
import {
  StudentAccount,
  studentAccountCalls as calls,
  verificationHeader,
} from "@jipei/contract/training/student-account.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { type Actor, may } from "../../core/foundation/actor.ts";
import { withHistory, writeAudit } from "../../core/entity/audit.ts";
import { now } from "../../core/foundation/clock.ts";
import { assertComplete } from "../../core/entity/complete.ts";
import { type CrudOptions, crud, saveRow } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { exporter } from "../../core/excel/export.ts";
import { type Route, reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { nextPassword, decryptPassword } from "../../core/security/password.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { isSamePerson, assertAnswers } from "../../external-data/external-data.queries.ts";
import { limitCodeCalls, sendCode, useCode } from "../../notices/notices.queries.ts";
import {
  changeIdentity,
  changePassword,
  createAccount,
  disableAccount,
  enableAccount,
  ownPasswordRoutes,
  removeUsersOf,
} from "../../users/users.queries.ts";
import { wrongPasswords } from "../../auth/auth.queries.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { accountScope } from "../roster/roster.scope.ts";
import { identify } from "../roster/person-rules.ts";
import {
  type Registration,
  isGuessed,
  linkRosterRows,
  assertFree,
  prepareRegistration,
  register,
  unlinkRosterRows,
  verify,
} from "./student-account.register.ts";

/** What people may change of their own account; name and number are proven, the rest is the bureau's. */
const ownFields: ReadonlySet<string> = new Set(["nation", "education", "email"]);

/** A change of these enters the history by name only; their values stay out of it. */
const identityFields = ["name", "idNumber", "phone"] as const;

export const accountDerived: readonly DerivedField[] = [
  derived(StudentAccount, "wrongCount", wrongPasswords("t.user_id")),
];

export const accountRows = {
  entity: StudentAccount,
  resource: "student_account",
  scope: accountScope,
  async beforeSave(tx, _actor, merged, old, app) {
    const identity = identify(merged);
    assertComplete(StudentAccount, { ...merged, ...identity }, "save");
    const proven = old?.name === merged.name && old?.idNumber === identity.idNumber;
    const proved = { ...identity, account: identity.idNumber, isRealName: proven ? old.isRealName : "0" } as const;
    if (old) return columns(StudentAccount, proved);
    await assertFree(tx, app.cipher.hash(identity.idNumber), app.cipher.hash(merged.phone));
    return columns(StudentAccount, { ...proved, regTime: now(), isValid: "isValid" });
  },
  async beforeRemove(tx, actor, rows) {
    const hashes = rows.map((row) => row.idNumberHash);
    for (const table of ["signUp", "student", "certificate"] as const) {
      const used = await tx
        .selectFrom(table)
        .select("id")
        .where("idNumberHash", "in", hashes)
        .where("isDeleted", "=", 0)
        .executeTakeFirst();
      if (used) throw new Refusal("ACCOUNT_IN_USE");
    }
    await removeUsersOf(
      tx,
      actor,
      "accountId",
      rows.map(({ id }) => id),
    );
  },
  async afterSave(tx, actor, row, old, app) {
    if (actor.audience !== "bureau") return;
    if (!old) return openAccount(tx, app, actor, row);
    await changeIdentity(tx, app, actor, row.id, {
      name: row.name,
      phone: row.phone,
      idNumber: row.idNumber,
    });
    if (row.idNumber !== old.idNumber) {
      await unlinkRosterRows(tx, row.id, app.cipher.hash(old.idNumber));
      await linkRosterRows(tx, row.id, app.cipher.hash(row.idNumber));
    }
    const named = identityFields.filter((name) => row[name] !== old[name]);
    if (named.length > 0)
      await writeAudit(tx, actor, [
        { bizType: "StudentAccount", bizId: row.id, action: "edit", opinion: named.join(", ") },
      ]);
  },
  detail: withHistory(StudentAccount),
} satisfies CrudOptions<typeof StudentAccount>;
const { list, detail, remove } = crud(accountRows);

type Input = InputOf<typeof calls.submit>;

/** Changes an account: its owner a few fields, the bureau all of them and whether it may be used (with a reason). */
async function change(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ id: string }> {
  const { password: _password, reason, ...row } = input;
  const { id, version } = row;
  if (!id) {
    if (actor.audience !== "bureau") throw new Refusal("ACCOUNT_DUP");
    return saveRow(tx, actor, accountRows, { ...row, isValid: undefined }, app);
  }
  if (actor.audience !== "bureau")
    return saveRow(tx, actor, accountRows, { id, version, ...filterColumns(row, (name) => ownFields.has(name)) }, app);
  const before = await tx.selectFrom("studentAccount").select("isValid").where("id", "=", id).executeTakeFirst();
  const switched = row.isValid && before && row.isValid !== before.isValid;
  if (switched && !reason?.trim()) throw new Refusal("REASON_REQUIRED");
  const saved = await saveRow(tx, actor, accountRows, row, app);
  if (switched) {
    await (row.isValid === "isValid" ? enableAccount : disableAccount)(tx, actor, { accountId: id });
    await writeAudit(tx, actor, [
      {
        bizType: "StudentAccount",
        bizId: id,
        action: "submit",
        fromStatus: before.isValid,
        toStatus: row.isValid,
        opinion: reason,
      },
    ]);
  }
  return saved;
}

/** An account the bureau opens for somebody: a password is made and sent to the phone. */
async function openAccount(tx: Tx, app: Services, actor: Actor, row: StoredRow<typeof StudentAccount>): Promise<void> {
  const { userId } = await createAccount(tx, app, actor, {
    loginType: "2",
    name: row.name,
    phone: row.phone,
    email: row.email ?? null,
    roles: ["student"],
    accountId: row.id,
    idNumber: row.idNumber,
  });
  await tx.updateTable("studentAccount").set({ userId }).where("id", "=", row.id).execute();
  await linkRosterRows(tx, row.id, app.cipher.hash(row.idNumber));
}

/** The new password stands in the field "password" of these calls. */
const ownPassword = { ...nextPassword, name: "password" };

const getCode = (headers: Record<string, unknown>): string => String(headers[verificationHeader.toLowerCase()] ?? "");
/** Names that one address may ask about in an hour. */
const perHour = 20;

const sheet = exporter(StudentAccount, calls.export, accountRows);

export const studentAccountRoutes: readonly Route[] = [
  sheet,
  reads(calls.list, list),
  reads(calls.detail, detail),
  writes(calls.remove, remove),
  writesPrepared(calls.submit, prepareRegistration, async (tx, actor, input, app, prepared: Registration) => {
    if (actor.audience === "public") return { id: (await register(tx, app, input, prepared, actor.ip)).accountId };
    if (!may(actor, "student_account_edit") && !may(actor, "student_account_add")) throw new Refusal("ROLE_DENIED");
    return change(tx, actor, input, app);
  }),
  ...ownPasswordRoutes(calls),
  // Does not say whether the number has an account: only who has proven their phone learns that, when they register.
  writesPrepared(
    calls.validUser,
    async (app, actor, input, request) => {
      await limitRate(app, "register", request.ip, perHour, 60);
      const { idNumber } = identify(input);
      if (await isGuessed(app, "unproven", input.name, idNumber)) return { isRealName: "0" as const };
      const person = assertAnswers(await verify(app, actor, idNumber, input.name));
      if (isSamePerson(person) === false) throw new Refusal("ID_MISMATCH");
      return { isRealName: isSamePerson(person) ? ("1" as const) : ("0" as const) };
    },
    async (_tx, _actor, _input, _app, answer) => answer,
  ),
  writesPrepared(
    calls.sendMessageRegist,
    (app, _actor, _input, request) => limitCodeCalls(app, request.ip),
    (tx, _actor, { telephone }, app) => sendCode(tx, app, "register", telephone),
  ),
  writesPrepared(
    calls.sendMessage,
    (app, _actor, _input, request) => limitCodeCalls(app, request.ip),
    // Unknown numbers get the same answer, so that nobody can find out who has an account.
    async (tx, _actor, { telephone }, app) => {
      await sendCode(tx, app, "password", telephone, (await studentOfPhone(tx, app, telephone)) !== null);
    },
  ),
  writesPrepared(
    calls.changePasswordByTelephone,
    async (app, _actor, _input, request) => {
      await limitCodeCalls(app, request.ip);
      return getCode(request.headers);
    },
    async (tx, actor, { telephone, password }, app, code) => {
      await useCode(tx, app, "password", telephone, code);
      const userId = await studentOfPhone(tx, app, telephone);
      if (!userId) throw new Refusal("NOT_FOUND");
      await changePassword(tx, app, actor, userId, null, decryptPassword(app.keys, password, "password"), ownPassword);
    },
  ),
  reads(calls.getStudentAccountByCurrentUser, async (db, actor, _input, app) => {
    if (!actor.accountId) throw new Refusal("NOT_FOUND");
    return detail(db, actor, { id: actor.accountId }, app);
  }),
];
