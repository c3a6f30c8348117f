// Slow: starts real servers from nothing and interrupts them at five moments of their first start.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Launched, launch, ready } from "../test/support/launch.ts";
import { runningServer } from "./core/postgres/postmaster.ts";

const dataDir = mkdtempSync(join(tmpdir(), "jipei-interrupt-"));
chmodSync(dataDir, 0o711);
const home = join(dataDir, "postgres");
const cluster = join(home, "cluster");

after(() => {
  const left = runningServer(cluster);
  if (left) process.kill(left, "SIGINT");
  rmSync(dataDir, { recursive: true, force: true });
});

const isServing = () =>
  existsSync(join(cluster, "postmaster.pid")) && /^ready/m.test(readFileSync(join(cluster, "postmaster.pid"), "utf8"));

/** Waits, but no longer than two minutes: a phase that has passed unseen must not keep this file waiting for ever. */
async function until(isReached: () => boolean, what: string, { child, output }: Launched): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!isReached()) {
    assert.ok(Date.now() < deadline, `waited in vain until ${what}: exit code ${child.exitCode}, ${output}`);
    await sleep(5);
  }
}

/** The phases of a first start in order, each with a test for having reached it. Each start continues with what the interrupted ones before have left. */
const phases: Readonly<Record<string, (server: Launched) => boolean>> = {
  "copies the programs of the database": () => existsSync(home),
  "makes its files": () => existsSync(join(home, "cluster.half")),
  "waits for it to come up": () => existsSync(join(cluster, "postmaster.pid")),
  "brings it to the newest version": isServing,
  "fills in what there is from the beginning": ({ output }) => output.includes("applied"),
};

describe("Ctrl-C during a first start", () => {
  for (const [phase, isReached] of Object.entries(phases))
    it(`that ${phase} ends the process at once, and leaves no database running`, async () => {
      const server = launch({ DATA_DIR: dataDir, DEMO: "off" });
      await until(() => isReached(server), `it ${phase}`, server);
      server.child.kill("SIGINT");
      assert.equal(await server.ended, 0, server.output);
      // A database that had only a second to stop ends a moment later.
      await until(() => runningServer(cluster) === undefined, "no database is left", server);
      assert.doesNotMatch(server.output, /cannot start|Error/);
    });

  it("does not prevent a later start", async () => {
    const server = launch({ DATA_DIR: dataDir, DEMO: "off" });
    assert.equal((await fetch(`${await ready(server)}/api/ready`)).status, 200);
    server.child.kill("SIGINT");
    assert.equal(await server.ended, 0, server.output);
    assert.equal(runningServer(cluster), undefined);
  });
});
