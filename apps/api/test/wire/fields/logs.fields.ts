import type { WireTables } from "../wire-table.ts";

export const logsFields: WireTables = {
  ApiLog: `
    type=:code title=:255 serviceId=:32 method=:10 requestUri=:255 methodClass=:255 methodName=:255 params=:long
    time=:int remoteIp=:50 createBy=:50`,
  ErrorLog: `
    serviceId=:32 requestUri=:255 stackTrace=:long exceptionName=:255 message=:long fileName=:255 methodClass=:255
    methodName=:255 lineNumber=:int params=:long remoteIp=:50 createBy=:50`,
  UsualLog: `
    serviceId=:32 serverHost=:255 serverIp=:255 env=:30 logLevel=:code logId=:100 logData=:long method=:10
    requestUri=:255 remoteIp=:50 userAgent=:500 createBy=:50`,
};
