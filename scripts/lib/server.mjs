import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { node24 } from "./node24.mjs";
import { cache, root } from "./paths.mjs";

/**
 * Runs a TypeScript file of ours on Node 24 to its end, passing on signals, and exits with its exit code.
 * @param {string[]} args file and its arguments
 * @param {string[]} nodeOptions
 */
export function runOnNode24(args, nodeOptions = []) {
  const child = launch(args, nodeOptions);
  handOn(() => child);
  child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
}

/** Milliseconds before a crashed server is started again: doubled each time, up to the longest, until it has run for a while. */
const [shortest, longest, recovered] = [1_000, 60_000, 60_000];

/**
 * Runs the server like runOnNode24, and starts it again when it crashes: by an error, the system or a kill. Not when it got a signal
 * to end, and not when it never became ready: then the error is reported once, and a person has to fix it.
 * @param {string[]} args file and its arguments
 */
export function superviseOnNode24(args) {
  let child;
  let ended = false;
  let wasReady = false;
  let pause = shortest;
  handOn(
    () => child,
    () => (ended = true),
  );

  function start() {
    const startedAt = Date.now();
    child = launch(args, []);
    child.on("message", (message) => (wasReady ||= message === "ready"));
    child.on("exit", (code, signal) => {
      if (ended || code === 0 || !wasReady) process.exit(signal ? 1 : code);
      if (Date.now() - startedAt > recovered) pause = shortest;
      console.error(`The server broke down (${signal ?? `exit code ${code}`}); starting it again in ${pause / 1000} s`);
      child = undefined;
      setTimeout(start, pause);
      pause = Math.min(pause * 2, longest);
    });
  }
  start();
}

function launch(args, nodeOptions) {
  return spawn(node24(), [...nodeOptions, ...args], {
    cwd: root,
    // The channel closes when this process is killed, even by -9; the child then knows that it must stop too.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, NODE_COMPILE_CACHE: join(cache, "compile") },
  });
}

/**
 * Passes signals on to the current child; without one there is nothing to wait for.
 * @param {() => import('node:child_process').ChildProcess | undefined} childNow
 * @param {() => void} [onSignal]
 */
function handOn(childNow, onSignal) {
  const end = (signal) => {
    onSignal?.();
    const child = childNow();
    if (child) child.kill(signal);
    else process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  stopWithNpm(() => end("SIGTERM"));
}

/**
 * npm that is killed with -9 cannot pass that on, and its shell lives on without it: check whether npm is still above us.
 * On Linux only, because elsewhere it would take starting a program each second.
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event || process.platform !== "linux") return;
  const line = ancestors();
  setInterval(() => ancestors() !== line && stop(), 1_000).unref();
}

/** The process ids of our parent and its parent. */
function ancestors() {
  try {
    // pid (name) state parent: the name may hold spaces and brackets.
    const parent = readFileSync(`/proc/${process.ppid}/stat`, "utf8").split(") ").at(-1).split(" ")[1];
    return `${process.ppid} ${parent}`;
  } catch {
    return "gone";
  }
}
