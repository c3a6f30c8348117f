import { OrganisationDocument, type OrganisationDocumentRow, organisationDocumentCalls as calls } from '@jipei/contract/organisations/organisation-document.ts'
import { sql } from 'kysely'
import { crudRoutes } from '../core/crud.ts'
import { writes } from '../core/implement.ts'
import { present } from '../core/present.ts'
import { splitIds } from '../core/rows.ts'
import { detailColumns } from '../core/sql.ts'
import { documentOptions, dropDocuments, saveDocuments } from './organisation-document.ts'
import { ownRows } from './organisations.scope.ts'

export const organisationDocumentRoutes = crudRoutes(calls as never, documentOptions, {
  submit: writes(calls.submit, async (tx, actor, { attachmentEntityList, delList }, app) => {
    await saveDocuments(tx, actor, app, attachmentEntityList, delList.map(({ id }) => id))
    const rows = await sql<OrganisationDocumentRow>`select ${detailColumns(OrganisationDocument)} from organisation_document t
      where t.is_deleted = 0 and t.is_valid = 'isValid' and t.org_id = ${actor.orgId} and ${ownRows(actor)} order by t.attach_type, t.create_time desc, t.id desc`.execute(tx)
    return rows.rows.map((row) => present(OrganisationDocument, actor, app.cipher, row, 'detail'))
  }),
  remove: writes(calls.remove, (tx, actor, { ids }) => dropDocuments(tx, actor, splitIds(ids))),
})
