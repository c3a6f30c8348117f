import { ErrorLog, errorLogCalls } from "@jipei/contract/logs/error-log.ts";
import { LogPage } from "./log-page.tsx";

/** Error log: errors of the server, and those that browsers have sent. */
export default function ErrorLogPage() {
  return (
    <LogPage
      entity={ErrorLog}
      calls={errorLogCalls}
      resource="error_log"
      columns={["exceptionName", "serviceId", "requestUri", "fileName", "lineNumber", "createBy", "requestId"]}
      card={["exceptionName", "serviceId", "requestUri"]}
      view={[
        "exceptionName",
        "serviceId",
        "requestUri",
        "createBy",
        "methodClass",
        "methodName",
        "fileName",
        "lineNumber",
        "remoteIp",
        "requestId",
      ]}
      texts={["message", "stackTrace", "params"]}
    />
  );
}
