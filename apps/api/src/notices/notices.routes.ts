import { smsMessageRows } from "./sms-message.routes.ts";
import { sql } from "kysely";
import { addDays, today } from "../core/foundation/clock.ts";
import type { Domain } from "../core/http/implement.ts";
import { deskNoticeExport, deskNoticeRoutes } from "./desk-notice.routes.ts";
import { noticeCategoryExport, noticeCategoryImporter, noticeCategoryRoutes } from "./notice-category.routes.ts";
import { noticeRoutes } from "./notice.routes.ts";
import { publishedRoutes } from "./published/published.routes.ts";
import { popoverRoutes } from "./popover.routes.ts";
import { smsMessageRoutes } from "./sms-message.routes.ts";
import { smsProviderRoutes } from "./sms-provider.routes.ts";
import { smsWorker } from "./sms-sender.ts";

export const notices: Domain = {
  name: "notices",
  owners: [smsMessageRows],
  importers: [noticeCategoryImporter],
  routes: [
    ...noticeRoutes,
    noticeCategoryExport,
    ...noticeCategoryRoutes,
    deskNoticeExport,
    ...deskNoticeRoutes,
    ...publishedRoutes,
    ...popoverRoutes,
    ...smsProviderRoutes,
    ...smsMessageRoutes,
  ],
  constraints: {
    file_notice_no: "DUPLICATE",
    secondary_info_once: "DUPLICATE",
    sms_provider_single: "VERSION_CONFLICT",
    sms_provider_in_use: "SMS_ENABLED",
    sms_provider_code: "DUPLICATE",
  },
  workers: [smsWorker],
  timers: [
    {
      name: "notices.sweep",
      whileClosed: "run",
      cron: "23 4 * * *",
      async run(app) {
        await sql`delete from message where create_time < now() - interval '180 days'`.execute(app.db);
        // Addresses are counted once a day, so that older ones say nothing any more; users are counted once.
        await sql`delete from news_read where reader !~ '^\\d+$' and read_day < ${addDays(today(), -1)}`.execute(
          app.db,
        );
        await sql`delete from verification_code where create_time < now() - interval '2 days'`.execute(app.db);
        // The job of the message no longer exists, so it would never be sent.
        await sql`update sms_message set send_status = '2', body = null, fail_reason = coalesce(fail_reason, '未能及时发出 / not sent in time') where send_status = '0' and create_time < now() - interval '1 day'`.execute(
          app.db,
        );
      },
    },
  ],
};
