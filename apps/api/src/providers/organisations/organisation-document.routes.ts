import {
  OrganisationDocument,
  organisationDocumentCalls as calls,
} from "@jipei/contract/providers/organisation-document.ts";
import { sql } from "kysely";
import { crudRoutes } from "../../core/entity/crud.ts";
import { writes } from "../../core/http/implement.ts";
import { ownRows, splitIds } from "../../core/database/rows.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { documentOptions, dropDocuments, saveDocuments } from "./organisation-document.ts";

export const organisationDocumentRoutes = crudRoutes(calls, documentOptions, {
  submit: writes(calls.submit, async (tx, actor, { attachmentEntityList, delList = [] }, app) => {
    await saveDocuments(
      tx,
      actor,
      app,
      attachmentEntityList,
      delList.map(({ id }) => id),
    );
    return readChildRows(tx, actor, app, OrganisationDocument, {
      scope: ownRows,
      where: sql`t.is_valid = 'isValid' and t.org_id = ${actor.orgId}`,
      order: sql`t.attach_type, t.create_time desc, t.id desc`,
      view: "detail",
    });
  }),
  remove: writes(calls.remove, (tx, actor, { ids }) => dropDocuments(tx, actor, splitIds(ids))),
});
