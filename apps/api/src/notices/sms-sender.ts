import { sql } from 'kysely'
import type { Worker } from '../core/jobs.ts'
import type { Services } from '../core/services.ts'

/** Sends one text message; throws what the provider says when it does not take it. */
export interface SmsSender {
  send(app: Services, phone: string, text: string): Promise<void>
}

/** Shows messages in the log instead of sending them: for demonstrations, where codes must be seen by whoever tries the software. */
const logSender: SmsSender = {
  async send(app, phone, text) {
    app.log.info(`SMS to ${phone}: ${text}`)
  },
}
const noSender: SmsSender = {
  async send() {
    throw new Error('no SMS provider is configured')
  },
}

/** Tries of one message; after that it counts as failed. */
const maxAttempts = 6
/** Templates whose text is a secret: it goes as soon as it is sent. */
const secrets = new Set(['SMS_CODE', 'PASSWORD_RESET'])

/** Sends a message of the outbox. The row is locked while it is sent, so that two workers never send it twice. */
export const smsWorker: Worker<{ id: string }> = {
  name: 'sms.send',
  retries: maxAttempts - 1,
  parallel: 4,
  async run(app, { id }) {
    const failure = await app.db.transaction().execute(async (tx) => {
      const found = await sql<{ template: string; phone: string; message: string; attempts: number }>`select template, phone, message, attempts from sms_message where id = ${id} and send_status = '0' for update skip locked`.execute(tx)
      const row = found.rows[0]
      if (!row) return null
      try {
        await senderOf(app).send(app, app.cipher.decrypt(row.phone), app.cipher.decrypt(row.message))
        await sql`update sms_message set send_status = '1', send_time = now(), attempts = attempts + 1, message = case when ${secrets.has(row.template)} then null else message end where id = ${id}`.execute(tx)
        return null
      } catch (error) {
        const last = row.attempts + 1 >= maxAttempts
        const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200)
        await sql`update sms_message set attempts = attempts + 1, fail_reason = ${reason}, send_status = ${last ? '2' : '0'} where id = ${id}`.execute(tx)
        return last ? null : error
      }
    })
    // Thrown after the attempt is written down; the queue tries again later.
    if (failure) throw failure
  },
}

const senderOf = (app: Services): SmsSender => (app.settings.demo ? logSender : noSender)
