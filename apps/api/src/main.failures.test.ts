// Slow: a real server under its supervisor ends and is started again, five times over.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { type Launched, launch } from "../test/support/launch.ts";
import { type ServerDatabase, createServerDatabase } from "../test/database/demo-db.ts";
import { waitUntil } from "../test/support/wait-until.ts";

const withFailures = { NODE_OPTIONS: `--import=${new URL("../test/support/failures.mjs", import.meta.url).href}` };

let database: ServerDatabase;
let server: Launched;
let client: pg.Client;
before(async () => {
  database = await createServerDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  server = launch(
    { DATABASE_URL: database.url, DATA_DIR: database.dataDir, DEMO: "off", LOG_LEVEL: "info", ...withFailures },
    "test/support/supervised.mjs",
  );
});
after(async () => {
  await client.end();
  await database.drop();
});

const addresses = () => [...server.output.matchAll(/ready at (\S+)/g)].map(([, address]) => address as string);
/** Waits for the n-th start, and returns its address. */
async function started(n: number): Promise<string> {
  await waitUntil(() => addresses().length >= n);
  return addresses()[n - 1] as string;
}
interface Line {
  level: number;
  requestId?: string;
  msg: string;
}
const lines = () =>
  server.output.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));

describe("the server under its supervisor", () => {
  let starts = 0;
  for (const failure of ["thrown", "rejected"])
    it(`logs an error that is ${failure} with its request, ends, and is restarted`, async () => {
      const address = await started(++starts);
      const answer = await fetch(`${address}/api/health?fault=${failure}`);
      assert.equal(answer.status, 200);
      const id = answer.headers.get("x-request-id");
      const next = await started(starts + 1);
      assert.deepEqual(
        lines()
          .filter((line) => line.requestId === id)
          .map(({ level, msg }) => [level, msg]),
        [[60, "unforeseen: this process ends"]],
      );
      const { rows } = await client.query("select request_uri as path from error_log where request_id = $1", [id]);
      assert.deepEqual(rows, [{ path: "/api/health" }]);
      assert.equal((await fetch(`${next}/api/ready`)).status, 200);
    });

  it("is restarted when the system kills it", async () => {
    await fetch(`${await started(starts + 1)}/api/health?fault=killed`);
    await waitUntil(() => /broke down \(SIGKILL\)/.test(server.output));
    assert.equal((await fetch(`${await started(starts + 2)}/api/ready`)).status, 200);
  });

  it("ends on a signal, also while a browser holds a connection on which it has asked nothing", async () => {
    const { hostname, port } = new URL(addresses().at(-1) ?? "");
    const unused = connect(Number(port), hostname);
    await once(unused, "connect");
    server.child.kill("SIGTERM");
    assert.equal(await server.ended, 0, server.output);
    unused.destroy();
  });

  it("is not restarted where it cannot start, and says why in one line", async () => {
    const wrong = launch(
      { DATABASE_URL: database.url, DATA_DIR: database.dataDir, DEMO: "off", SHUTDOWN_DELAY: "soon" },
      "test/support/supervised.mjs",
    );
    assert.equal(await wrong.ended, 1);
    assert.match(
      wrong.output,
      /^Jipei cannot start: SHUTDOWN_DELAY must be a whole number from 0 to 300, not "soon"\n$/,
    );
  });
});
