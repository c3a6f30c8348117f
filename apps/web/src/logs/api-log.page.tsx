import { ApiLog, apiLogCalls } from "@jipei/contract/logs/api-log.ts";
import { LogPage } from "./log-page.tsx";

/** API log: every call of the server. */
export default function ApiLogPage() {
  return (
    <LogPage
      entity={ApiLog}
      calls={apiLogCalls}
      resource="api_log"
      columns={["title", "type", "time", "createBy", "method", "requestUri", "serviceId", "remoteIp"]}
      card={["title", "type", "time", "createBy"]}
      view={[
        "title",
        "type",
        "time",
        "createBy",
        "remoteIp",
        "requestId",
        "serviceId",
        "method",
        "requestUri",
        "methodClass",
        "methodName",
      ]}
      texts={["params"]}
    />
  );
}
