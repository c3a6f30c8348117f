import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { Agent, fetch as plainFetch } from "undici";
import { cuttableLine } from "../../../test/database/cut-line.ts";
import { type Swift, startSwift, virtualDomain } from "../../../test/support/swift.ts";
import { type SafeFetch, createSafeFetch } from "../outbound/safe-fetch.ts";
import { encodeKey, signedHeaders } from "./s3-signature.ts";
import { readSettings } from "../foundation/settings.ts";
import { type S3Setting, s3Storage } from "./storage.s3.ts";
import { MissingFile } from "./storage.ts";

/** Our S3 client with a real server. */
let swift: Swift;
let bucket: string;
const folder = mkdtempSync(join(tmpdir(), "jipei-spool-"));
const outside = createSafeFetch(readSettings({ NODE_ENV: "test", INTERNAL_HOSTS: "127.0.0.1" }));
before(async () => {
  swift = await startSwift();
  bucket = await swift.bucket("jipei-files");
});
after(async () => {
  await swift?.close();
  rmSync(folder, { recursive: true, force: true });
});

const place = (more: Partial<S3Setting> = {}, by: SafeFetch = outside) =>
  s3Storage({ ...swift, bucket, virtualHost: false, prefix: "", ...more }, by, folder);
const from = (...parts: (Buffer | string)[]) => Readable.from(parts);
const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");
const reason = (zh: RegExp) => (error: any) =>
  error.code === "STORAGE_FAILED" && zh.test(error.zh) && !/[\u4e00-\u9fff]/.test(error.en);

describe("s3Storage.get", () => {
  it("returns what put stored, whole and in part, also with a Chinese prefix", async () => {
    const [small, large] = [randomBytes(20_000), randomBytes(3.5 * 1024 * 1024)];
    for (const prefix of ["", "培训 材料（2026）/附件+%/"])
      for (const [key, content] of [
        ["attach/ab/small", small],
        ["attach/ab/large.pdf", large],
      ] as const) {
        const files = place({ prefix });
        assert.deepEqual(await files.put(key, from(content.subarray(0, 10_000), content.subarray(10_000))), {
          size: content.length,
          sha256: sha256(content),
        });
        assert.ok((await buffer(await files.get(key))).equals(content));
        assert.ok(
          (await buffer(await files.get(key, { from: 9_990, to: 10_009 }))).equals(content.subarray(9_990, 10_010)),
        );
        assert.equal(
          (await swift.ask("HEAD", `/${bucket}/${prefix}${key}`)).headers.get("content-length"),
          String(content.length),
        );
        await files.remove(key);
        await assert.rejects(files.get(key), MissingFile);
        await files.remove(key);
      }
    assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], [], "nothing waits on the disk any more");
  });
});

describe("s3Storage.put", () => {
  it("stores an empty file, and overwrites one", async () => {
    await place().put("a/empty", from());
    assert.equal((await buffer(await place().get("a/empty"))).length, 0);
    await place().put("a/empty", from("不空"));
    assert.equal((await buffer(await place().get("a/empty"))).toString(), "不空");
  });

  it("sends a large body again completely when the connection breaks", async () => {
    const content = randomBytes(3 * 1024 * 1024);
    let tries = 0;
    const files = place({}, async (url, init) => {
      if (++tries > 1) return fetch(url, init as RequestInit);
      for await (const _ of init?.body as unknown as AsyncIterable<Uint8Array>)
        throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
      throw new Error("no body");
    });
    await files.put("a/again", from(content));
    assert.equal(tries, 2);
    assert.ok((await buffer(await place().get("a/again"))).equals(content));
  });

  it("leaves nothing when the body fails, the connection breaks or the server is gone", async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(2 * 1024 * 1024);
        throw new Error("connection lost");
      })(),
    );
    await assert.rejects(place().put("a/broken", broken), /connection lost/);
    const line = await cuttableLine(swift.endpoint);
    line.left = 2 * 1024 * 1024;
    await assert.rejects(
      place({ endpoint: line.endpoint }).put("a/cut", from(randomBytes(6 * 1024 * 1024))),
      reason(/连接中断|连接被拒绝/),
    );
    await line.close();
    for (const key of ["a/broken", "a/cut"]) await assert.rejects(place().get(key), MissingFile);
    await swift.kill();
    await assert.rejects(place().put("a/down", from("x")), reason(/连接/));
    await swift.resume();
    await assert.rejects(place().get("a/down"), MissingFile);
    await place().put("a/down", from("x"));
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe("s3Storage", () => {
  it("addresses the bucket by the host name where virtualHost is set", async () => {
    const agent = new Agent({
      connect: {
        lookup: (_host, options, done) =>
          options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
      },
    });
    const hosts: string[] = [];
    const found: SafeFetch = (url, init) => {
      hosts.push(new URL(url).host);
      return plainFetch(url, { ...init, dispatcher: agent } as never) as never;
    };
    const { port } = new URL(swift.endpoint);
    for (const endpoint of [`http://${virtualDomain}:${port}`, `http://${bucket}.${virtualDomain}:${port}`]) {
      const files = place({ endpoint, virtualHost: true, prefix: "县局/" }, found);
      await files.put("v/1", from("虚拟"));
      assert.equal((await buffer(await files.get("v/1"))).toString(), "虚拟");
      assert.equal((await swift.ask("HEAD", `/${bucket}/县局/v/1`)).status, 200);
      await files.remove("v/1");
    }
    assert.deepEqual([...new Set(hosts)], [`${bucket}.${virtualDomain}:${port}`]);
    await agent.close();
  });

  it("reports a wrong setting in words (STORAGE_FAILED)", async () => {
    await assert.rejects(place({ secretKey: "wrong" }).put("a/1", from("x")), reason(/secretKey不正确/));
    await assert.rejects(place({ accessKey: "nobody" }).get("a/1"), reason(/accessKey不存在|secretKey不正确/));
    await assert.rejects(place({ bucket: "no-such-bucket" }).put("a/1", from("x")), reason(/空间不存在/));
    await assert.rejects(place({ bucket: "no-such-bucket" }).get("a/1"), reason(/空间不存在/));
    await assert.rejects(place({ region: "cn-nowhere" }).get("a/1"), reason(/地域不正确|secretKey不正确/));
    await assert.rejects(place({ endpoint: "http://127.0.0.1:1" }).get("a/1"), reason(/连接被拒绝|连接失败/));
    await assert.rejects(
      place({ endpoint: swift.endpoint.replace("http:", "https:") }).get("a/1"),
      reason(/不是HTTPS|连接/),
    );
    await assert.rejects(place({ endpoint: "http://no-such-host.invalid" }).get("a/1"), reason(/无法解析|连接失败/));
  });

  it("refuses internal addresses unless the operator allows them (ADDRESS_INTERNAL)", async () => {
    const strict = createSafeFetch(readSettings({ NODE_ENV: "test" }));
    const byPort = createSafeFetch(readSettings({ NODE_ENV: "test", INTERNAL_HOSTS: "127.0.0.1:1" }));
    for (const by of [strict, byPort])
      for (const endpoint of [
        swift.endpoint,
        swift.endpoint.replace("127.0.0.1", "localhost"),
        swift.endpoint.replace("127.0.0.1", "0177.0.0.1"),
        swift.endpoint.replace("127.0.0.1", "[::ffff:127.0.0.1]"),
        "http://169.254.169.254",
      ])
        await assert.rejects(
          place({ endpoint }, by).put("a/1", from("x")),
          (error: any) => error.code === "ADDRESS_INTERNAL",
          endpoint,
        );
  });

  it("refuses malformed keys before any request", async () => {
    const asked: unknown[] = [];
    const files = place({}, async (url) => (asked.push(url), new Response()));
    for (const key of ["../other/a", "/a", "a/../../b", "a//b", ".a", "", "a\0b", "a?acl", "a#b", "文件", "a%2e%2e"]) {
      await assert.rejects(files.put(key, from("x")), /not a storage key/, key);
      await assert.rejects(files.get(key), /not a storage key/, key);
      await assert.rejects(files.remove(key), /not a storage key/, key);
    }
    assert.deepEqual(asked, []);
  });
});

describe("signedHeaders", () => {
  it("the server refuses a request whose address, body or time was changed", async () => {
    const content = Buffer.from("as signed");
    await place().put("a/signed", from(content));
    const url = new URL(encodeKey(`/${bucket}/a/signed`), swift.endpoint);
    const other = new URL(encodeKey(`/${bucket}/a/other`), swift.endpoint);
    const put = async (to: URL, body: Buffer, time = new Date()) =>
      fetch(to, {
        method: "PUT",
        body: new Uint8Array(body),
        headers: await signedHeaders(swift, "PUT", url, sha256(content), time),
      });
    assert.equal((await put(url, content)).status, 200);
    assert.equal((await put(other, content)).status, 403);
    assert.ok((await put(url, Buffer.from("as forged"))).status >= 400);
    assert.equal((await put(url, content, new Date(Date.now() - 3_600_000))).status, 403);
    assert.equal((await buffer(await place().get("a/signed"))).toString(), "as signed");
  });
});
