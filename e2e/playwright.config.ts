import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "./browser.ts";

/** How the browser tests run; see docs/decisions/0137-browser-tests.md. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  // A test that fails now and then has a cause, which a retry would hide.
  retries: 0,
  timeout: 15 * 60_000,
  // Node strips the types itself, and caches what it has compiled.
  build: { external: ["**/*"] },
  outputDir: join(import.meta.dirname, "../.cache/browser-tests"),
  reporter: [["list"], ["json", { outputFile: join(import.meta.dirname, "../.cache/browser-tests.json") }]],
  reportSlowTests: { max: 5, threshold: 20_000 },
  use: {
    screenshot: "only-on-failure",
    // A trace with the documents of each step takes a tenth more processor time: only for a test that is looked into.
    trace: { mode: process.env["TRACE"] === "1" ? "retain-on-failure" : "off", screenshots: false, sources: false },
    launchOptions: {
      ...chromiumOptions,
      // No page lives long enough to win back what V8's last compiler takes; the faster ones before it stay.
      args: [...chromiumOptions.args, "--js-flags=--no-opt"],
    },
  },
});
