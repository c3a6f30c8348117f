// The parts of npm test, run on Node 24 by test.mjs. Each type check, lint or build counts as one check.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runBrowserTests } from "./lib/tests/browser-tests.mjs";
import { buildWeb } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { run } from "./lib/command.mjs";
import { filesBelow } from "./lib/files.mjs";
import { checkImports } from "./lib/imports.mjs";
import { installApart } from "./lib/install.mjs";
import { cache, root } from "./lib/paths.mjs";
import { installPrograms } from "./lib/programs.mjs";
import { recordStatements, statementIssues } from "./lib/tests/statements.mjs";
import { shuffled, slowFirst, unexplained } from "./lib/tests/test-order.mjs";
import { runTests } from "./lib/tests/tests.mjs";

const total = { passed: 0, failed: 0 };
const broken = [];
/** What was printed of failures; a whole run prints it once more at its end: a log that is kept in part still has it. */
const reports = [];

/** Runs one check; it succeeds when `work` returns true and does not throw. */
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
  console.log(`${passed ? "✔" : "✖"} ${name} (${secondsSince(start)})\n`);
  return passed;
}

const secondsSince = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`;
/** Threads of the compiler and of the lint each work out again the types that their files share: several take twice the processor time of one. */
const env = { ...process.env, GOMAXPROCS: "1" };
const tool = async (path, ...args) =>
  (await run(process.execPath, [join(root, "node_modules", path), ...args], { env })) === 0;
const types = (name, project) =>
  check(`types of ${name}`, () => tool("typescript/bin/tsc", "-p", project, "--singleThreaded"));

/** The test files below these folders that match the filters. */
const chosenFiles = (...folders) =>
  folders
    .flatMap(filesBelow)
    .filter((file) => /\.test\.(ts|mjs)$/.test(file))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));

/** Runs files by our own runner, the slow ones first or in random order. */
const runOrdered = (files, options = {}) =>
  runTests(seed === undefined ? slowFirst(files) : shuffled(files, seed), { concurrency: 3, minutes: 10, ...options });

/** Playwright's runner prints its failures at its end, and keeps the seconds to itself. */
const runInBrowser = async (files) => ({
  ...(await runBrowserTests(files, seed)),
  seconds: new Map(),
  reports: [],
});

/** Runs test files and adds up their results. @returns the seconds that each took, where the runner reports them */
async function tests(name, files, runFiles = runOrdered) {
  if (files.length === 0) return new Map();
  const start = Date.now();
  console.log(`${name} (${files.length} files)`);
  const { passed, failed, seconds, reports: ofFailed } = await runFiles(files);
  total.passed += passed;
  total.failed += failed;
  reports.push(...ofFailed);
  if (failed > 0) broken.push(name);
  console.log(`${failed === 0 ? "✔" : "✖"} ${name}: ${passed} passed, ${failed} failed (${secondsSince(start)})\n`);
  return seconds;
}

/** Keeps the database server for tests running from the first file to the last. */
async function withDatabase(work) {
  const { testServer } = await import("../apps/api/test/database/test-server.ts");
  const server = await testServer();
  try {
    return await work();
  } finally {
    await server.stop();
  }
}

const parts = {
  async typecheck() {
    // The project of apps/api holds bench as well.
    for (const project of [
      "packages/contract",
      "packages/envelope",
      "packages/process",
      "packages/xlsx",
      "apps/api",
      "apps/web",
      "e2e",
    ])
      // A copy for a test may lack some of them.
      if (filesBelow(project).length > 0) await types(project, project);
    // Tests run on Node, whose types the pages of the web must not see.
    await types("the tests of apps/web", "apps/web/tsconfig.tests.json");
    await types("the worker of apps/web", "apps/web/src/inspection/on-site/worker");
  },
  async lint() {
    await check("lint", () => tool("oxlint/bin/oxlint", "--type-aware", "--quiet"));
    await check("format", () => tool("oxfmt/bin/oxfmt", "--check"));
    await check("import directions", checkImports);
  },
  scripts: () => tests("scripts", chosenFiles("scripts")),
  packages: () => tests("packages", chosenFiles("packages")),
  async api() {
    const files = chosenFiles("apps/api/src", "apps/api/seed", "apps/api/test", "bench");
    if (files.length === 0) return;
    await installPrograms(files);
    const start = recordStatements();
    const took = await withDatabase(() => tests("API", files, (ordered) => runOrdered(ordered, { start })));
    if (filters.length > 0) return;
    await check("every SQL text was run by a test", () => {
      const lines = statementIssues();
      for (const line of lines) console.error(`  ${line}`);
      reports.push(...lines);
      return lines.length === 0;
    });
    await check("slow test files say why", () => {
      const { lines, fails } = unexplained(took);
      for (const line of lines) console.error(line);
      return !fails;
    });
  },
  async clients() {
    const files = chosenFiles("apps/api/clients");
    if (files.length === 0) return;
    await installPrograms(files);
    const made = await check("clients of the OpenAPI document", async () => {
      await installApart("apps/api/clients", join(cache, "clients"));
      const { generateClients } = await import("../apps/api/clients/generate.ts");
      return Boolean(await generateClients());
    });
    if (made) await withDatabase(() => tests("clients", files));
  },
  web: () => tests("web", chosenFiles("apps/web/src")),
  async build() {
    await check("build of the web application", async () => {
      await buildWeb();
      return true;
    });
  },
  async e2e() {
    const files = chosenFiles("e2e");
    if (files.length === 0) return;
    await installPrograms(files);
    if (!(await check("browser for the tests", ensureChromium))) return;
    await buildWeb();
    await withDatabase(() => tests("browser", files, runInBrowser));
  },
};

// exit() ends the processes of the test files too.
for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(event, () => process.exit(130));

const shuffle = /^--shuffle(?:=(.+))?$/;
const [, asked] = process.argv.map((word) => shuffle.exec(word)).find(Boolean) ?? [];
/** The seed of a random order of test files, where one was asked for. */
const seed = process.argv.some((word) => shuffle.test(word)) ? (asked ?? String(Date.now())) : undefined;
if (seed !== undefined) console.log(`Test files in an order of chance: --shuffle=${seed} makes it again\n`);

const words = process.argv.slice(2).filter((word) => !shuffle.test(word));
const chosenParts = words.filter((word) => word in parts);
const filters = words.filter((word) => !(word in parts));
const withTests = ["scripts", "packages", "api", "clients", "web", "e2e"];
const wanted = chosenParts.length > 0 ? chosenParts : filters.length > 0 ? withTests : Object.keys(parts);
/** Test files often wait, so checks that only compute run beside them. Browser tests need both cores, and the build. */
const beside = [
  ["typecheck", "lint", "build", "clients"],
  ["scripts", "packages", "web", "api"],
];

async function inTurn(names) {
  for (const name of names) if (wanted.includes(name)) await parts[name]();
}

const start = Date.now();
await Promise.all(beside.map(inTurn));
await inTurn(["e2e"]);
// Elsewhere the databases stay, so that the next run need not create them again.
if (process.env.CI)
  rmSync((await import("../apps/api/test/database/test-server.ts")).testFolder, { recursive: true, force: true });
if (filters.length === 0)
  for (const report of reports) console.log(report.length > 4_000 ? `${report.slice(0, 4_000)}…\n` : report);
console.log(`${broken.length > 0 ? `Failed: ${broken.join(", ")}\n` : ""}${secondsSince(start)} in all`);
if (total.passed + total.failed === 0) {
  console.error(`nothing matches ${words.join(" ")}`);
  total.failed++;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
