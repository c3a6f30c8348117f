import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../paths.mjs";

/**
 * Runs test files in a few processes that take one file after the other, and prints a line for each as it ends, with its failures and its
 * output when it failed. Not by `node --test`, which waits for ever for a file that hangs outside a test, and loads everything anew for each file.
 * @param {string[]} files below the project, in the order in which they begin
 * @param {{ concurrency: number, minutes: number, start?: { args: string[], env: object } }} options how many at once, how long one may take, and
 * with what else their processes start
 * @returns {Promise<{ passed: number, failed: number, seconds: Map<string, number>, reports: string[] }>} `seconds` that each file took, and
 * what was printed of the files that failed
 */
export async function runTests(files, { concurrency, minutes, start }) {
  const total = { passed: 0, failed: 0, seconds: new Map(), reports: [] };
  const queue = [...files];
  const work = async () => {
    let worker;
    for (let file = queue.shift(); file; file = queue.shift()) {
      const isAlone = wantsOwnProcess(file);
      if (!isAlone) worker ??= new Worker(start);
      const one = isAlone ? new Worker(start) : worker;
      const result = await one.run(file, minutes);
      total.passed += result.passed;
      total.failed += result.failed;
      total.seconds.set(file, result.seconds);
      const report = describe(file, result);
      if (result.failed > 0) total.reports.push(report);
      process.stdout.write(report);
      if (isAlone) await one.end();
      else if (one.isGone) worker = undefined;
    }
    await worker?.end();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return total;
}

/** A file that changes something for the whole process says so, and why, in a line before its imports. @param {string} file below the project */
const wantsOwnProcess = (file) => /^\/\/ Own process: .{20,}$/m.test(readFileSync(join(root, file), "utf8"));

/** A worker that a test starts must not report to the runner of the outer test. */
function ownEnv() {
  const { NODE_TEST_CONTEXT: _runner, ...env } = process.env;
  return env;
}

class Worker {
  isGone = false;
  #output = "";
  #child;
  #ended;

  constructor({ args, env } = { args: [], env: {} }) {
    const reporter = `--test-reporter=${join(root, "scripts/lib/tests/reporter.mjs")}`;
    this.#child = spawn(process.execPath, [...args, reporter, join(root, "scripts/lib/tests/test-worker.mjs")], {
      cwd: root,
      env: { ...ownEnv(), ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // A process group of its own, so that the processes that a hanging file has started are ended with it.
      detached: process.platform !== "win32",
    });
    this.#ended = new Promise((resolve) => this.#child.once("exit", resolve));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on("data", (chunk) => (this.#output += chunk));
    process.once("exit", this.#kill);
    this.#child.once("exit", () => {
      this.isGone = true;
      process.off("exit", this.#kill);
    });
  }

  async run(file, minutes) {
    const start = Date.now();
    this.#output = "";
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#kill();
    }, minutes * 60_000);
    const reported = new Promise((resolve) => this.#child.once("message", resolve));
    this.#child.send(file);
    const outcome = await Promise.race([reported, this.#ended]);
    clearTimeout(timer);
    const result =
      typeof outcome === "object" && outcome ? outcome : { passed: 0, failed: 0, skipped: 0, failures: [] };
    const { passed, failed, skipped, failures } = result;
    const whole = late
      ? `did not end within ${minutes} minutes`
      : result !== outcome
        ? `ended its process with ${outcome === null ? "a signal" : `exit code ${outcome}`}`
        : passed + failed + skipped === 0
          ? "has no tests"
          : undefined;
    if (whole) {
      result.failed++;
      failures.push({ title: "the file", error: whole });
    }
    const seconds = (Date.now() - start) / 1000;
    // Its output arrives by another channel than its result.
    if (result.failed > 0) await sleep(100);
    return { ...result, output: this.#output, seconds };
  }

  async end() {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }

  #kill = () => {
    try {
      const { pid = 0 } = this.#child;
      process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
    } catch {
      // The process has just ended by itself.
    }
  };
}

function describe(file, { passed, failed, skipped, failures, output, seconds }) {
  const numbers = `${passed} passed${failed ? `, ${failed} failed` : ""}${skipped ? `, ${skipped} skipped` : ""}`;
  const head = `  ${failed ? "✖" : "✔"} ${file}: ${numbers} (${seconds.toFixed(1)} s)\n`;
  if (failed === 0) return head;
  const details = failures.map(({ title, error }) => `    ✖ ${title}\n${indent(error)}`).join("");
  return `${head}${details}${output.trim() ? `    output:\n${indent(output)}` : ""}`;
}

const indent = (text) => `${text.trimEnd().replaceAll(/^/gm, "      ")}\n`;
