import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type pg from "pg";
import { sm2 } from "sm-crypto-v2";
import { createTestDatabase, type TestDatabase } from "../../../test/database/template-db.ts";
import { openPool } from "../database/db.ts";
import { loadDemoPassword, loadKeys, settleKeys, sm2Pairs } from "./keys.ts";
import { readSettings, SettingsError } from "../foundation/settings.ts";

const root = mkdtempSync(join(tmpdir(), "jipei-keys-"));
let database: TestDatabase;
let pool: pg.Pool;

before(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, 2);
});

after(async () => {
  await pool.end();
  await database.drop();
  rmSync(root, { recursive: true });
});

const at = (name: string, env: NodeJS.ProcessEnv = {}) => readSettings({ DATA_DIR: join(root, name), ...env });

describe("loadKeys", () => {
  it("creates keys at the first start, readable by our account only, and loads the same ones later", async () => {
    const first = await loadKeys(at("first"));
    assert.equal(first.token.key.length, 32);
    assert.equal(first.field.key.length, 32);
    assert.equal(first.hashKey.length, 32);
    assert.notDeepEqual(first.hashKey, first.field.key);
    const folder = join(root, "first/keys");
    assert.deepEqual(readdirSync(folder).sort(), ["field", "sm2", "token"]);
    for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.deepEqual(await loadKeys(at("first")), first);
  });

  it("returns the same keys to processes that start together", async () => {
    const found = await Promise.all(Array.from({ length: 8 }, () => loadKeys(at("race"))));
    for (const keys of found) assert.deepEqual(keys, found[0]);
  });

  it("gives SM2 keys that belong together", async () => {
    const [{ publicKey, privateKey }] = sm2Pairs(await loadKeys(at("pair")));
    assert.equal(sm2.doDecrypt(sm2.doEncrypt("密码", publicKey), privateKey), "密码");
  });

  it("prefers keys from the environment, and does not store them", async () => {
    const env = { TOKEN_KEY: "1".repeat(64), FIELD_KEY: "2".repeat(64), SM2_PRIVATE_KEY: "3".repeat(64) };
    const keys = await loadKeys(at("given", env));
    assert.equal(keys.token.key.toString("hex"), env.TOKEN_KEY);
    assert.equal(sm2Pairs(keys)[0].privateKey, env.SM2_PRIVATE_KEY);
    assert.throws(() => readdirSync(join(root, "given")), /ENOENT/);
  });

  it("creates no keys in production (SettingsError), but loads existing ones", async () => {
    const production = { NODE_ENV: "production", PUBLIC_URL: "https://px.example.cn" };
    await assert.rejects(
      loadKeys(at("none", production)),
      (error: Error) => error instanceof SettingsError && /TOKEN_KEY is missing/.test(error.message),
    );
    const made = await loadKeys(at("kept"));
    assert.deepEqual(await loadKeys(at("kept", production)), made);
  });
});

describe("loadDemoPassword", () => {
  it("creates the password once, or takes it from the settings", async () => {
    const made = await loadDemoPassword(at("demo"));
    assert.ok(made.length >= 10);
    assert.equal(await loadDemoPassword(at("demo")), made);
    assert.equal(await loadDemoPassword(at("demo", { DEMO_PASSWORD: "Given-123" })), "Given-123");
    assert.equal(readFileSync(join(root, "demo/keys/demo-password"), "utf8"), made);
  });
});

describe("settleKeys", () => {
  it("refuses another field key than the one that the database was filled with (SettingsError)", async () => {
    const keys = await loadKeys(at("one"));
    await Promise.all([settleKeys(pool, keys), settleKeys(pool, keys)]);
    await settleKeys(pool, keys);
    await assert.rejects(settleKeys(pool, await loadKeys(at("other"))), /FIELD_KEY is not the key/);
  });
});
