import { spawn } from "node:child_process";
import { root } from "./paths.mjs";

/** A failure that is reported in one line, without a stack. */
export class Failure extends Error {}

/** Milliseconds that a program may take to end in order after we got the signal to end. */
const patience = 1_000;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Child processes that are running. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program to its end with our own input and output. It never outlives us: a signal that stops us stops it too, after a moment by force.
 * @returns {Promise<number>} its exit code; 128 and more when a signal ended it
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit", ...options });
    take(child);
    child.on("error", reject);
    child.on("close", (code) => {
      letGo(child);
      resolve(code ?? 130);
    });
  });
}

function take(child) {
  if (running.size === 0) {
    for (const signal of signals) process.on(signal, endAll);
    process.on("exit", killAll);
  }
  running.add(child);
}

function letGo(child) {
  running.delete(child);
  if (running.size > 0) return;
  for (const signal of signals) process.off(signal, endAll);
  process.off("exit", killAll);
}

function endAll(signal) {
  for (const child of running) {
    child.kill(signal);
    child.on("close", () => running.size === 0 && process.exit(130));
  }
  setTimeout(() => process.exit(130), patience);
}

function killAll() {
  for (const child of running) child.kill("SIGKILL");
}

/** Runs `main`; an error that it throws becomes one line and exit code 1. */
export async function asProgram(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exit(1);
  }
}
