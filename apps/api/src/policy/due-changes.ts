import { PolicyChange } from "@jipei/contract/policy/policy-change.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { liveRow } from "../core/database/rows.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { updateRow } from "../core/database/write-rows.ts";
import { system } from "../core/foundation/actor.ts";
import { now, today } from "../core/foundation/clock.ts";
import { Refusal, getFailure } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Timer } from "../core/jobs/jobs.ts";
import { notify } from "../notices/notices.queries.ts";
import { applyChange } from "./policy-change.lifecycle.ts";

type Change = StoredRow<typeof PolicyChange>;

/** Writes approved changes on their day. One that is no longer possible is withdrawn, and its proposer told why. Run by a timer. */
export async function applyDueChanges(app: Services): Promise<void> {
  const { rows } = await sql<{ id: string }>`select t.id from policy_change t
    where t.state = 'scheduled' and t.effect_date <= ${today()} and t.is_deleted = 0 order by t.effect_date, t.id`.execute(
    app.db,
  );
  for (const { id } of rows) {
    try {
      await app.db.transaction().execute((tx) => applyDue(tx, app, id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await app.db.transaction().execute((tx) => giveUp(tx, id, error));
    }
  }
}

async function applyDue(tx: Tx, app: Services, id: string): Promise<void> {
  const change = await lockScheduled(tx, id);
  if (!change) return;
  const applied = await updateRow(tx, system, PolicyChange, id, { state: "inForce", appliedTime: now() });
  await applyChange(tx, system, app, applied, "write");
  await writeAudit(tx, system, [
    { bizType: PolicyChange.name, bizId: id, action: "apply", fromStatus: "scheduled", toStatus: "inForce" },
  ]);
}

async function giveUp(tx: Tx, id: string, refusal: Refusal): Promise<void> {
  const change = await lockScheduled(tx, id);
  if (!change) return;
  const { msg, msgEn } = getFailure(refusal, id);
  await updateRow(tx, system, PolicyChange, id, { state: "withdrawn", opinion: msg.slice(0, 500) });
  await writeAudit(tx, system, [
    {
      bizType: PolicyChange.name,
      bizId: id,
      action: "withdraw",
      fromStatus: "scheduled",
      toStatus: "withdrawn",
      opinion: msg.slice(0, 500),
    },
  ]);
  await notify(tx, {
    to: { userIds: [change.createUser] },
    title: { zh: "政策变更未能生效", en: "A policy change could not take effect" },
    text: { zh: `${change.title}：${msg}`, en: `${change.title}: ${msgEn}` },
    link: `/policy/change?title=${encodeURIComponent(change.title)}`,
  });
}

/** Null where somebody else has dealt with it meanwhile. */
async function lockScheduled(tx: Tx, id: string): Promise<Change | null> {
  const found =
    await sql`select from policy_change where id = ${id} and state = 'scheduled' and is_deleted = 0 for update`.execute(
      tx,
    );
  return found.rows.length > 0 ? ((await liveRow(tx, PolicyChange, id)) ?? null) : null;
}

export const policyTimer: Timer = { name: "policy.apply", cron: "5 * * * *", run: applyDueChanges };
