import { hostname, networkInterfaces } from "node:os";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Caller, Journal, Trace } from "../core/journal.ts";
import type { Services } from "../core/services.ts";
import { parametersOf } from "../settings/settings.queries.ts";
import { faultRow } from "./fault-row.ts";
import { inputText } from "./input-text.ts";
import { logText } from "./log-text.ts";
import { keepPartitions } from "./partitions.ts";
import { logSecurity } from "./security-events.ts";
import { LogBuffer, type LogRow, type LogTable } from "./log-buffer.ts";

export interface RunningJournal extends Journal {
  /** Writes what is waiting. Never throws. */
  flush(): Promise<void>;
  /** Writes what is waiting, for the last time. */
  close(): Promise<void>;
}

/** What the parameters say. */
interface Rules {
  api: boolean;
  /** Share of successful calls, 0 to 1. */
  sample: number;
  length: number;
}

/** How long rows wait, in milliseconds, and how many start a flush before that. */
const patience = 1000;
const batch = 500;
/** After a failure the database is left alone this long. */
const pause = 5000;

type Needs = Pick<Services, "pool" | "db" | "log" | "disk"> & { settings: Pick<Services["settings"], "production"> };

/**
 * The journal in the database. Rows wait in memory, where they cost the request some microseconds; they are written together, a
 * second later at the latest. When the database is away or too slow the buffer fills up, and what comes then is counted and left out.
 */
export async function createJournal(app: Needs): Promise<RunningJournal> {
  await keepPartitions(app);
  const buffer = new LogBuffer();
  const server = {
    server_host: hostname().slice(0, 255),
    server_ip: ownAddress(),
    env: app.settings.production ? "production" : "development",
  };
  let rules = await rulesOf(app);
  let rulesRead = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let restUntil = 0;
  let closed = false;

  const wanted = (outcome: string, luck: number) => rules.api && (outcome !== "1" || luck < rules.sample);
  /** While the parameters are fresh, what they leave out is not even taken down; else it is decided when the rows are written. */
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
    // What came after a write began is not in it.
    if (running) return running.then(flush);
    running = write().finally(() => {
      running = undefined;
      if (buffer.size > 0) wait(patience);
    });
    return running;
  }

  async function write(): Promise<void> {
    // What is left of the disk is for people, not for logs of what they do.
    if (app.disk.isFull()) return rest();
    try {
      rules = await rulesOf(app);
      rulesRead = Date.now();
      const keep = (table: LogTable, row: LogRow) =>
        table !== "api_log" || wanted(row["type"] as string, row["luck"] as number);
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
        const outcome = status < 400 ? "1" : status < 500 ? "2" : "3";
        const luck = Math.random();
        const kept = !leftOut(outcome, luck);
        if (!kept && !writes) return;
        const input = inputText(call.input, trace.input, rules.length);
        const common = commonOf(trace, caller);
        if (kept)
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
          for (const deed of deedRows(trace, status, input))
            add("usual_log", {
              ...common,
              ...server,
              user_agent: caller.userAgent === undefined ? null : logText(caller.userAgent, 400),
              ...deed,
            });
      } catch (error) {
        app.log.warn({ error: (error as Error).message }, "a call could not be logged");
      }
    },

    fault(error, trace, caller, path) {
      try {
        const common = trace
          ? commonOf(trace, caller)
          : {
              create_user: "0",
              remote_ip: caller.ip,
              request_id: caller.requestId ?? null,
              moment: new Date(),
              service_id: path.startsWith("/") ? serviceOf(path) : "jobs",
            };
        add("error_log", {
          ...common,
          request_uri: logText(path, 250),
          ...faultRow(error),
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

/** The service of an address, as programs of this family divide them: `zjgrsj-train` of `/api/zjgrsj-train/…`. */
export const serviceOf = (path: string): string => (path.split("/", 3)[2] ?? "").slice(0, 32);

const classOf = (call: Call<any, any>) => call.name.split(".")[0];

/** An account may be somebody's phone or ID number. */
function commonOf({ actor, call }: Trace, { ip, requestId }: Caller): LogRow {
  return {
    create_by: actor?.account ? logText(actor.account, 48) : null,
    create_user: actor?.userId ?? "0",
    create_dept: actor?.deptId ?? null,
    tenant_id: actor?.tenantId ?? null,
    service_id: serviceOf(call.path),
    method: call.method,
    request_uri: call.path,
    remote_ip: ip,
    request_id: requestId ?? null,
    moment: new Date(),
  };
}

/** One row for each history entry that the call wrote; for a call that writes none, one that says what became of it. */
function deedRows({ call, deeds }: Trace, status: number, input: string | null): LogRow[] {
  if (status < 400 && deeds.length > 0)
    return deeds.map(({ bizType, bizId, action, fromStatus, toStatus, opinion }) => ({
      log_level: "info",
      log_id: `${bizType}:${bizId}`.slice(0, 100),
      log_data: logText(JSON.stringify({ action, fromStatus, toStatus, opinion }), 2000),
    }));
  return [{ log_level: status < 400 ? "info" : status < 500 ? "warn" : "error", log_id: call.name, log_data: input }];
}

async function rulesOf(app: Needs): Promise<Rules> {
  const stored = await parametersOf(app.db, ["log.api.enabled", "log.api.sample", "log.data.length"]);
  return { api: stored["log.api.enabled"], sample: stored["log.api.sample"] / 100, length: stored["log.data.length"] };
}

const ownAddress = () =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === "IPv4")?.address ?? "127.0.0.1";
