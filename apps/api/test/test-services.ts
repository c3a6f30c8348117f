import type { Actor } from "../src/core/actor.ts";
import { silentAlerts } from "../src/core/alerts.ts";
import { createCipher } from "../src/core/cipher.ts";
import { openDb, openPool } from "../src/core/db.ts";
import { roomyDisk } from "../src/core/disk.ts";
import type { AppOptions } from "../src/core/http/app.ts";
import { silentJournal } from "../src/core/journal.ts";
import { KeyRing } from "../src/core/key-ring.ts";
import type { Keys } from "../src/core/keys.ts";
import { Refusal } from "../src/core/refusal.ts";
import type { Services } from "../src/core/services.ts";
import { readSettings } from "../src/core/settings.ts";
import type { Place } from "../src/core/storage.ts";
import { calls, domains } from "../src/domains.ts";
import { providerStorage } from "../src/files/provider-storage.ts";
import { memoryStorage } from "./memory-storage.ts";

// A fixed key for tests; the real one is made at first start.
const testSm2 = Buffer.from("3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8", "hex");

export interface TestServicesOptions {
  keys?: Keys;
  /** Who takes the jobs that are sent; left out: nobody. */
  jobs?: Services["jobs"];
  /** INTERNAL_HOSTS; none where left out. */
  internalHosts?: string;
  /** What the built-in storage keeps files in; memory where left out. */
  local?: Place;
}

/** What the API works with, on a database of a test or a measurement. End its pool. */
export function testServices(
  url: string,
  {
    keys = {
      token: KeyRing.of(Buffer.alloc(32, 1)),
      field: KeyRing.of(Buffer.alloc(32, 2)),
      hashKey: Buffer.alloc(32, 3),
      sm2: KeyRing.of(testSm2),
    },
    jobs = { send: async () => "" },
    internalHosts = "",
    local = memoryStorage(),
  }: TestServicesOptions = {},
): Services {
  const pool = openPool(url);
  const db = openDb(pool);
  const settings = { ...readSettings({ NODE_ENV: "test", INTERNAL_HOSTS: internalHosts }), logLevel: "silent" };
  const cipher = createCipher(keys.field, keys.hashKey);
  const log: Services["log"] = { info() {}, warn() {}, error: (data, message) => console.error(message, data) };
  return {
    tenantId: "000000",
    tenants: null,
    settings,
    keys,
    calls,
    pool,
    readPool: pool,
    shortPool: pool,
    probePool: pool,
    replica: null,
    db,
    readDb: db,
    cipher,
    storage: providerStorage({ db, cipher, settings, log }, local),
    jobs,
    journal: silentJournal,
    alerts: silentAlerts,
    disk: roomyDisk,
    log,
  };
}

/** All domains, with actors that are made directly, by their token; bodies travel in clear. */
export const withActors = (actors: ReadonlyMap<string, Actor>): AppOptions => ({
  domains,
  authenticate: async (token, ip) => {
    const actor = actors.get(token);
    if (!actor) throw new Refusal("UNAUTHORIZED");
    return { ...actor, ip };
  },
  envelope: { open: async (request) => request.body, seal: async (_request, _actor, answer) => answer },
});
