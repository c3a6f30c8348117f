import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { anAccount, password, startRealApp } from "../test/support/sign-in.ts";
import type { TestApp } from "../test/support/test-app.ts";
import { generateClients } from "./generate.ts";

let app: TestApp;
let folder: string;
let host: string;
before(async () => {
  folder = await generateClients();
  app = await startRealApp();
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  host = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});
after(() => app.close());

/** Runs the calls of a client as a clerk, and returns what it prints. */
async function runCalls(program: string, file: string): Promise<string> {
  const { account } = await anAccount(app);
  const args = [join(folder, file), host, account, password];
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder });
  return stdout;
}

/** The packages of Debian belong to Debian's Python. */
const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

describe("clients made from the OpenAPI document", () => {
  it("work in TypeScript, by openapi-typescript and openapi-fetch", async () => {
    assert.match(await runCalls(process.execPath, "fetch.ts"), /^2\d calls/);
  });

  it("work with the schemas of orval (zod), which know everything that is answered", async () => {
    assert.match(await runCalls(process.execPath, "zod-calls.ts"), /^2\d calls/);
  });

  it("work in Python, by openapi-generator", async () => {
    assert.match(await runCalls(python, "python.py"), /^2\d calls/);
  });
});
