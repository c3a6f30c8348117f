import { columns } from "../../core/entity/columns.ts";
import { OrganisationDocument } from "@jipei/contract/providers/organisation-document.ts";
import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { sql } from "kysely";
import { type Actor, assertRight } from "../../core/foundation/actor.ts";
import { type CrudOptions, type SaveInput, saveRow } from "../../core/entity/crud.ts";
import { insertRow, removeRows, updateRow } from "../../core/database/write-rows.ts";
import { visible } from "../../core/access/data-scope.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { attachFiles } from "../../core/storage/files.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { liveRow, ownRows } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { organisationLifecycle } from "./organisation.lifecycle.ts";
import { getOwner } from "../owner.ts";

export const documentOptions: CrudOptions<typeof OrganisationDocument> = {
  entity: OrganisationDocument,
  resource: "institution_attachment",
  scope: ownRows,
  async beforeSave(tx, actor, merged, old) {
    const orgId = getOwner(actor, old);
    if (!old)
      return columns(OrganisationDocument, {
        orgId,
        isValid: "isValid",
        ...(await getFacts(tx, merged.attId)),
      });
    const { attId, attachType } = OrganisationDocument.fields;
    if (old.attId !== merged.attId) throw new Refusal("FIELD_FROZEN", { field: attId });
    if (old.attachType !== merged.attachType) throw new Refusal("FIELD_FROZEN", { field: attachType });
  },
};

/** Name, type and size as they were uploaded; what a client says about a file counts for nothing. @throws ATTACH_NOT_OWN */
async function getFacts(tx: Tx, attId: string) {
  const file = await tx
    .selectFrom("document")
    .select(["fileName", "fileType", "fileSize", "attLink"])
    .where("id", "=", attId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!file) throw new Refusal("ATTACH_NOT_OWN");
  return file;
}

/** The documents of an institution stand open until it is cancelled. @throws NOT_OWNER without an institution, STATE_ILLEGAL */
async function assertOpen(tx: Tx, orgId: string | null): Promise<StoredRow<typeof Organisation>> {
  if (!orgId) throw new Refusal("NOT_OWNER");
  const organisation = await liveRow(tx, Organisation, orgId);
  if (!organisation) throw new Refusal("NOT_FOUND");
  if (organisation.state === "Invalidate")
    throw illegalState(organisationLifecycle.machine.states, organisation.state, "修改材料", "change documents");
  return organisation;
}

/** Saves a set of filing documents in one go: rows with an id are changed, rows without are added, those of `delList` leave. */
export async function saveDocuments(
  tx: Tx,
  actor: Actor,
  app: Services,
  rows: readonly SaveInput<typeof OrganisationDocument>[],
  removed: readonly string[],
): Promise<void> {
  await assertOpen(tx, actor.orgId);
  if (removed.length > 0) {
    assertRight(actor, documentOptions.resource, "delete");
    await dropDocuments(tx, actor, removed);
  }
  for (const row of rows) await saveRow(tx, actor, documentOptions, row, app);
}

/**
 * Takes documents out of the set. What an approved filing rested on stays as evidence and only loses its validity.
 * @throws ATTACH_NOT_OWN for rows of another institution, and for those that a data scope hides
 */
export async function dropDocuments(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  const organisation = await assertOpen(tx, actor.orgId);
  const { rows } = await sql<
    StoredRow<typeof OrganisationDocument>
  >`select t.* from organisation_document t where t.id = any(${[...ids]}::bigint[]) and t.org_id = ${actor.orgId} and t.is_deleted = 0 and ${visible(OrganisationDocument, ownRows, actor)} order by t.id for update`.execute(
    tx,
  );
  if (rows.length < new Set(ids).size) throw new Refusal("ATTACH_NOT_OWN");
  const { confirmTime } = organisation;
  const isEvidence = ({ createTime }: { createTime: string }) => confirmTime !== null && createTime <= confirmTime;
  for (const row of rows)
    if (isEvidence(row)) await updateRow(tx, actor, OrganisationDocument, row.id, { isValid: "unValid" });
  const fresh = rows.filter((row) => !isEvidence(row)).map((row) => row.id);
  if (fresh.length > 0) await removeRows(tx, actor, OrganisationDocument, fresh);
}

/** Licence files that came with a filing become documents of it. */
export async function addLicenceFiles(tx: Tx, actor: Actor, orgId: string, files: readonly string[]): Promise<void> {
  for (const attId of files) {
    const row = await insertRow(tx, actor, OrganisationDocument, {
      orgId,
      attachType: "01",
      attId,
      isValid: "isValid",
      ...(await getFacts(tx, attId)),
    });
    await attachFiles(tx, actor, OrganisationDocument, row.id, { attId });
  }
}
