import { OrganisationDocument } from "@jipei/contract/organisations/organisation-document.ts";
import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { type CrudOptions, insertRow, removeRows, saveRow, updateRow } from "../core/crud.ts";
import { visible } from "../core/data-scope.ts";
import type { Tx } from "../core/db.ts";
import { attachFiles } from "../core/files.ts";
import { Refusal, illegalState } from "../core/refusal.ts";
import { liveRow, ownRows } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { organisationLifecycle } from "./organisation.lifecycle.ts";

type Values = Record<string, any>;

export const documentOptions: CrudOptions = {
  entity: OrganisationDocument,
  resource: "institution_attachment",
  scope: ownRows,
  async beforeSave(tx, actor, merged, old) {
    if (!old) return { orgId: actor.orgId, isValid: "isValid", ...(await factsOf(tx, merged["attId"])) };
    if (old["attId"] !== merged["attId"] || old["attachType"] !== merged["attachType"])
      throw new Refusal("FIELD_FROZEN", { field: { zh: "材料类型或文件", en: "kind of document or file" } });
    return {};
  },
};

/** Name, type and size as they were uploaded; what a client says about a file counts for nothing. @throws ATTACH_NOT_OWN */
async function factsOf(tx: Tx, attId: string): Promise<Values> {
  const file = await tx
    .selectFrom("attachment")
    .select(["fileName", "fileType", "fileSize", "attLink"])
    .where("id", "=", attId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!file) throw new Refusal("ATTACH_NOT_OWN");
  return {
    fileName: file["fileName"],
    fileType: file["fileType"],
    fileSize: file["fileSize"],
    attLink: file["attLink"],
  };
}

/** The documents of an institution stand open until it is cancelled. @throws STATE_ILLEGAL */
async function mustBeOpen(tx: Tx, orgId: string | null): Promise<Values> {
  const organisation = orgId === null ? null : await liveRow<Values>(tx, Organisation, orgId);
  if (!organisation) throw new Refusal("NOT_FOUND");
  if (organisation["state"] === "Invalidate")
    throw illegalState(organisationLifecycle.machine.states, organisation["state"], "修改材料", "change documents");
  return organisation;
}

/** Saves a set of filing documents in one go: rows with an id are changed, rows without are added, those of `delList` leave. */
export async function saveDocuments(
  tx: Tx,
  actor: Actor,
  app: Services,
  rows: readonly Values[],
  removed: readonly string[],
): Promise<void> {
  await mustBeOpen(tx, actor.orgId);
  await dropDocuments(tx, actor, removed);
  for (const row of rows) await saveRow(tx, actor, documentOptions, row, app);
}

/**
 * Takes documents out of the set. What an approved filing rested on stays as evidence and only loses its validity.
 * @throws ATTACH_NOT_OWN for rows of another institution, and for those that a data scope hides
 */
export async function dropDocuments(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const organisation = await mustBeOpen(tx, actor.orgId);
  const { rows } =
    await sql<Values>`select t.* from organisation_document t where t.id = any(${[...ids]}::bigint[]) and t.org_id = ${actor.orgId} and t.is_deleted = 0 and ${visible(OrganisationDocument, ownRows, actor)} order by t.id for update`.execute(
      tx,
    );
  if (rows.length < new Set(ids).size) throw new Refusal("ATTACH_NOT_OWN");
  const isEvidence = (row: Values) =>
    organisation["confirmTime"] !== null && row["createTime"] <= organisation["confirmTime"];
  for (const row of rows)
    if (isEvidence(row)) await updateRow(tx, actor, OrganisationDocument, row["id"], { isValid: "unValid" });
  const fresh = rows.filter((row) => !isEvidence(row)).map((row) => row["id"] as string);
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
      ...(await factsOf(tx, attId)),
    });
    await attachFiles(tx, actor, OrganisationDocument, row["id"], { attId });
  }
}
