import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadKeys } from "../../src/core/security/keys.ts";
import { readSettings } from "../../src/core/foundation/settings.ts";
import { type Launched, launch, ready } from "./launch.ts";
import { createTestDatabase } from "../database/template-db.ts";
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
 */
export async function twoServers(env: NodeJS.ProcessEnv = {}): Promise<TwoServers> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "jipei-two-"));
  const both: Launched[] = [];
  // Started at once, so that every test of it also sees two nodes migrate and seed one database at the same time.
  for (const _ of [1, 2]) both.push(launch({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: "off", ...env }));
  const urls = (await Promise.all(both.map(ready))) as [string, string];
  const app = await startTestApp({ url: database.url, keys: await loadKeys(readSettings({ DATA_DIR: dataDir })) });
  return {
    urls,
    app,
    dataDir,
    async close() {
      await app.close();
      for (const { child } of both) child.kill("SIGTERM");
      await Promise.all(both.map(({ ended }) => ended));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
