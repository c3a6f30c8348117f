import { join } from "node:path";
import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { demoUsers } from "../../seed/demo-users.seed.ts";
import { loadActor } from "../../src/auth/token/authenticate.ts";
import { loadKeys } from "../../src/core/security/keys.ts";
import { readSettings } from "../../src/core/foundation/settings.ts";
import { localStorage } from "../../src/core/storage/storage.local.ts";
import { createDemoDatabase } from "../database/demo-db.ts";
import { type TestApp, type TestUser, startTestApp } from "../support/test-app.ts";

/** The demo county, and a user of each role in it. */
export interface Crawl {
  app: TestApp;
  /** The actors that they would be if they signed in now; `guest` is not signed in. */
  sessions: ReadonlyMap<RoleAlias, TestUser>;
  close(): Promise<void>;
}

export async function startCrawl(): Promise<Crawl> {
  const demo = await createDemoDatabase();
  const app = await startTestApp(
    { url: demo.url, keys: await loadKeys(readSettings({ DATA_DIR: demo.dataDir })) },
    undefined,
    { local: localStorage(join(demo.dataDir, "files")) },
  );
  return {
    app,
    sessions: await getSessions(app),
    async close() {
      await app.close();
      await demo.drop();
    },
  };
}

async function getSessions(app: TestApp): Promise<ReadonlyMap<RoleAlias, TestUser>> {
  const { rows } = await app.pool.query<{ id: string; account: string }>(
    "select id, account from app_user where is_deleted = 0",
  );
  const ids = new Map(rows.map(({ id, account }) => [account, id]));
  const sessions = new Map<RoleAlias, TestUser>([["guest", app.stranger]]);
  for (const { account, role } of demoUsers)
    sessions.set(
      role,
      app.as(role, { ...(await loadActor(app, ids.get(account) as string)), needsFactor: false, ip: "127.0.0.1" }),
    );
  const missing = (Object.keys(roles) as RoleAlias[]).filter((role) => !sessions.has(role));
  if (missing.length > 0) throw new Error(`nobody to crawl as: ${missing.join()}`);
  return sessions;
}
