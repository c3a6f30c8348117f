import { UsualLog, usualLogCalls } from "@jipei/contract/logs/usual-log.ts";
import type { Domain } from "../core/http/implement.ts";
import { apiLogRoutes } from "./api-log.routes.ts";
import { auditRecordRoutes } from "./audit-record.routes.ts";
import { errorLogRoutes } from "./error-log.routes.ts";
import { logRoutes } from "./log-routes.ts";
import { keepPartitions } from "./partitions.ts";

export const logs: Domain = {
  name: "logs",
  routes: [...logRoutes(UsualLog, usualLogCalls), ...apiLogRoutes, ...errorLogRoutes, ...auditRecordRoutes],
  timers: [
    {
      name: "keepLogs",
      whileClosed: "run",
      cron: "20 3 * * *",
      async run(app) {
        const dropped = await keepPartitions(app);
        if (dropped > 0) app.log.info(`${dropped} months of logs were dropped`);
      },
    },
  ],
};
