import { UsualLog, usualLogCalls } from "@jipei/contract/logs/usual-log.ts";
import { LogPage } from "./log-page.tsx";

/** Usual log: what was done to which row. */
export default function UsualLogPage() {
  return (
    <LogPage
      entity={UsualLog}
      calls={usualLogCalls}
      resource="usual_log"
      columns={["logId", "logLevel", "createBy", "serviceId", "method", "requestUri", "remoteIp"]}
      card={["logId", "logLevel", "createBy"]}
      view={[
        "logId",
        "logLevel",
        "createBy",
        "remoteIp",
        "requestId",
        "serviceId",
        "method",
        "requestUri",
        "userAgent",
        "serverHost",
        "serverIp",
        "env",
      ]}
      texts={["logData"]}
    />
  );
}
