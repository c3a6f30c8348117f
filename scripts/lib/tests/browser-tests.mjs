import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "../command.mjs";
import { cache, root } from "../paths.mjs";

/** Written by the runner; see e2e/playwright.config.ts. */
const report = join(cache, "browser-tests.json");

/**
 * Runs browser tests by Playwright's runner, which prints each as it ends.
 * @param {string[]} files below the project
 * @param {string} [seed] of a random order
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runBrowserTests(files, seed) {
  rmSync(report, { force: true });
  const program = join(root, "node_modules/@playwright/test/cli.js");
  // The arguments are patterns, so paths are escaped.
  const patterns = files.map((file) => file.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const order = seed === undefined ? [] : ["--shuffle", seed];
  const code = await run(process.execPath, [program, "test", "--config", "e2e", ...order, ...patterns]);
  return countTests(code, readReport());
}

function readReport() {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return null;
  }
}

/**
 * A run that ended with an error counts as one failure at least, also where no test failed: a run that could not begin, a hook after the last test.
 * @param {number} code the runner's exit code
 * @param {{ stats: { expected: number, unexpected: number, flaky: number } } | null} result the report of the runner, if it wrote one
 */
export function countTests(code, result) {
  const { expected = 0, unexpected = 0, flaky = 0 } = result?.stats ?? {};
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && (code !== 0 || expected === 0) ? 1 : failed };
}
