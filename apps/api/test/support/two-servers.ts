import { loadKeys } from "../../src/core/security/keys.ts";
import { readSettings } from "../../src/core/foundation/settings.ts";
import { type Launched, launch, ready } from "./launch.ts";
import { createServerDatabase } from "../database/demo-db.ts";
import { type TestApp, startTestApp } from "./test-app.ts";

export interface TwoServers {
  /** Their addresses, without a slash at the end. */
  urls: readonly [string, string];
  /** A test app on their database, with their keys, to prepare rows. Neither server sees what it holds in memory. */
  app: TestApp;
  /** Their data folder. */
  dataDir: string;
  close(): Promise<void>;
}

/**
 * Two processes of the real server on one database, as two nodes behind a load balancer: what one of them is told must act on the other.
 * @param env settings besides those of a start script, the same for both
 * @param createDatabase makes their database and their data folder; left out: as another start has left them
 */
export async function twoServers(
  env: NodeJS.ProcessEnv = {},
  createDatabase = createServerDatabase,
): Promise<TwoServers> {
  const { url, dataDir, drop } = await createDatabase();
  const both: Launched[] = [];
  // Started at once, as two nodes may be.
  for (const _ of [1, 2]) both.push(launch({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: "off", ...env }));
  const urls = (await Promise.all(both.map(ready))) as [string, string];
  const app = await startTestApp({ url, keys: await loadKeys(readSettings({ DATA_DIR: dataDir })) });
  return {
    urls,
    app,
    dataDir,
    async close() {
      await app.close();
      for (const { child } of both) child.kill("SIGTERM");
      await Promise.all(both.map(({ ended }) => ended));
      await drop();
    },
  };
}
