import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "./paths.mjs";

/**
 * Runs test files, each in a process of its own, and prints a line for each as it ends, with its failures and its output when it failed.
 * Not by `node --test`, which waits for ever for a file that hangs outside a test.
 * @param {string[]} files below the project
 * @param {{ concurrency: number, minutes: number }} options how many at once, and how long one may take
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runTests(files, { concurrency, minutes }) {
  const total = { passed: 0, failed: 0 };
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const result = await runFile(file, minutes);
      total.passed += result.passed;
      total.failed += result.failed;
      process.stdout.write(describe(file, result));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return total;
}

async function runFile(file, minutes) {
  const report = join(cache, `report-${process.pid}-${file.replaceAll("/", "-")}.json`);
  const options = [
    "--test-force-exit",
    `--test-reporter=${join(root, "scripts/lib/reporter.mjs")}`,
    `--test-reporter-destination=${report}`,
  ];
  const start = Date.now();
  const { code, output, late } = await capture([...options, file], minutes);
  const result = existsSync(report) ? JSON.parse(readFileSync(report, "utf8") || "null") : null;
  rmSync(report, { force: true });
  const { passed, failed, skipped, failures } = result ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
  const whole = late
    ? `did not end within ${minutes} minutes`
    : code !== 0 && failed === 0
      ? `ended with exit code ${code}`
      : passed + failed + skipped === 0
        ? "has no tests"
        : undefined;
  if (whole) failures.push({ title: "the file", error: whole });
  return { passed, failed: failed + (whole ? 1 : 0), skipped, failures, output, seconds: (Date.now() - start) / 1000 };
}

function capture(args, minutes) {
  return new Promise((resolve) => {
    // A group of its own, so that a file that hangs takes what it started with it.
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    let output = "";
    let late = false;
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const kill = () => {
      late = true;
      try {
        const { pid = 0 } = child;
        process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
      } catch {
        // It has just ended by itself.
      }
    };
    const timer = setTimeout(kill, minutes * 60_000);
    process.once("exit", kill);
    child.on("exit", (code) => {
      clearTimeout(timer);
      process.off("exit", kill);
      resolve({ code, output, late });
    });
  });
}

function describe(file, { passed, failed, skipped, failures, output, seconds }) {
  const numbers = `${passed} passed${failed ? `, ${failed} failed` : ""}${skipped ? `, ${skipped} skipped` : ""}`;
  const head = `  ${failed ? "✖" : "✔"} ${file}: ${numbers} (${seconds.toFixed(1)} s)\n`;
  if (failed === 0) return head;
  const details = failures.map(({ title, error }) => `    ✖ ${title}\n${indent(error)}`).join("");
  return `${head}${details}${output.trim() ? `    output:\n${indent(output)}` : ""}`;
}

const indent = (text) => `${text.trimEnd().replaceAll(/^/gm, "      ")}\n`;
