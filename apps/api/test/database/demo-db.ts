import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings } from "../../src/core/foundation/settings.ts";
import { startServer } from "../../src/server.ts";
import { cloneDatabase, fingerprint } from "./template-db.ts";

/** Password of all demo accounts in tests. */
export const demoPassword = "e2e-Pass-2026";

export interface ServerDatabase {
  url: string;
  /** The DATA_DIR that belongs to it: its encryption keys and its files. */
  dataDir: string;
  /** Removes the database and the folder. */
  drop(): Promise<void>;
}

const sources = ["apps/api/migrations", "apps/api/seed", "apps/api/src", "packages/contract/src"];

/** The demo county of a first start, for tests of the whole product: a clone of a template that the server itself seeded once. */
export const createDemoDatabase = (): Promise<ServerDatabase> => startedBefore("demo", { DEMO_PASSWORD: demoPassword });

/** What a server finds at its second start, without the demo county: for tests that launch servers and are not about a first start. */
export const createServerDatabase = (): Promise<ServerDatabase> => startedBefore("server", { DEMO: "off" });

/** A clone of a template on which the server was started once. */
async function startedBefore(name: string, env: NodeJS.ProcessEnv): Promise<ServerDatabase> {
  const database = await cloneDatabase(`${name}_${fingerprint(sources)}`, async (url, folder) => {
    const settings = readSettings({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: "error", ...env });
    const server = await startServer(settings, () => {});
    await server.close();
  });
  const dataDir = await mkdtemp(join(tmpdir(), "jipei-started-"));
  await cp(database.templateFolder, dataDir, { recursive: true });
  return {
    url: database.url,
    dataDir,
    async drop() {
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
