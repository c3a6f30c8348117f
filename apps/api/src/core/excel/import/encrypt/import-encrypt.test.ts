import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { entity } from "@jipei/contract/core/entity.ts";
import { text } from "@jipei/contract/core/fields/field.ts";
import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { type TestApp, startTestApp } from "../../../../../test/support/test-app.ts";
import { createCipher } from "../../../security/cipher.ts";
import { KeyRing } from "../../../security/key-ring.ts";
import { createTable } from "../../../database/ddl.ts";
import type { Services } from "../../../foundation/services.ts";
import { analyse } from "../import-analysis.ts";
import { noParts } from "../import-parts.ts";
import { type ImportEncrypter, startEncryptThread } from "./import-encrypt.ts";
import { inStaging } from "../import-stage.ts";
import type { Importer } from "../import-definition.ts";

/** Secrets of a long sheet are encrypted in a thread: its results, and imports whose thread fails. */
const Member = entity(
  "TestMember",
  "会员",
  "Member",
  { name: text(20, "姓名", "Name", "required"), card: text(30, "卡号", "Card", "optional", { encrypted: true }) },
  { title: "name" },
);
const members = {
  entity: Member,
  columns: [{ field: "name" }, { field: "card" }],
  prepare: async () => null,
  existing: { same: sql`t.name = s.name`, fields: ["card"] },
} as unknown as Importer<object, null>;

const keys = { field: KeyRing.of(Buffer.alloc(32, 7)), hashKey: Buffer.alloc(32, 8) };
const cipher = createCipher(keys.field, keys.hashKey);
const rows = 20_000;
let app: TestApp;
let sheet: Buffer;
before(async () => {
  app = await startTestApp();
  await sql.raw(createTable(Member)).execute(app.db);
  const lines = Array.from({ length: rows }, (_, n) => [
    `会员${n}`,
    n % 5 === 0 ? null : String(6_222_020_000_000_000 + n * 7919),
  ]);
  sheet = Buffer.from(await writeXlsx({ sheets: [{ name: "名单", rows: [["姓名", "卡号"], ...lines] }] }));
  assert.ok(sheet.length > 256 * 1024, `long enough for a thread: ${sheet.length}`);
});
after(() => app.close());

const analysed = (definition = members, services: Services = app) =>
  inStaging(services, (staging) =>
    analyse(definition, staging, {
      actor: app.as("clerk").actor,
      source: { bytes: sheet },
      parts: noParts,
      context: null,
      app: services,
    }),
  );
const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === "MessagePort").length;

/** No connection stays open, no thread goes on running, and the next import works. */
async function isUnharmed(): Promise<void> {
  assert.equal(app.pool.idleCount, app.pool.totalCount);
  await sleep(20);
  assert.equal(threads(), 0);
  assert.equal((await analysed()).report.good, rows);
}

describe("startEncryptThread", () => {
  it("encrypts and hashes values in the order of the calls", async () => {
    const encrypter = startEncryptThread(keys);
    const answers = await Promise.all([
      encrypter.encrypt({
        lines: ["1\t李四", "2\t\\N"],
        secrets: ["329999198503150028", null, "13800000000", "6222x"],
      }),
      encrypter.encrypt({ lines: ["3\t王五"], secrets: ["绝密\t\n\\"] }),
      encrypter.encrypt({ lines: ["4"], secrets: [] }),
    ]);
    assert.equal(threads(), 1);
    await encrypter.close();
    const read = answers.map((bytes) =>
      new TextDecoder()
        .decode(bytes)
        .split("\n")
        .slice(0, -1)
        .map((line) => line.split("\t")),
    );
    const opened = (line: string[] = [], from: number) =>
      line.slice(from).map((one) => (one.startsWith("v1.") ? cipher.decrypt(one) : one));
    assert.deepEqual(opened(read[0]?.[0], 0), [
      "1",
      "李四",
      "329999198503150028",
      cipher.hash("329999198503150028"),
      "\\N",
      "\\N",
    ]);
    assert.deepEqual(opened(read[0]?.[1], 0), [
      "2",
      "\\N",
      "13800000000",
      cipher.hash("13800000000"),
      "6222x",
      cipher.hash("6222X"),
    ]);
    assert.deepEqual(opened(read[1]?.[0], 2), ["绝密\t\n\\", cipher.hash("绝密\t\n\\")]);
    assert.deepEqual(read[2], [["4"]]);
  });

  it("fails waiting and later calls when the thread throws, ends or cannot start, and can be closed", async () => {
    const one = { lines: ["1"], secrets: ["x"] };
    const broken: [ImportEncrypter, RegExp][] = [
      [startEncryptThread({ ...keys, field: KeyRing.of(Buffer.alloc(3)) }), /key length/],
      [startEncryptThread(keys, new URL("data:text/javascript,process.exit(3)")), /has ended/],
      [startEncryptThread(keys, new URL("missing.thread.ts", import.meta.url)), /Cannot find module/],
    ];
    for (const [sealer, why] of broken) {
      const first = await Promise.allSettled([sealer.encrypt(one), sealer.encrypt(one)]);
      for (const { status, reason } of first as PromiseRejectedResult[]) assert.match(`${status}: ${reason}`, why);
      await assert.rejects(sealer.encrypt(one), why);
      await sealer.close();
    }
  });

  it("answers nothing after it was closed", async () => {
    const encrypter = startEncryptThread(keys);
    const waiting = assert.rejects(encrypter.encrypt({ lines: ["1"], secrets: ["x".repeat(50_000_000)] }), /has ended/);
    await encrypter.close();
    await waiting;
  });
});

describe("an import with an encrypting thread", () => {
  it("encrypts a long sheet there, each secret in its own line", async () => {
    const wrong = await inStaging(app, async (staging) => {
      const { report } = await analyse(members, staging, {
        actor: app.as("clerk").actor,
        source: { bytes: sheet },
        parts: noParts,
        context: null,
        app,
      });
      assert.deepEqual([report.rows, report.good, report.bad], [rows, rows, 0]);
      const { rows: staged } = await sql<{
        line: number;
        name: string;
        card: string | null;
        cardHash: string | null;
      }>`select * from import_stage order by line`.execute(staging.tx);
      return staged.filter(({ line, name, card, cardHash }, at) => {
        const secret = at % 5 === 0 ? null : String(6_222_020_000_000_000 + at * 7919);
        return (
          line !== at + 2 ||
          name !== `会员${at}` ||
          (card && app.cipher.decrypt(card)) !== secret ||
          cardHash !== (secret && app.cipher.hash(secret))
        );
      });
    });
    assert.deepEqual(wrong, []);
    await isUnharmed();
  });

  it("is rolled back when the thread fails", async () => {
    await assert.rejects(
      analysed(members, { ...app, keys: { ...app.keys, field: KeyRing.of(Buffer.alloc(3)) } }),
      /key length/,
    );
    await isUnharmed();
  });

  it("leaves nothing behind when it is refused while batches are in progress", async () => {
    await assert.rejects(analysed({ ...members, maxRows: 5000 }), { code: "WORKBOOK_UNREADABLE" });
    await isUnharmed();
  });

  it("ends when the database refuses rows", async () => {
    const wide: Importer<object, null> = {
      ...members,
      check: (values) => (values.name === "会员6000" && (values.name = "长".repeat(21)), []),
    };
    await assert.rejects(analysed(wide), /too long/);
    await isUnharmed();
  });
});
