import { sql } from 'kysely'
import type { Domain } from '../core/implement.ts'
import { noticeCategoryRoutes } from './notice-category.routes.ts'
import { noticeRoutes } from './notice.routes.ts'
import { popoverRoutes } from './popover.routes.ts'
import { smsWorker } from './sms-sender.ts'

export const notices: Domain = {
  name: 'notices',
  routes: [...noticeRoutes, ...noticeCategoryRoutes, ...popoverRoutes],
  workers: [smsWorker],
  timers: [
    {
      name: 'notices.sweep',
      cron: '23 4 * * *',
      async run(app) {
        await sql`delete from message where create_time < now() - interval '180 days'`.execute(app.db)
        await sql`delete from verification_code where create_time < now() - interval '2 days'`.execute(app.db)
      },
    },
  ],
}
