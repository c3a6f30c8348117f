import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { findVirus } from "./virus-scanner.ts";

/** Stands for a virus in these tests. */
const bad = "BAD-BYTES";

/** A daemon that speaks INSTREAM as clamd does, and hangs up on files over 100,000 bytes as clamd does over its limit. */
function startScanner(): Server {
  const server = createServer((socket) => {
    let all = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      all = Buffer.concat([all, data]);
      const command = "zINSTREAM\0";
      let at = command.length;
      const parts: Buffer[] = [];
      while (all.length >= at + 4) {
        const length = all.readUInt32BE(at);
        if (length === 0)
          return void socket.end(Buffer.concat(parts).includes(bad) ? "stream: Test.Bad FOUND\0" : "stream: OK\0");
        if (all.length < at + 4 + length) break;
        parts.push(all.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
      if (all.length > 100_000) socket.end("INSTREAM size limit exceeded. ERROR\0");
    });
  });
  return server.listen(0, "127.0.0.1");
}

let app: TestApp;
let scanner: Server;
let address: URL;
before(async () => {
  app = await startTestApp();
  scanner = startScanner();
  await once(scanner, "listening");
  address = new URL(`tcp://127.0.0.1:${(scanner.address() as AddressInfo).port}`);
});
after(async () => {
  scanner.close();
  await app.close();
});

describe("findVirus", () => {
  it("returns the name of a virus, and null for a harmless file", async () => {
    assert.equal(await findVirus(address, Readable.from([Buffer.from("head "), Buffer.from(bad)])), "Test.Bad");
    assert.equal(await findVirus(address, Readable.from([Buffer.from("fine")])), null);
    assert.equal(await findVirus(address, Readable.from([])), null);
  });

  it("throws where the scanner gives no answer or an error", async () => {
    await assert.rejects(findVirus(address, Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(64_000)))));
    await assert.rejects(findVirus(new URL("tcp://127.0.0.1:1"), Readable.from([Buffer.from("fine")])));
    await assert.rejects(findVirus(new URL("unix:/nonexistent/clamd.ctl"), Readable.from([Buffer.from("fine")])));
    const broken = new Readable({ read: () => broken.destroy(new Error("the disk is gone")) });
    await assert.rejects(findVirus(address, broken), /the disk is gone|aborted/i);
  });
});

describe("put-file-attach with a virus scanner", () => {
  const upload = async (content: string) => {
    const boundary = "x-boundary-x";
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n${content}\r\n--${boundary}--\r\n`;
    const response = await app.http.inject({
      method: "POST",
      url: putFileAttach.path,
      headers: { token: app.as("clerk").token, "content-type": `multipart/form-data; boundary=${boundary}` },
      payload,
    });
    return [response.statusCode, response.json().errorCode ?? "kept"];
  };
  const kept = async () =>
    (await app.pool.query(`select count(*)::int as n from stored_object where state in ('writing', 'kept')`)).rows[0].n;

  it("stores a harmless file, refuses an infected one (FILE_INFECTED), and any while the scanner is away (SCANNER_AWAY)", async () => {
    app.services.settings.virusScanner = address;
    assert.deepEqual(await upload("fine"), [200, "kept"]);
    const before = await kept();
    assert.deepEqual(await upload(bad), [400, "FILE_INFECTED"]);
    app.services.settings.virusScanner = new URL("tcp://127.0.0.1:1");
    assert.deepEqual(await upload("fine"), [503, "SCANNER_AWAY"]);
    assert.equal(await kept(), before);
    app.services.settings.virusScanner = undefined;
    assert.deepEqual(await upload(bad), [200, "kept"]);
  });
});
