// The parts of npm test, run on Node 24 by test.mjs. A type check, a lint or a build counts as one check each.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { run } from "./lib/command.mjs";
import { filesBelow } from "./lib/files.mjs";
import { checkImports } from "./lib/imports.mjs";
import { root } from "./lib/paths.mjs";
import { installPrograms } from "./lib/programs.mjs";
import { runTests } from "./lib/tests.mjs";

const total = { passed: 0, failed: 0 };
const broken = [];

/** Runs one check, that succeeds when it answers true and does not throw. */
async function check(name, work) {
  const start = Date.now();
  let passed = false;
  try {
    passed = await work();
  } catch (error) {
    console.error(error.message);
  }
  total[passed ? "passed" : "failed"]++;
  if (!passed) broken.push(name);
  console.log(`${passed ? "✔" : "✖"} ${name} (${seconds(start)})\n`);
  return passed;
}

const seconds = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`;
const node = async (...args) => (await run(process.execPath, args)) === 0;
const tool = (path, ...args) => node(join(root, "node_modules", path), ...args);

/** Runs the test files that the filters leave, and adds up. */
async function tests(name, files, { concurrency = 3, minutes = 5 } = {}) {
  const chosen = files.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
  if (chosen.length === 0) return;
  const start = Date.now();
  console.log(`${name} (${chosen.length} files)`);
  const { passed, failed } = await runTests(chosen, { concurrency, minutes });
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) broken.push(name);
  console.log(`${failed === 0 ? "✔" : "✖"} ${name}: ${passed} passed, ${failed} failed (${seconds(start)})\n`);
}

const testFiles = (...folders) =>
  folders.flatMap((folder) => filesBelow(folder).filter((file) => /\.test\.(ts|mjs)$/.test(file)));

/** Keeps the database server for tests running from the first file to the last. */
async function withDatabase(work) {
  const { testServer } = await import("../apps/api/test/test-server.ts");
  const server = await testServer();
  try {
    await work();
  } finally {
    await server.stop();
  }
}

const parts = {
  async typecheck() {
    for (const project of ["packages/contract", "apps/api", "apps/web", "e2e", "bench"]) {
      const sources = filesBelow(project).some((file) => /\.tsx?$/.test(file));
      if (sources) await check(`types of ${project}`, () => tool("typescript/bin/tsc", "-p", project));
    }
  },
  async lint() {
    await check("lint", () => tool("oxlint/bin/oxlint", "--type-aware", "--quiet"));
    await check("import directions", checkImports);
  },
  scripts: () => tests("scripts", testFiles("scripts")),
  contract: () => tests("contract", testFiles("packages/contract/src")),
  async api() {
    await installPrograms();
    await withDatabase(() => tests("API", testFiles("apps/api/src", "apps/api/seed", "apps/api/test")));
  },
  web: () => tests("web", testFiles("apps/web/src")),
  async build() {
    await check("build of the web application", async () => {
      await buildWeb();
      return true;
    });
  },
  async e2e() {
    const files = testFiles("e2e");
    if (files.length === 0) return;
    await installPrograms();
    if (!(await check("browser for the tests", ensureChromium))) return;
    await buildWeb();
    await withDatabase(() => tests("browser", files, { concurrency: 2, minutes: 15 }));
  },
};

// Ending by exit() takes the test files with us.
for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(event, () => process.exit(130));

const words = process.argv.slice(2);
const chosenParts = words.filter((word) => word in parts);
const filters = words.filter((word) => !(word in parts));
const withTests = ["scripts", "contract", "api", "web", "e2e"];

const start = Date.now();
for (const part of chosenParts.length > 0 ? chosenParts : filters.length > 0 ? withTests : Object.keys(parts))
  await parts[part]();
// Elsewhere the databases stay, so that the next run need not make them again.
if (process.env.CI)
  rmSync((await import("../apps/api/test/test-server.ts")).testFolder, { recursive: true, force: true });
console.log(`${broken.length > 0 ? `Failed: ${broken.join(", ")}\n` : ""}${seconds(start)} in all`);
if (total.passed + total.failed === 0) {
  console.error(`nothing matches ${words.join(" ")}`);
  total.failed++;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
