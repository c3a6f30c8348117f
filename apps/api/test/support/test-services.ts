import type { Actor } from "../../src/core/foundation/actor.ts";
import { silentAlerts } from "../../src/core/foundation/monitoring/alerts.ts";
import { createCipher } from "../../src/core/security/cipher.ts";
import { openDb, openPool } from "../../src/core/database/db.ts";
import { roomyDisk } from "../../src/core/storage/disk.ts";
import type { AppOptions } from "../../src/core/http/app.ts";
import { silentJournal } from "../../src/core/http/journal.ts";
import { KeyRing } from "../../src/core/security/key-ring.ts";
import type { Keys } from "../../src/core/security/keys.ts";
import { Refusal } from "../../src/core/foundation/refusal.ts";
import type { Services } from "../../src/core/foundation/services.ts";
import type { Log } from "../../src/core/foundation/log.ts";
import { readSettings } from "../../src/core/foundation/settings.ts";
import type { Place } from "../../src/core/storage/storage.ts";
import { registerDomains } from "../../src/core/http/register-domains.ts";
import { calls, domains } from "../../src/domains.ts";
import { providerStorage } from "../../src/files/provider-storage.ts";
import { memoryStorage } from "./memory-storage.ts";

// A fixed key for tests; the real one is made at first start.
const testSm2 = Buffer.from("3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8", "hex");

export interface TestServicesOptions {
  keys?: Keys;
  /** Receives the jobs that are sent; left out: nobody. */
  jobs?: Services["jobs"];
  /** The setting INTERNAL_HOSTS; none where left out. */
  internalHosts?: string;
  /** The built-in storage of files; memory where left out. */
  local?: Place;
}

/** The services of the API on a database of a test or a measurement. End its pool. */
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
  const log: Log = { info() {}, warn() {}, error: (data, message) => console.error(message, data) };
  return {
    tenantId: "000000",
    tenants: null,
    settings,
    keys,
    calls,
    ports: registerDomains(domains),
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

/** All domains, with actors that are made directly, by their token; bodies are not encrypted. */
export const withActors = (actors: ReadonlyMap<string, Actor>): AppOptions => ({
  domains,
  authenticate: async (token, ip) => {
    const actor = actors.get(token);
    if (!actor) throw new Refusal("UNAUTHORIZED");
    return { ...actor, ip };
  },
  envelope: { open: async (request) => request.body, encrypt: async (_request, _actor, answer) => answer },
});
