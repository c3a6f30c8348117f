import { ErrorLog, errorLogCalls } from '@jipei/contract/logs/error-log.ts'
import type { Actor } from '../core/actor.ts'
import { type Route, writesPrepared } from '../core/implement.ts'
import { limitRate } from '../core/rate-limit.ts'
import { logText } from './log-text.ts'
import { logRoutes } from './log-routes.ts'
import { placeOf } from './fault-row.ts'

/** Uploads of one user within an hour. */
const mostUploads = 20
/** Longest text that is kept of an entry. */
const longest = 4000

type Entry = Partial<Record<'url' | 'time' | 'type' | 'message' | 'stack' | 'info', string | null>>

/** What a browser says went wrong in it. Nobody vouches for it, so it is cut and masked like everything else. */
function rowOf(actor: Actor, { url, time, type, message, stack, info }: Entry): Record<string, unknown> {
  const { file_name: fileName, line_number: lineNumber, method_name: methodName, method_class: methodClass } = placeOf((stack ?? '').slice(0, longest))
  return {
    serviceId: 'web',
    exceptionName: logText(type || 'Error', 250),
    // What follows the question mark may name people.
    requestUri: url ? logText(url.replace(/[?#].*$/s, ''), 250) : null,
    message: logText(message ?? '', longest),
    stackTrace: logText(stack ?? '', longest),
    params: logText(JSON.stringify({ time, info }), longest),
    fileName,
    lineNumber,
    methodName,
    methodClass,
    remoteIp: actor.ip,
    createBy: logText(actor.account, 48),
    createUser: actor.userId,
    createDept: actor.deptId,
    tenantId: actor.tenantId,
  }
}

export const errorLogRoutes: Route[] = [
  ...logRoutes(ErrorLog, errorLogCalls),
  writesPrepared(
    errorLogCalls.upload,
    (app, actor) => limitRate(app, 'error log upload', actor.userId, mostUploads, 60),
    async (tx, actor, entries) => {
      if (entries.length > 0) await tx.insertInto('errorLog').values(entries.map((entry) => rowOf(actor, entry)) as never).execute()
    },
  ),
]
