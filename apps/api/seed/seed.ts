import type pg from "pg";
import { withConnection } from "../src/core/database/db.ts";
import type { Services } from "../src/core/foundation/services.ts";
import { seedAccess } from "./access.seed.ts";
import { seedCounty } from "./county/county.seed.ts";
import { type DemoAccount, seedDemoUsers, shutDemoUsers } from "./demo-users.seed.ts";
import { seedInstallation } from "./installation.seed.ts";
import { seedNotices } from "./notices.seed.ts";
import { seedReports } from "./reports.seed.ts";
import { seedSettings } from "./settings.seed.ts";
import { seedTeaching } from "./teaching.seed.ts";
import { seedWorkflow } from "./workflow.seed.ts";

/** An advisory lock number that nothing else uses. */
const lockKey = 707_431_003;

/**
 * Fills the database with what it needs, and with a demo county where `demoPassword` is given. Runs at each start: adds what is
 * missing, never touches what a user changed. Processes that start together wait for one another.
 * @param tell receives one line of progress for each slow step
 * @returns the demo accounts, to be printed
 */
export function seed(
  app: Services,
  demoPassword: string | undefined,
  tell: (line: string) => void = () => {},
): Promise<DemoAccount[]> {
  return alone(app.pool, async () => {
    await seedReference(app);
    await seedInstallation(app.db);
    if (demoPassword) {
      const accounts = await seedDemoUsers(app, demoPassword);
      await seedCounty(app, tell);
      return accounts;
    }
    await shutDemoUsers(app);
    return [];
  });
}

/** What a tenant begins with, and what a new version adds. @param app the services of the tenant */
export const seedTenant = (app: Services): Promise<void> => alone(app.pool, () => seedReference(app));

/** The reference data of every schema. */
async function seedReference(app: Services): Promise<void> {
  await seedSettings(app.db);
  await seedNotices(app.db);
  await seedAccess(app.db, app.tenantId);
  await seedTeaching(app.db);
  await seedWorkflow(app.db);
  await seedReports(app.db);
}

/** Closes a connection that broke or whose work failed, and releases the lock with it. */
const alone = <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> =>
  withConnection(pool, async (client) => {
    // Another node may be filling the county meanwhile.
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    const result = await work();
    await client.query("select pg_advisory_unlock($1)", [lockKey]);
    await client.query("reset lock_timeout; reset statement_timeout");
    return result;
  });
