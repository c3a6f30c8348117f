import type { RightsSubject } from "@jipei/contract/access/rights-change.ts";
import { RightsChange } from "@jipei/contract/access/rights-change.ts";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { removeRows, updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { restoreLinks } from "../grants/grants.ts";
import type { Links } from "../grants/grants.links.ts";
import { assertGovernsRights } from "./rights-authority.ts";
import { type State, recordChange, getState } from "./rights-change.ts";
import { changeScope } from "./rights-change.scope.ts";
import { subjects } from "./rights-subjects.ts";

/**
 * Undoes a change, as a change of its own. Later changes of the same subject have to be undone first.
 * @throws NOT_FOUND; ROLE_DENIED for anybody but a system administrator; RIGHTS_CHANGED_SINCE
 */
export async function undoChange(tx: Tx, actor: Actor, { id }: { id: string }, app: Services): Promise<{ id: string }> {
  await assertGovernsRights(tx, actor);
  const change = await lockRow(tx, RightsChange, changeScope, actor, id);
  const subject = change.subject as RightsSubject;
  const [before, after] = [change.stateBefore, change.stateAfter];
  const { entity } = subjects[subject];
  const now = await getState(tx, entity, change.subjectId);
  // Through JSON, as the stored state was.
  if (change.undoneById !== null || !isDeepStrictEqual(JSON.parse(JSON.stringify(now)), after))
    throw new Refusal("RIGHTS_CHANGED_SINCE");
  await restore(tx, actor, subject, change.subjectId, before, app);
  const undone = await recordChange(tx, actor, entity, change.subjectId, "undo", now, before);
  await updateRow(tx, actor, RightsChange, id, { undoneById: undone });
  await writeAudit(tx, actor, [
    { bizType: entity.name, bizId: change.subjectId, action: "undo", opinion: change.title },
  ]);
  return { id: undone ?? id };
}

/** Restores the row, by the rules of its own domain. */
async function restore(
  tx: Tx,
  actor: Actor,
  subject: RightsSubject,
  id: string,
  before: State,
  app: Services,
): Promise<void> {
  const options = subjects[subject];
  const { entity } = options;
  const { rows } = await sql<StoredRow>`select * from ${sql.table(entity.table)} where id = ${id} for update`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  if (!before) {
    await options.beforeRemove?.(tx, actor, [row], app);
    return removeRows(tx, actor, entity, [id]);
  }
  const { links, ...fields } = before;
  const isBack = row.isDeleted === 1;
  const merged = { ...row, ...fields };
  const computed = await options.beforeSave?.(tx, actor, merged, isBack ? { ...merged } : row, app);
  const columns: Readonly<Record<string, unknown>> = { ...fields, ...computed, ...(isBack && { isDeleted: 0 }) };
  const saved = await updateRow(tx, actor, entity, id, columns);
  await options.afterSave?.(tx, actor, saved, row, app);
  if (links) await restoreLinks(tx, app, actor, { id, alias: fields.roleAlias as string }, links as Links);
}
