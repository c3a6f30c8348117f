import { openDb } from "../database/db.ts";
import type { Services } from "./services.ts";

const byServices = new WeakMap<Services, Services>();

/** The same services with the connection pool for short calls, so that these are answered even while all other connections wait for locks. */
export function withShortCalls(services: Services): Services {
  let short = byServices.get(services);
  if (!short) {
    const { shortPool } = services;
    const db = openDb(shortPool);
    // By prototype, so that services which are replaced later are replaced here as well.
    short = Object.assign(Object.create(services) as Services, {
      pool: shortPool,
      readPool: shortPool,
      db,
      readDb: db,
    });
    byServices.set(services, short);
  }
  return short;
}
