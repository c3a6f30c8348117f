import type { RightsSubject } from "@jipei/contract/access/rights-change.ts";
import { RightsChange } from "@jipei/contract/access/rights-change.ts";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { removeRows, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/refusal.ts";
import { lockRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { restoreLinks } from "./grants.ts";
import type { Links } from "./grants.links.ts";
import { mustGovernRights } from "./rights-authority.ts";
import { type State, governedBy, keepChange, stateOf } from "./rights-change.ts";
import { changeScope } from "./rights-change.scope.ts";

type Values = Record<string, any>;

/**
 * Brings back what was before a change, as a change of its own. What was changed since then stands on it and has to be taken back first.
 * @throws NOT_FOUND; ROLE_DENIED for anybody but a system administrator; RIGHTS_CHANGED_SINCE
 */
export async function undoChange(tx: Tx, actor: Actor, { id }: { id: string }, app: Services): Promise<{ id: string }> {
  await mustGovernRights(tx, actor);
  const change = await lockRow<Values>(tx, RightsChange, changeScope, actor, id);
  const subject = change["subject"] as RightsSubject;
  const [before, after] = [change["stateBefore"] as State, change["stateAfter"] as State];
  const now = await stateOf(tx, subject, change["subjectId"]);
  // Through JSON, as the change was kept.
  if (change["undoneById"] !== null || !isDeepStrictEqual(JSON.parse(JSON.stringify(now)), after))
    throw new Refusal("RIGHTS_CHANGED_SINCE");
  await restore(tx, actor, subject, change["subjectId"], before, app);
  const { entity } = governedBy(subject).options;
  const undone = await keepChange(tx, actor, entity, change["subjectId"], "undo", now, before);
  await updateRow(tx, actor, RightsChange, id, { undoneById: undone });
  await writeAudit(tx, actor, [
    { bizType: entity.name, bizId: change["subjectId"], action: "undo", opinion: change["title"] },
  ]);
  return { id: undone ?? id };
}

/** Makes the row what it was, by the rules of its own domain. */
async function restore(
  tx: Tx,
  actor: Actor,
  subject: RightsSubject,
  id: string,
  before: State,
  app: Services,
): Promise<void> {
  const { options } = governedBy(subject);
  const { entity } = options;
  const { rows } = await sql<Values>`select * from ${sql.table(entity.table)} where id = ${id} for update`.execute(tx);
  const row = rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  if (!before) {
    await options.beforeRemove?.(tx, actor, [row], app);
    return removeRows(tx, actor, entity, [id]);
  }
  const { links, ...fields } = before;
  const isBack = row["isDeleted"] === 1;
  const merged = { ...row, ...fields };
  const computed = (await options.beforeSave?.(tx, actor, merged, isBack ? { ...merged } : row, app)) ?? {};
  const saved = await updateRow(tx, actor, entity, id, { ...fields, ...computed, ...(isBack && { isDeleted: 0 }) });
  await options.afterSave?.(tx, actor, saved, row, app);
  if (links) await restoreLinks(tx, app, actor, { id, alias: fields["roleAlias"] }, links as Links);
}
