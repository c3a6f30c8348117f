import type { Call } from "@jipei/contract/core/call.ts";
import type { Alerts } from "./monitoring/alerts.ts";
import type { Cipher } from "../security/cipher.ts";
import type { Db, Pools } from "../database/db.ts";
import type { Disk } from "../storage/disk.ts";
import type { Jobs } from "../jobs/jobs.port.ts";
import type { Journal } from "../http/journal.ts";
import type { Log } from "./log.ts";
import type { Settings } from "./settings.ts";
import type { Ports } from "./ports.ts";
import type { Storage } from "../storage/storage.ts";
import type { Keys } from "../security/keys.ts";
import type { Replica } from "../database/replica/replica.ts";
import type { Tenants } from "./tenants.ts";

/** What handlers need besides transaction and actor. Created once at start, passed explicitly, never imported. */
export interface Services extends Pools {
  settings: Settings;
  /** The tenant that these services belong to; 000000 for those of the installation. */
  tenantId: string;
  /** The further tenants, in the services of an installation in tenant mode; null in all others. */
  tenants: Tenants<Services> | null;
  keys: Keys;
  /** All calls of the product, for features about calls: scopes, rights, logs. */
  calls: readonly Call[];
  /** Questions of earlier domains to later ones. */
  ports: Ports;
  /** Over `pool`. */
  db: Db;
  /** Over `readPool`. */
  readDb: Db;
  /** Read replica for lists; null where none is configured. */
  replica: Replica | null;
  cipher: Cipher;
  storage: Storage;
  jobs: Jobs;
  journal: Journal;
  alerts: Alerts;
  disk: Disk;
  log: Log;
}
