import { hostname, networkInterfaces } from "node:os";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Caller, Journal, Trace } from "../core/http/journal.ts";
import type { Services } from "../core/foundation/services.ts";
import { getParameters } from "../settings/settings.queries.ts";
import { errorRow } from "./error-row.ts";
import { inputText } from "./input-text.ts";
import { logText } from "./log-text.ts";
import { makePartitions } from "./partitions.ts";
import { logSecurity } from "./security-events.ts";
import { LogBuffer, type LogRow, type LogTable } from "./log-buffer.ts";

export interface RunningJournal extends Journal {
  /** Writes the rows that wait. Never throws. */
  flush(): Promise<void>;
  /** Writes the rows that wait, for the last time. */
  close(): Promise<void>;
}

/** The parameters of the logs. */
interface Rules {
  api: boolean;
  /** Share of successful calls, 0 to 1. */
  sample: number;
  length: number;
}

/** How long rows wait before a flush, in milliseconds, and how many rows start one earlier. */
const patience = 1000;
const batch = 500;
/** Milliseconds without another try after the database failed. */
const pause = 5000;

type Needs = Pick<Services, "pool" | "db" | "log" | "disk"> & { settings: Pick<Services["settings"], "production"> };

/**
 * The journal in the database. Rows wait in memory, which costs the request some microseconds, and are written together, a
 * second later at the latest. When the database is away or too slow the buffer fills up; further rows are counted and dropped.
 */
export async function createJournal(app: Needs): Promise<RunningJournal> {
  await makePartitions(app);
  const buffer = new LogBuffer();
  const server = {
    server_host: hostname().slice(0, 255),
    server_ip: ownAddress(),
    env: app.settings.production ? "production" : "development",
  };
  let rules = await getRules(app);
  let rulesRead = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let restUntil = 0;
  let closed = false;

  const wanted = (outcome: string, luck: number) => rules.api && (outcome !== "1" || luck < rules.sample);
  /** While the parameters are fresh, rows they exclude are not even collected; otherwise that is decided when the rows are written. */
  const leftOut = (outcome: string, luck: number) => Date.now() - rulesRead < patience && !wanted(outcome, luck);

  function add(table: LogTable, row: LogRow): void {
    buffer.add(table, row);
    if (buffer.size >= batch && !running && Date.now() >= restUntil) void flush();
    else wait(patience);
  }

  function wait(milliseconds: number): void {
    if (closed || timer) return;
    timer = setTimeout(() => void flush(), milliseconds);
    timer.unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Rows that came after the running write began are not part of it, hence another flush.
    if (running) return running.then(flush);
    running = write().finally(() => {
      running = undefined;
      if (buffer.size > 0) wait(patience);
    });
    return running;
  }

  async function write(): Promise<void> {
    // When the disk is nearly full, what is left is for the work of users, not for logs.
    if (app.disk.isFull()) return rest();
    try {
      rules = await getRules(app);
      rulesRead = Date.now();
      const keep = (table: LogTable, row: LogRow) =>
        table !== "api_log" || wanted(row.type as string, row.luck as number);
      for (let left = buffer.size; left > 0; left -= batch) await buffer.write(app, batch, keep);
      const lost = buffer.takeLost();
      if (lost > 0)
        buffer.add("usual_log", {
          ...server,
          log_level: "warn",
          log_id: "journal",
          service_id: "logs",
          log_data: `丢失日志${lost}条 / ${lost} log entries were lost`,
          create_user: "0",
          moment: new Date(),
        });
    } catch (error) {
      app.log.warn({ error: (error as Error).message, waiting: buffer.size }, "logs wait for the database");
      rest();
    }
  }

  function rest(): void {
    restUntil = Date.now() + pause;
    wait(pause);
  }

  return {
    answered(trace, caller, status, milliseconds) {
      try {
        logSecurity(app.log, trace, caller, status);
        const { call, writes } = trace;
        const outcome = outcomes[getLevel(status)];
        const luck = Math.random();
        const isLogged = !leftOut(outcome, luck);
        if (!isLogged && !writes) return;
        const input = inputText(call.input, trace.input, rules.length);
        const common = getCommon(trace, caller);
        if (isLogged)
          add("api_log", {
            ...common,
            title: call.zh,
            title_en: call.en,
            type: outcome,
            time: Math.round(milliseconds),
            method_class: classOf(call),
            method_name: call.name,
            params: input,
            luck,
          });
        if (writes)
          for (const row of auditActionRows(trace, status, input))
            add("usual_log", {
              ...common,
              ...server,
              user_agent: caller.userAgent === undefined ? null : logText(caller.userAgent, 400),
              ...row,
            });
      } catch (error) {
        app.log.warn({ error: (error as Error).message }, "a call could not be logged");
      }
    },

    failed(error, trace, caller, path) {
      try {
        const common = trace
          ? getCommon(trace, caller)
          : {
              create_user: "0",
              remote_ip: caller.ip,
              request_id: caller.requestId ?? null,
              moment: new Date(),
              service_id: path.startsWith("/") ? getService(path) : "jobs",
            };
        add("error_log", {
          ...common,
          request_uri: logText(path, 250),
          ...errorRow(error),
          params: trace ? inputText(trace.call.input, trace.input, rules.length) : null,
        });
      } catch (problem) {
        app.log.warn({ error: (problem as Error).message }, "a fault could not be logged");
      }
    },

    flush,

    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
      await flush();
    },
  };
}

/** The service that an address belongs to: `zjgrsj-train` of `/api/zjgrsj-train/…`. */
export const getService = (path: string): string => (path.split("/", 3)[2] ?? "").slice(0, 32);

const classOf = (call: Call) => call.name.split(".")[0];

/** Columns of every log row. The account is masked, since it may be a phone or ID number. */
function getCommon({ actor, call }: Trace, { ip, requestId }: Caller): LogRow {
  return {
    create_by: actor?.account ? logText(actor.account, 48) : null,
    create_user: actor?.userId ?? "0",
    create_dept: actor?.deptId ?? null,
    tenant_id: actor?.tenantId ?? null,
    service_id: getService(call.path),
    method: call.method,
    request_uri: call.path,
    remote_ip: ip,
    request_id: requestId ?? null,
    moment: new Date(),
  };
}

/** One row for each history entry that the call wrote; one row with the outcome for a call that wrote none. */
function auditActionRows({ call, actions }: Trace, status: number, input: string | null): LogRow[] {
  if (status < 400 && actions.length > 0)
    return actions.map(({ bizType, bizId, action, fromStatus, toStatus, opinion }) => ({
      log_level: "info",
      log_id: `${bizType}:${bizId}`.slice(0, 100),
      log_data: logText(JSON.stringify({ action, fromStatus, toStatus, opinion }), 2000),
    }));
  return [{ log_level: getLevel(status), log_id: call.name, log_data: input }];
}

type Level = "info" | "warn" | "error";
/** Codes of the outcome: done, refused, failed. */
const outcomes = { info: "1", warn: "2", error: "3" } as const satisfies Record<Level, string>;
function getLevel(status: number): Level {
  if (status < 400) return "info";
  return status < 500 ? "warn" : "error";
}

async function getRules(app: Needs): Promise<Rules> {
  const stored = await getParameters(app.db, ["log.api.enabled", "log.api.sample", "log.data.length"]);
  return { api: stored["log.api.enabled"], sample: stored["log.api.sample"] / 100, length: stored["log.data.length"] };
}

const ownAddress = () =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === "IPv4")?.address ?? "127.0.0.1";
