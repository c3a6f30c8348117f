import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { type Actor, mayDo } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { fileFields, findOwner } from "../../core/storage/files.ts";
import { column } from "../../core/database/sql.ts";
import { mayFetch } from "../row-files.ts";

/** Takes back what was tried. */
class TakenBack extends Error {}

/** Whether the actor may put another content in place of a file now, by `saveRows`: what it would change is taken back. */
export async function mayEdit(app: Services, actor: Actor, attachmentId: string): Promise<boolean> {
  try {
    await app.db.transaction().execute(async (tx) => {
      await saveRows(tx, app, actor, attachmentId);
      throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof TakenBack) return true;
    if (error instanceof Refusal) return false;
    throw error;
  }
  return false;
}

/**
 * Saves every row that names a file once more, as if another file had been named there: so states, locks and rights of every domain count without being
 * stated again, and whoever has such a row open learns that it has changed. A file that no row names yet is its uploader's.
 * @throws NOT_FOUND, ROLE_DENIED, what the save of a row refuses
 */
export async function saveRows(tx: Tx, app: Services, actor: Actor, attachmentId: string): Promise<void> {
  if (!(await mayFetch(tx, actor, attachmentId))) throw new Refusal("NOT_FOUND");
  const uses = await tx
    .selectFrom("attachmentUse")
    .select(["bizType", "bizId", "field"])
    .where("attachmentId", "=", attachmentId)
    .orderBy("bizType")
    .orderBy("bizId")
    .execute();
  for (const { bizType, bizId, field } of uses) {
    const { save, entity, resource } = findOwner(bizType) ?? {};
    if (!save || !entity || !resource || !mayDo(actor, resource, "edit") || !isWritten(entity, field))
      throw new Refusal("ROLE_DENIED");
    await save(tx, actor, { id: bizId, [field]: await getFiles(tx, entity, bizId, field) }, app);
  }
}

/** Whether users fill a field; a file that the server made (a certificate) is never edited. */
const isWritten = (entity: Entity, name: string): boolean =>
  fileFields(entity).some(([field, { need }]: [string, Field]) => field === name && need !== "computed");

async function getFiles(tx: Tx, entity: Entity, id: string, field: string): Promise<unknown> {
  const { rows } = await sql<{
    files: unknown;
  }>`select ${column(field)} as files from ${sql.table(entity.table)} t where t.id = ${id}`.execute(tx);
  return rows[0]?.files;
}
