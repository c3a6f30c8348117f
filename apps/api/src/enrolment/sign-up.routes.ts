import { SignUp, signUpAgainCalls, signUpCalls } from "@jipei/contract/enrolment/sign-up.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { withHistory } from "../core/audit.ts";
import { crud, removeRows } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { exporter } from "../core/excel/export.ts";
import { type Route, reads, writes, writesPrepared } from "../core/implement.ts";
import { ascending, descending } from "../core/order.ts";
import { Refusal } from "../core/refusal.ts";
import { lockRows, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { transition } from "../core/transition.ts";
import { lookUpMany } from "../external-data/external-data.queries.ts";
import { lockClasses } from "./class-facts.ts";
import { signUpScope } from "./enrolment.scope.ts";
import type { Household } from "./roster-row.ts";
import { signUpAgain } from "./sign-up.again.ts";
import { signUpLifecycle } from "./sign-up.lifecycle.ts";
import { saveSignUp } from "./sign-up.save.ts";

/** Waiting ones first, the oldest on top. */
const order = [ascending(sql`(t.confirm_status <> 'unConfirm')`), ascending(sql`t.create_time`), ascending(sql`t.id`)];
const options = { entity: SignUp, resource: "sign", scope: signUpScope, order, detail: withHistory(SignUp) };
const all = crud(options);
const again = crud({
  ...options,
  resource: "re_sign",
  where: [sql`t.is_re_sign = '1'`],
  order: [descending(sql`t.create_time`), descending(sql`t.id`)],
});

const moves = { Confirm: "confirm", back: "back", Invalidate: "invalidate" } as const;
type Decision = (typeof moves)[keyof typeof moves];
type Households = ReadonlyMap<string, Household>;

/** 6.1-1 … 6.1-5: `status` names the move. */
async function submit(
  tx: Tx,
  actor: Actor,
  input: Record<string, any>,
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
  if (!row["id"]) throw new Refusal("NOT_FOUND");
  await decide(
    tx,
    actor,
    moves[status as keyof typeof moves],
    [row["id"]],
    { reason, version: row["version"], households },
    app,
  );
  return { id: row["id"] };
}

/** Moves sign-ups, their classes locked before them. */
async function decide(
  tx: Tx,
  actor: Actor,
  action: Decision,
  ids: readonly string[],
  input: Record<string, unknown>,
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
    owners.map((row) => row["classId"] as string),
  );
  await transition(tx, actor, signUpLifecycle, action, ids, input, app);
}

/** Before sign-ups are accepted: where the register has the household of each person, which a sign-up does not ask. */
async function householdsOf(app: Services, actor: Actor, ids: readonly string[]): Promise<Households> {
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
          regionCode: String(data?.["regionCode"] ?? idNumber.slice(0, 6)),
          hukouType: String(data?.["hukouType"] ?? rural),
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
      action === "confirm" ? householdsOf(app, actor, splitIds(ids)) : new Map<string, Household>(),
    (tx, actor, { ids, reason }, app, households) =>
      decide(tx, actor, action, splitIds(ids), { reason, households }, app),
  );

/** 6.1-6: drafts and returned ones only. */
async function remove(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  const rows = await lockRows<{ id: string; confirmStatus: string }>(tx, SignUp, signUpScope, actor, splitIds(ids));
  if (rows.some((row) => row.confirmStatus !== "unSubmit" && row.confirmStatus !== "back"))
    throw new Refusal("STATE_ILLEGAL", {
      status: { zh: "已提交", en: "submitted" },
      action: { zh: "删除", en: "Delete" },
    });
  await removeRows(
    tx,
    actor,
    SignUp,
    rows.map((row) => row.id),
  );
}

const sheet = exporter(SignUp, signUpCalls.export, options);
export const signUpWorkers = [sheet.worker];

export const signUpRoutes: readonly Route[] = [
  sheet.route,
  reads(signUpCalls.list, all.list as never),
  reads(signUpCalls.detail, all.detail as never),
  writesPrepared(
    signUpCalls.submit,
    (app, actor, input) => householdsOf(app, actor, input.status === "Confirm" && input.id ? [input.id] : []),
    submit as never,
  ),
  several(signUpCalls.confirm, "confirm"),
  several(signUpCalls.back, "back"),
  several(signUpCalls.invalidate, "invalidate"),
  writes(signUpCalls.remove, remove),
  reads(signUpAgainCalls.list, again.list as never),
  reads(signUpAgainCalls.detail, again.detail as never),
  writes(signUpAgainCalls.submit, signUpAgain),
  writes(signUpAgainCalls.remove, remove),
];
