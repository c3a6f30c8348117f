import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { sendFile } from '../core/download.ts'
import { Refusal } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'

export { storeUpload } from './upload.ts'

/** Sends a stored file to whoever may have it; to others it does not exist. Nothing but a stored link is ever opened. */
export async function sendAttachment(app: Services, reply: Parameters<typeof sendFile>[0], attachment: Record<string, any> | undefined) {
  if (!attachment) throw new Refusal('NOT_FOUND')
  const body = await app.storage.get(attachment['storageKey']).catch((error: unknown) => {
    app.log.error({ err: error, attachment: attachment['id'] }, 'a stored file is missing')
    throw new Refusal('NOT_FOUND')
  })
  await sql`update attachment set download_count = download_count + 1 where id = ${attachment['id']}`.execute(app.db)
  return sendFile(reply, body, attachment['fileName'], { inline: true, size: Number(attachment['fileSize']) })
}

/** The live attachment behind a stored link. */
export const attachmentByLink = (db: Db, link: string) => db.selectFrom('attachment').selectAll().where('attLink', '=', link).where('isDeleted', '=', 0).executeTakeFirst()
