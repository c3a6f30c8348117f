import { SignUp, signUpAgainCalls, signUpCalls } from "@jipei/contract/training/sign-up.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { withHistory } from "../../core/entity/audit.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { exporter } from "../../core/excel/export.ts";
import { type Route, reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { ascending, descending } from "../../core/list/order.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { transition } from "../../core/entity/transition.ts";
import { lookUpMany } from "../../external-data/external-data.queries.ts";
import { lockClasses } from "../roster/class-facts.ts";
import { signUpScope } from "../roster/roster.scope.ts";
import type { AcceptanceInput, Household } from "../roster/roster-row.ts";
import { assertDraft, assertOwnPerson } from "./sign-up.guards.ts";
import { signUpAgain } from "./sign-up.again.ts";
import { signUpLifecycle } from "./sign-up.lifecycle.ts";
import { saveSignUp } from "./sign-up.save.ts";

/** Waiting ones first, the oldest on top. */
const order = [ascending(sql`(t.confirm_status <> 'unConfirm')`), ascending(sql`t.create_time`), ascending(sql`t.id`)];
const options = {
  entity: SignUp,
  resource: "sign" as const,
  scope: signUpScope,
  order,
  audited: true,
  /** 6.1-6: drafts and returned ones only. */
  async beforeRemove(_tx, _actor, rows) {
    for (const row of rows) {
      assertDraft(row, "删除", "Delete");
      assertOwnPerson(row);
    }
  },
  detail: withHistory(SignUp),
} satisfies CrudOptions<typeof SignUp>;
const all = crud(options);
export const signUpRows = {
  ...options,
  resource: "re_sign" as const,
  where: [sql`t.is_re_sign = '1'`],
  order: [descending(sql`t.create_time`), descending(sql`t.id`)],
};
const again = crud(signUpRows);

const moves = { Confirm: "confirm", back: "back", Invalidate: "invalidate" } as const;
type Decision = (typeof moves)[keyof typeof moves];
type Households = ReadonlyMap<string, Household>;

/** 6.1-1 … 6.1-5: `status` names the move. */
async function submit(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof signUpCalls.submit>,
  app: Services,
  households: Households,
): Promise<{ id: string }> {
  const { status, reason, ...row } = input;
  if (!status || status === "unSubmit") return saveSignUp(tx, actor, row, app);
  if (status === "unConfirm") {
    const { id } = await saveSignUp(tx, actor, row, app);
    await transition(tx, actor, signUpLifecycle, "commit", [id], {}, app);
    return { id };
  }
  if (!row.id) throw new Refusal("NOT_FOUND");
  await decide(tx, actor, moves[status], [row.id], { reason, version: row.version, households }, app);
  return { id: row.id };
}

/** Moves sign-ups, their classes locked before them. */
async function decide(
  tx: Tx,
  actor: Actor,
  action: Decision,
  ids: readonly string[],
  input: AcceptanceInput,
  app: Services,
): Promise<void> {
  const owners = await tx
    .selectFrom("signUp")
    .select("classId")
    .distinct()
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .execute();
  await lockClasses(
    tx,
    owners.map((row) => row.classId),
  );
  await transition(tx, actor, signUpLifecycle, action, ids, input, app);
}

/** Before sign-ups are accepted: where the register has the household of each person, which a sign-up does not ask. */
async function getHouseholds(app: Services, actor: Actor, ids: readonly string[]): Promise<Households> {
  const found = await sql<{
    id: string;
    name: string;
    idNumber: string;
  }>`select t.id, t.name, t.id_number from sign_up t where t.id = any(${[...ids]}::bigint[]) and t.is_deleted = 0 and ${signUpScope(actor)}`.execute(
    app.db,
  );
  const people = found.rows.map((row) => ({ ...row, idNumber: app.cipher.decrypt(row.idNumber) }));
  const subjects = people.map(({ idNumber, name }) => ({ idNumber, name }));
  const answers = await lookUpMany(app, actor, "getPersonInfo", subjects, {
    purpose: "报名审核 / Sign-up",
    bizType: "SignUp",
    bizIds: people.map(({ id }) => id),
  });
  return new Map(
    people.map(({ id, idNumber }, i) => {
      const data = answers[i]?.resultData;
      return [
        id,
        {
          regionCode: String(data?.regionCode ?? idNumber.slice(0, 6)),
          hukouType: String(data?.hukouType ?? rural) as Household["hukouType"],
        },
      ];
    }),
  );
}
/** Household of somebody whom no register knows; the institution corrects it before submission. */
const rural = "2";

const several = (call: typeof signUpCalls.confirm, action: Decision): Route =>
  writesPrepared(
    call,
    async (app, actor, { ids }) =>
      action === "confirm" ? getHouseholds(app, actor, splitIds(ids)) : new Map<string, Household>(),
    (tx, actor, { ids, reason }, app, households) =>
      decide(tx, actor, action, splitIds(ids), { reason, households }, app),
  );

const sheet = exporter(SignUp, signUpCalls.export, options);

export const signUpRoutes: readonly Route[] = [
  sheet,
  reads(signUpCalls.list, all.list),
  reads(signUpCalls.detail, all.detail),
  writesPrepared(
    signUpCalls.submit,
    (app, actor, input) => getHouseholds(app, actor, input.status === "Confirm" && input.id ? [input.id] : []),
    submit,
  ),
  several(signUpCalls.confirm, "confirm"),
  several(signUpCalls.back, "back"),
  several(signUpCalls.invalidate, "invalidate"),
  writes(signUpCalls.remove, all.remove),
  reads(signUpAgainCalls.list, again.list),
  reads(signUpAgainCalls.detail, again.detail),
  writes(signUpAgainCalls.submit, signUpAgain),
  writes(signUpAgainCalls.remove, again.remove),
];
