import type { Call } from "@jipei/contract/core/call.ts";
import type { Alerts } from "./alerts.ts";
import type { Cipher } from "./cipher.ts";
import type { Db, Pools } from "./db.ts";
import type { Disk } from "./disk.ts";
import type { Jobs } from "./jobs.ts";
import type { Journal } from "./journal.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage.ts";
import type { Keys } from "./keys.ts";
import type { Replica } from "./replica.ts";
import type { Tenants } from "./tenants.ts";

/** What handlers need besides transaction and actor: made once at start, passed explicitly, never imported. */
export interface Services extends Pools {
  settings: Settings;
  /** Whose services these are: each tenant has its own, the installation's are 000000's. */
  tenantId: string;
  /** Its further tenants: the installation's own services in tenant mode, null in all others. */
  tenants: Tenants | null;
  keys: Keys;
  /** Every call of the product, for what is said about calls: scopes, rights, logs. */
  calls: readonly Call<any, any>[];
  /** Over `pool`. */
  db: Db;
  /** Over `readPool`. */
  readDb: Db;
  /** Copy of the main database for lists; null where none is configured. */
  replica: Replica | null;
  cipher: Cipher;
  storage: Storage;
  jobs: Jobs;
  journal: Journal;
  alerts: Alerts;
  disk: Disk;
  log: {
    info(message: string): void;
    error(data: object, message: string): void;
    warn(data: object, message: string): void;
  };
}
