import { entities } from '@jipei/contract/entities.ts'
import { sql } from 'kysely'
import { namedFiles } from '../core/files.ts'
import type { Domain } from '../core/implement.ts'
import type { Services } from '../core/services.ts'
import { attachmentRoutes } from './attachment.routes.ts'

export const files: Domain = {
  name: 'files',
  routes: attachmentRoutes,
  timers: [{ name: 'files.sweep', cron: '41 3 * * *', run: sweepOrphans }],
}

/** Removes files that no row has named for two days, and the bytes of removed ones. */
export async function sweepOrphans(app: Services): Promise<void> {
  await sql`update attachment a set is_deleted = 1, update_time = now() where a.is_deleted = 0 and a.create_time < now() - interval '2 days'
    and not exists (select 1 from attachment_use u where u.attachment_id = a.id)
    and a.id not in (select n.id from ${namedFiles(entities)} n where n.id is not null)`.execute(app.db)
  const gone = await app.db.selectFrom('attachment').select(['id', 'storageKey']).where('isDeleted', '=', 1).where('storageKey', '<>', '').limit(5000).execute()
  for (const row of gone) {
    await app.storage.remove(row['storageKey'])
    await app.db.updateTable('attachment').set({ storageKey: '' }).where('id', '=', row['id']).execute()
  }
}
