import { readdirSync } from "node:fs";
import type pg from "pg";
import type { Services } from "../../src/core/foundation/services.ts";
import { localStorage } from "../../src/core/storage/storage.local.ts";
import type { Place } from "../../src/core/storage/storage.ts";
import { testServices } from "./test-services.ts";

/** Services on which something can happen just before any statement and any step of the storage: these are the moments of a job. */
export interface Moments {
  services: Services;
  /** Ids of the database sessions that its pools hold: also of ended ones whose end a pool has not noticed yet. */
  sessions: Set<number>;
  /** Number of moments since `watch`. */
  passed(): number;
  /** Starts counting again. @param at the moment before which `happening` is done, once; left out: none */
  watch(at?: number, happening?: () => Promise<void>): void;
  close(): Promise<void>;
}

/** @param folder of the built-in storage */
export function listMoments(url: string, folder: string): Moments {
  const sessions = new Set<number>();
  let count = 0;
  let wanted: { at: number; happening: () => Promise<void> } | undefined;
  const moment = async (): Promise<void> => {
    const due = wanted && count === wanted.at ? wanted : undefined;
    count++;
    if (!due) return;
    wanted = undefined;
    await due.happening();
  };
  const services = testServices(url, { local: withMoments(localStorage(folder), moment) });
  services.log = { ...services.log, warn() {}, error() {} };
  for (const pool of new Set([services.pool, services.readPool])) {
    pool.on("connect", (client) => (sessions.add(getSession(client)), interpose(client, moment)));
    pool.on("remove", (client) => void sessions.delete(getSession(client)));
  }
  return {
    services,
    sessions,
    passed: () => count,
    watch(at = -1, happening = async () => {}) {
      count = 0;
      wanted = { at, happening };
    },
    close: () => services.pool.end(),
  };
}

/** The id of the database session of a connection, which the declared type does not have. */
const getSession = (client: pg.PoolClient) => (client as unknown as { processID: number }).processID;

/** Delays every statement except COPY until what happens before it is done; a copy must return its stream at once. */
function interpose(client: pg.PoolClient, moment: () => Promise<void>): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const waiting = (...args: unknown[]): unknown => {
    const callback = args.at(-1);
    if (typeof (args[0] as { submit?: unknown }).submit === "function") return query(...args);
    if (typeof callback === "function") return void moment().then(() => query(...args), callback as never);
    return moment().then(() => query(...args));
  };
  client.query = waiting as never;
}

function withMoments(place: Place, moment: () => Promise<void>): Place {
  return {
    put: (key, body) => moment().then(() => place.put(key, body)),
    get: (key, range) => moment().then(() => place.get(key, range)),
    remove: (key) => moment().then(() => place.remove(key)),
  };
}

/** Keys of the files that are in the folder, half written ones too. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(folder.length + 1)}/${entry.name}`.replaceAll("\\", "/"))
    .sort();
