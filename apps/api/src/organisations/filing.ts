import { sql } from "kysely";
import { type Actor, may } from "../core/actor.ts";
import { type CrudOptions, saveRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { opened } from "../core/present.ts";
import { Refusal, illegalState } from "../core/refusal.ts";
import { lockRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { type Lifecycle, transition } from "../core/transition.ts";
import { organisationOf } from "./organisations.queries.ts";

/**
 * What an institution files and the bureau approves: its courses and its teachers. One save call serves both sides: the
 * applicant's save submits, a bureau save with `confirmStatus` decides.
 */
type Values = Record<string, any>;
type FilingLifecycle = Lifecycle<"resubmit" | "confirm" | "back">;

/** What a decision sets besides the state. */
export const decisions: FilingLifecycle["moves"] = {
  resubmit: { set: () => ({ commitTime: sql`now()`, backReason: null }) },
  confirm: {
    set: (_tx, actor, _row, input) => ({
      confirmUser: actor.userId,
      confirmTime: sql`now()`,
      confirmOpinion: input["confirmOpinion"] ?? null,
      backReason: null,
    }),
  },
  back: {
    set: (_tx, actor, _row, input) => ({
      confirmUser: actor.userId,
      confirmTime: sql`now()`,
      backReason: input["reason"],
    }),
  },
};

/** The state a new filing starts in. */
export const submittedNow = { confirmStatus: "unConfirm", commitTime: sql`now()` };

/** What is filed: its rows and its moves. */
export interface Filing {
  options: CrudOptions;
  life: FilingLifecycle;
  /** Whether a change needs no new approval; left out: every change does. */
  isHarmless?: (changes: Values, old: Values) => boolean;
}

/** Saves one filing. @returns its id @throws STATE_ILLEGAL when the applicant changes what waits for a decision or is approved */
export async function saveFiling(
  tx: Tx,
  actor: Actor,
  app: Services,
  { options, life, isHarmless = () => false }: Filing,
  input: Values,
): Promise<string> {
  const { confirmStatus, backReason, confirmOpinion, ...values } = input;
  const id = (values["id"] ?? null) as string | null;
  const old = id
    ? opened(options.entity, app.cipher, await lockRow<Values>(tx, options.entity, options.scope, actor, id))
    : null;
  const decision =
    actor.audience === "bureau" &&
    old &&
    (confirmStatus === "Confirm" || confirmStatus === "back") &&
    confirmStatus !== old["confirmStatus"]
      ? confirmStatus
      : null;
  if (actor.audience === "institution") {
    await mustMayFile(tx, actor.orgId);
    if (old && old["confirmStatus"] !== "back" && !isHarmless(values, old))
      throw illegalState(life.machine.states, old["confirmStatus"], "修改", "edit");
  }
  const changes = Object.keys(values).some((name) => name !== "id" && name !== "version" && values[name] !== undefined);
  const saved =
    id && decision && !(changes && may(actor, `${options.resource}_edit`))
      ? id
      : (await saveRow(tx, actor, options, values, app)).id;
  if (decision)
    await transition(
      tx,
      actor,
      life,
      decision === "Confirm" ? "confirm" : "back",
      [saved],
      { reason: backReason ?? null, confirmOpinion },
      app,
    );
  else if (old?.["confirmStatus"] === "back" && actor.audience === "institution")
    await transition(tx, actor, life, "resubmit", [saved], {}, app);
  return saved;
}

/** A suspended or cancelled institution files nothing new. @throws ORG_NOT_ACTIVE */
async function mustMayFile(tx: Tx, orgId: string | null): Promise<void> {
  if (!orgId) throw new Refusal("ORG_NOT_ACTIVE");
  const { state } = await organisationOf(tx, orgId);
  if (state === "unUser" || state === "Invalidate") throw new Refusal("ORG_NOT_ACTIVE");
}
