import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { findPublicAddress, createSafeFetch } from "./safe-fetch.ts";
import { Refusal } from "../foundation/refusal.ts";
import { readSettings } from "../foundation/settings.ts";

let server: Server;
let port: number;
before(async () => {
  server = createServer((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { Location: "http://169.254.169.254/latest" }).end();
    else response.end("here");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
after(() => server.close());

const internal = (error: unknown) => error instanceof Refusal && error.code === "ADDRESS_INTERNAL";
const none = readSettings({});

describe("createSafeFetch", () => {
  it("refuses internal addresses, however they are written (ADDRESS_INTERNAL)", async () => {
    const fetch = createSafeFetch(none);
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "127.1",
      "0",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::127.0.0.1]",
      "[::ffff:0:127.0.0.1]",
      "10.1.2.3",
      "172.31.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "[fe80::1]",
      "[fd00::1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "224.0.0.1",
      "255.255.255.255",
    ])
      await assert.rejects(fetch(`http://${host}:${port}/`), internal, host);
    for (const host of ["127.0.0.1", "LOCALHOST", "::1", "::ffff:10.0.0.1"])
      await assert.rejects(findPublicAddress(none, host, port), internal, host);
    assert.equal(await findPublicAddress(none, "8.8.8.8", 53), "8.8.8.8");
  });

  it("reaches what the operator allows, on the port that they name", async () => {
    for (const allowed of ["127.0.0.1", `127.0.0.1:${port}`, "other.lan, 127.0.0.0/8"])
      assert.equal(
        await (await createSafeFetch(readSettings({ INTERNAL_HOSTS: allowed }))(`http://127.0.0.1:${port}/`)).text(),
        "here",
        allowed,
      );
    const named = readSettings({ INTERNAL_HOSTS: `localhost:${port}` });
    assert.equal(await (await createSafeFetch(named)(`http://localhost:${port}/`)).text(), "here");
    await assert.rejects(createSafeFetch(named)(`http://localhost:${port + 1}/`), internal);
    await assert.rejects(createSafeFetch(named)(`http://127.0.0.1:${port}/`), internal);
  });

  it("returns a redirect and does not follow it", async () => {
    const answer = await createSafeFetch(readSettings({ INTERNAL_HOSTS: "127.0.0.1" }))(
      `http://127.0.0.1:${port}/moved`,
    );
    assert.equal(answer.status, 302);
  });

  it("refuses all protocols but http and https (TypeError)", async () => {
    for (const url of ["file:///etc/passwd", "ftp://8.8.8.8/", "data:text/plain,x"])
      await assert.rejects(createSafeFetch(none)(url), TypeError, url);
  });
});
