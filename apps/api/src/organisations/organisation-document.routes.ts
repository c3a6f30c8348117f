import {
  OrganisationDocument,
  type OrganisationDocumentRow,
  organisationDocumentCalls as calls,
} from "@jipei/contract/organisations/organisation-document.ts";
import { sql } from "kysely";
import { crudRoutes } from "../core/crud.ts";
import { writes } from "../core/implement.ts";
import { ownRows, splitIds } from "../core/rows.ts";
import { shownRows } from "../core/shown-rows.ts";
import { documentOptions, dropDocuments, saveDocuments } from "./organisation-document.ts";

export const organisationDocumentRoutes = crudRoutes(calls as never, documentOptions, {
  submit: writes(calls.submit, async (tx, actor, { attachmentEntityList, delList }, app) => {
    await saveDocuments(
      tx,
      actor,
      app,
      attachmentEntityList,
      delList.map(({ id }) => id),
    );
    return shownRows<OrganisationDocumentRow>(tx, actor, app, OrganisationDocument, {
      scope: ownRows,
      where: sql`t.is_valid = 'isValid' and t.org_id = ${actor.orgId}`,
      order: sql`t.attach_type, t.create_time desc, t.id desc`,
      view: "detail",
    });
  }),
  remove: writes(calls.remove, (tx, actor, { ids }) => dropDocuments(tx, actor, splitIds(ids))),
});
