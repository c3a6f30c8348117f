import { policyChangeMachine } from "@jipei/contract/policy/policy-change.machine.ts";
import { PolicyChange } from "@jipei/contract/policy/policy-change.ts";
import { type Scope, lockRows, ownRows, splitIds } from "../core/database/rows.ts";
import { nothing } from "../core/database/sql.ts";
import type { Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { columns } from "../core/entity/columns.ts";
import { type Effect, type Guard, decidedBy, lifecycle, transition } from "../core/entity/transition.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { now, today } from "../core/foundation/clock.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { notify } from "../notices/notices.queries.ts";
import { applyPolicy } from "./policy-subject.ts";

type Change = StoredRow<typeof PolicyChange>;

/** For the bureau alone. */
export const policyChangeScope: Scope = (actor) => (actor.audience === "bureau" ? ownRows(actor) : nothing);

/** Whether the day of a change has come. */
const isDue = (change: Pick<Change, "effectDate">): boolean => change.effectDate <= today();

/** Has the domain of the subject write the change, or only try it. @throws VERSION_CONFLICT, what a save of the row is refused with */
export async function applyChange(
  tx: Tx,
  actor: Actor,
  app: Services,
  change: Change,
  mode: "try" | "write",
): Promise<void> {
  const handled = await app.ports.ask(tx, applyPolicy, {
    tx,
    actor,
    app,
    subject: change.subject,
    subjectId: change.subjectId,
    before: change.stateBefore,
    after: change.stateAfter,
    changeId: mode === "write" ? change.id : null,
  });
  if (!handled.some(Boolean)) throw new Error(`no domain has policy rows of ${change.subject}`);
}

const stillPossible: Guard<typeof PolicyChange> = (tx, actor, change, _input, app) =>
  applyChange(tx, actor, app, change, "try");

/** @throws NOT_OWNER */
const ownProposal: Guard<typeof PolicyChange> = (_tx, actor, change) => {
  if (change.createUser !== actor.userId) throw new Refusal("NOT_OWNER");
};

const tellProposer: Effect<typeof PolicyChange> = (tx, actor, change, input) =>
  notify(tx, {
    to: { userIds: [change.createUser] },
    title:
      change.state === "refused"
        ? { zh: "政策变更被驳回", en: "Your policy change was refused" }
        : { zh: "政策变更已批准", en: "Your policy change is approved" },
    text: {
      zh: `${change.title}（${actor.name}${input.reason ? `：${input.reason}` : ""}）`,
      en: `${change.title} (${actor.name}${input.reason ? `: ${input.reason}` : ""})`,
    },
    link: `/policy/change?title=${encodeURIComponent(change.title)}`,
  });

/** What each move of a policy change checks and does. */
export const policyChangeLifecycle = lifecycle({
  machine: policyChangeMachine,
  entity: PolicyChange,
  scope: policyChangeScope,
  moves: {
    approve: {
      guards: [stillPossible],
      set: (_tx, actor, change) =>
        columns(PolicyChange, { ...decidedBy(actor), appliedTime: isDue(change) ? now() : null }),
      effects: [
        (tx, actor, change, _input, app) =>
          change.state === "inForce" ? applyChange(tx, actor, app, change, "write") : undefined,
        tellProposer,
      ],
    },
    refuse: {
      set: (_tx, actor, _change, input) => columns(PolicyChange, { ...decidedBy(actor), opinion: input.reason }),
      effects: [tellProposer],
    },
    withdraw: { guards: [ownProposal] },
  },
});

/** Approves changes: those whose day has come are written at once, the others on their day. */
export async function approveChanges(
  tx: Tx,
  actor: Actor,
  { ids, reason }: { ids: string; reason?: string | null },
  app: Services,
): Promise<void> {
  const changes = await lockRows(tx, PolicyChange, policyChangeScope, actor, splitIds(ids));
  for (const to of ["inForce", "scheduled"] as const) {
    const due = changes.filter((change) => isDue(change) === (to === "inForce")).map(({ id }) => id);
    if (due.length > 0)
      await transition(tx, actor, policyChangeLifecycle, "approve", due, { to, opinion: reason }, app);
  }
}
