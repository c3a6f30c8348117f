import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import { currentContext } from "../core/request-context.ts";
import { logText } from "./log-text.ts";

/** Longest text that is kept of an entry. */
const longest = 8000;

/**
 * What the process says of itself, as JSON, one entry a line. It ends in files that more people read than the logs in the database: what the
 * database says of a row or an address that was asked for is masked here likewise. A message itself is ours, and stays as it is. Whatever is said on behalf of a request or a job carries its id.
 */
export const createProcessLog = (level: string, target?: DestinationStream): Logger =>
  pino(
    {
      level,
      mixin: requestOf,
      formatters: { log: shown },
      serializers: { err: (error: Error) => shown(stdSerializers.err(error)) },
    },
    target,
  );

const requestOf = (): object => {
  const requestId = currentContext()?.requestId;
  return requestId ? { requestId } : {};
};

const shown = (entry: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === "string" ? logText(value, longest) : value]),
  );
