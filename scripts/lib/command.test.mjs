import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it } from "node:test";
import { isAlive } from "../../packages/process/src/lock.mjs";

const command = new URL("./command.mjs", import.meta.url).href;
/** A program that ends in order on a signal. */
const polite = `process.on('SIGINT', () => process.exit(0)); console.log(process.pid); setInterval(() => {}, 1000)`;
/** A program that must be killed. */
const deaf = `process.on('SIGINT', () => {}); console.log(process.pid); setInterval(() => {}, 1000)`;

/** A process that runs a program by `run` for an unlimited time, and the id of that program. */
async function runs(program) {
  const source = `const { run } = await import('${command}'); await run(process.execPath, ['-e', ${JSON.stringify(program)}]); console.log('went on')`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  while (!/\d+\n/.test(output)) await once(child.stdout, "data");
  return { child, pid: Number.parseInt(output), output: () => output };
}

describe("Ctrl-C while run() waits for a program", () => {
  for (const [kind, program] of Object.entries({ polite, deaf }))
    it(`ends a ${kind} one and ourselves, and nothing goes on`, async () => {
      const { child, pid, output } = await runs(program);
      child.kill("SIGINT");
      const [code] = await once(child, "exit");
      assert.equal(code, 130);
      while (isAlive(pid)) await new Promise((go) => setTimeout(go, 10));
      assert.doesNotMatch(output(), /went on/);
    });
});
