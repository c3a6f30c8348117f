import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import { currentContext } from "../core/foundation/request-context.ts";
import { logText } from "./log-text.ts";

/** Upper limit for the characters of a text of an entry. */
const longest = 8000;

/**
 * The log of the process: JSON, one entry a line. More people read its files than the logs in the database, so error texts of the
 * database and requested addresses are masked here as well. The message itself is a constant of ours and stays as it is. Entries of a request
 * or a job have its id.
 */
export const createProcessLog = (level: string, target?: DestinationStream): Logger =>
  pino(
    {
      level,
      mixin: getRequest,
      formatters: { log: shown },
      serializers: { err: (error: Error) => shown(stdSerializers.err(error)) },
    },
    target,
  );

const getRequest = (): object => {
  const requestId = currentContext()?.requestId;
  return requestId ? { requestId } : {};
};

const shown = (entry: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === "string" ? logText(value, longest) : value]),
  );
