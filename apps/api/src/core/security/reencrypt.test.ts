import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { snake } from "@jipei/contract/core/entity.ts";
import { entities } from "@jipei/contract/entities.ts";
import { aHeldClass } from "../../../test/factories/class.ts";
import { anyRow } from "../../../test/factories/any-row.ts";
import { aVerifiedInspection } from "../../../test/factories/inspection.ts";
import { startTestApp, type TestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../foundation/clock.ts";
import { createCipher } from "./cipher.ts";
import { KeyRing, readVersions, writeVersions } from "./key-ring.ts";
import { holdsVersion, reencrypt } from "./reencrypt.ts";
import type { Services } from "../foundation/services.ts";

let app: TestApp;
/** The same services, with a second version of the field key in use. */
let rotated: Services;
before(async () => {
  app = await startTestApp();
  const field = new KeyRing(
    new Map([
      [1, Buffer.alloc(32, 2)],
      [2, Buffer.alloc(32, 9)],
    ]),
    2,
  );
  field.former = 1;
  rotated = {
    ...app.services,
    keys: { ...app.services.keys, field },
    cipher: createCipher(field, app.services.keys.hashKey),
  };
});
after(() => app.close());

const getAnswer = async () =>
  (
    await app.pool.query<{ answer: { list: { phone: string }[] } }>(
      `select answer from remembered_answer where call = 'x'`,
    )
  ).rows[0]?.answer.list[0]?.phone ?? "";

describe("reencrypt", () => {
  it("encrypts values alone, within JSON and in append-only tables again, and leaves texts that only look encrypted", async () => {
    const [alone, within, question] = ["13900000001", "13900000002", '{"name":"王"}'].map((text) =>
      app.cipher.encrypt(text),
    ) as [string, string, string];
    await app.pool.query(
      `update department set remark = 'v1.0 is the first version', full_name = $1 where parent_id is null`,
      [`v1.${"A".repeat(60)}`],
    );
    await app.pool.query(
      `insert into sms_provider (sms_code, category, template_id, access_key, secret_key, sign_name, status, create_user, update_user) values ('x', '1', 'x', $1, $2, 'x', '1', 0, 0)`,
      [alone, within],
    );
    await app.pool.query(
      `insert into remembered_answer (user_id, call, body_hash, answer) values ('1', 'x', 'x', $1)`,
      [JSON.stringify({ list: [{ phone: within, name: "v1." }] })],
    );
    await app.pool.query(
      `insert into ext_query (query_kind, query_body, query_body_hash, purpose, result_code, query_time, cache_until, operator, create_user, update_user) values ('getPersonInfo', $1, 'h', 'p', '204', now(), now(), 0, 0, 0)`,
      [question],
    );
    assert.equal(await holdsVersion(app.pool, 1), true);
    assert.equal(await reencrypt(rotated), true);

    const { rows } = await app.pool.query<{ one: string; two: string }>(
      `select access_key as one, secret_key as two from sms_provider where sms_code = 'x'`,
    );
    assert.deepEqual(
      [rows[0]?.one, rows[0]?.two].map((value) => value?.slice(0, 3)),
      ["v2.", "v2."],
    );
    assert.deepEqual(
      [rows[0]?.one, rows[0]?.two, await getAnswer()].map((value) => rotated.cipher.decrypt(value ?? "")),
      ["13900000001", "13900000002", "13900000002"],
    );
    const evidence = await app.pool.query<{ body: string }>("select query_body as body from ext_query");
    assert.equal(rotated.cipher.decrypt(evidence.rows[0]?.body ?? ""), '{"name":"王"}');
    const { rows: texts } = await app.pool.query<{ remark: string; name: string }>(
      "select remark, full_name as name from department where parent_id is null",
    );
    assert.deepEqual([texts[0]?.remark, texts[0]?.name], ["v1.0 is the first version", `v1.${"A".repeat(60)}`]);
    await assert.rejects(app.pool.query(`update ext_query set query_body = 'x'`), /append-only/);
    await assert.rejects(
      app.pool.query(`begin; set local jipei.reencrypting = 'on'; update ext_query set purpose = 'x'; commit`),
      /append-only/,
    );
  });
});

describe("reencrypt of every table", () => {
  it("changes rows, too, that triggers hold as they are", async () => {
    const { classId } = await aHeldClass(app);
    await aVerifiedInspection(app, classId, "1", { investigateDate: addDays(today(), -1) });
    const { rows } = await app.pool.query<{ name: string }>(
      "select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal and (tgtype & 16) > 0",
    );
    const held = rows.map(({ name }) => name);
    const encrypted = Object.values(entities).flatMap((entity) =>
      Object.entries(entity.fields)
        .filter(([, field]) => held.includes(entity.table) && "encrypted" in field && field.encrypted)
        .map(([name]) => ({ entity, column: snake(name) })),
    );
    for (const { entity } of encrypted) await anyRow(app, entity);
    await app.pool.query("delete from reencryption");
    assert.equal(await reencrypt(rotated), true);
    for (const { entity, column } of encrypted) {
      const { rowCount } = await app.pool.query(`select from ${entity.table} where ${column} like 'v1.%'`);
      assert.equal(rowCount, 0, `${entity.table}.${column}`);
    }
  });
});

describe("readVersions", () => {
  it("reads what writeVersions wrote, the first version without a number", () => {
    const versions = new Map([
      [1, Buffer.alloc(32, 1)],
      [3, Buffer.alloc(32, 3)],
    ]);
    assert.deepEqual(readVersions(writeVersions(versions)), versions);
    assert.deepEqual(readVersions(`${"ab".repeat(32)},2:${"CD".repeat(32)}`)?.get(2), Buffer.alloc(32, 0xcd));
  });

  it("returns null for a malformed key and for duplicate version numbers", () => {
    for (const text of [
      "",
      "ab",
      `0:${"ab".repeat(32)}`,
      `${"ab".repeat(32)},1:${"cd".repeat(32)}`,
      `2:${"ab".repeat(31)}`,
    ])
      assert.equal(readVersions(text), null, text);
  });
});
