import assert from "node:assert/strict";
import { test as base } from "@playwright/test";
import type { Browser } from "@playwright/test";
import { createDemoDatabase } from "../apps/api/test/database/demo-db.ts";
import type { ServerDatabase } from "../apps/api/test/database/demo-db.ts";
import { Product } from "./harness.ts";
import { Pages } from "./pages.ts";
import { type RunningServer, ServerHost, startProgram } from "./servers.ts";

/** What the test files of one worker share: a browser, and a process in which a server runs for one file after the other. */
class Stage {
  private readonly host = new ServerHost();
  private readonly pages: Pages;
  private product: Product | undefined;

  constructor(browser: Browser) {
    this.pages = new Pages(browser);
  }

  /**
   * The product on a database of its own, for all tests of a file. Close it after them.
   * @param env more settings for the server
   */
  start(env: Record<string, string> = {}): Promise<Product> {
    return this.open(createDemoDatabase(), env, (all) => this.host.start(all));
  }

  /** The same in a process of its own, on any database, as an installation runs it. */
  install(env: Record<string, string>, database: Promise<ServerDatabase>): Promise<Product> {
    return this.open(database, env, startProgram);
  }

  private async open(
    preparing: Promise<ServerDatabase>,
    env: Record<string, string>,
    start: (env: Record<string, string>) => Promise<RunningServer>,
  ): Promise<Product> {
    const database = await preparing;
    const server = await start({ ...env, DATABASE_URL: database.url, DATA_DIR: database.dataDir });
    return (this.product = new Product(server, database, this.pages));
  }

  async endTest(): Promise<void> {
    assert.deepEqual(await this.product?.endTest(), [], "uncaught errors in the browser");
  }

  close(): Promise<void> {
    return this.host.close();
  }
}

/** A browser test; see docs/decisions/0137-browser-tests.md. */
export const test = base.extend<{ ended: void }, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      const stage = new Stage(browser);
      await use(stage);
      await stage.close();
    },
    { scope: "worker" },
  ],
  ended: [
    async ({ stage }, use) => {
      await use();
      await stage.endTest();
    },
    { auto: true },
  ],
});
