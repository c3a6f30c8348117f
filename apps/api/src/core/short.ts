import { openDb } from "./db.ts";
import type { Services } from "./services.ts";

const shortened = new WeakMap<Services, Services>();

/** The same services over the connections that are kept for short calls: a lock that holds up all others does not reach them. */
export function shortOf(services: Services): Services {
  let short = shortened.get(services);
  if (!short) {
    const { shortPool } = services;
    const db = openDb(shortPool);
    // What is exchanged in the services is exchanged here as well.
    short = Object.assign(Object.create(services) as Services, {
      pool: shortPool,
      readPool: shortPool,
      db,
      readDb: db,
    });
    shortened.set(services, short);
  }
  return short;
}
