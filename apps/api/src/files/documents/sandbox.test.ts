import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { getBubblewrap } from "../../../test/support/documents/bubblewrap.ts";
import { convertScript, fakeConverter, printing } from "../../../test/support/documents/fake-converter.ts";

/**
 * What a document that has taken over the converter can reach. Each attempt is made without the sandbox first, where it succeeds: so none of these tests passes
 * because the attempt was a bad one.
 */
const home = mkdtempSync(join(tmpdir(), "jipei-sandbox-"));
const open = fakeConverter;
const closed = { ...fakeConverter, sandbox: getBubblewrap() };
const asked: string[] = [];
let server: Server;
let port: number;
before(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("fetched");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true, force: true });
});

describe("confine", () => {
  it("lets a document be converted", async () => {
    assert.equal(await convertScript(closed, home, printing("echo 内容")), "%PDF-1.7\n内容\n");
  });

  it("gives no network: a server of this machine is not asked", async () => {
    const script = printing(
      `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port} && printf "GET /beacon HTTP/1.0\\r\\n\\r\\n" >&3 && cat <&3'`,
    );
    assert.match(await convertScript(open, home, script), /fetched/);
    assert.deepEqual(asked, ["/beacon"]);
    assert.doesNotMatch(await convertScript(closed, home, script), /fetched/);
    assert.deepEqual(asked, ["/beacon"]);
  });

  it("shows no file of the machine, and none of another document", async () => {
    const secret = join(home, "key");
    writeFileSync(secret, "what nobody may read");
    const script = printing(`cat /etc/passwd /etc/hostname ${secret}; ls ${home}; ls /proc/${process.pid}/cwd`);
    assert.match(await convertScript(open, home, script), /root:.*what nobody may read/s);
    assert.equal(await convertScript(closed, home, script), "%PDF-1.7\n");
  });

  it("lets nothing be written but its own folder", async () => {
    const trace = join(home, "trace");
    const script = `echo x > ${trace}; echo x > /usr/jipei-trace; ${printing("true")}`;
    await convertScript(closed, home, script);
    assert.equal(readdirSync(home).includes("trace"), false);
    assert.equal(readdirSync("/usr").includes("jipei-trace"), false);
  });

  it("shows no other process, and none of our variables", async () => {
    const pids = (text: string) => text.split("\n").filter((line) => /^\d+$/.test(line)).length;
    const script = printing("ls /proc; env");
    const shown = await convertScript(closed, home, script);
    assert.ok(pids(shown) < 8, shown);
    assert.ok(pids(await convertScript(open, home, script)) > pids(shown));
    assert.doesNotMatch(shown, /DATABASE|KEY|SECRET/);
  });

  it("ends with the one that waits for it", async () => {
    await assert.rejects(convertScript(closed, home, "sleep 900 & wait", { timeout: 700, pdfBytes: 1e6 }), /not ready/);
  });
});
