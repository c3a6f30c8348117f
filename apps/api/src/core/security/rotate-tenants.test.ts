import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type TestDatabase, createTestDatabase } from "../../../test/database/template-db.ts";
import { anAccount } from "../../../test/support/sign-in.ts";
import { type AddedTenant, type TenantsApp, startTenants } from "../../../test/support/tenants.ts";
import { readSettings } from "../foundation/settings.ts";
import type { Services } from "../foundation/services.ts";
import { loadKeys, settleKeys } from "./keys.ts";
import { holdsVersion, reencrypt } from "./reencrypt.ts";
import { reencryptAll, removeVersion, rotate } from "./rotate.ts";

let database: TestDatabase;
let dataDir: string;
let app: TenantsApp;
let tenant: AddedTenant;
/** The services of the installation, with keys in files. */
let installation: Services;
before(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "jipei-rotate-"));
  const settings = readSettings({ DATA_DIR: dataDir });
  app = await startTenants({ url: database.url, keys: await loadKeys(settings) });
  tenant = await app.added("东山县");
  installation = { ...app.services, settings };
  await settleKeys(installation.pool, installation.keys);
});
after(async () => {
  await app?.close();
  await database?.drop();
  await rm(dataDir, { recursive: true });
});

const phone = "13900007002";
const readPhone = async ({ pool }: Services, userId: string) =>
  (await pool.query<{ phone: string }>("select phone from app_user where id = $1", [userId])).rows[0]?.phone ?? "";

describe("rotate, reencryptAll and removeVersion of an installation with tenants", () => {
  it("encrypt the values of tenants anew, and refuse to remove a version that a tenant still needs (SettingsError)", async () => {
    const { userId } = await anAccount(tenant.services, { phone });
    assert.equal(await rotate(installation, "field"), 2);
    assert.equal(await reencrypt(installation), true);
    await assert.rejects(removeVersion(installation, "field", 1), /continue/);

    await reencryptAll(installation, () => {});
    assert.equal(await holdsVersion(tenant.services.pool, 1), false);
    const encrypted = await readPhone(tenant.services, userId);
    assert.match(encrypted, /^v2\./);
    assert.equal(tenant.services.cipher.decrypt(encrypted), phone);

    await removeVersion(installation, "field", 1);
    assert.match(await readFile(join(dataDir, "keys", "field"), "utf8"), /^2:[0-9a-f]{64}$/);
    assert.equal(tenant.services.cipher.decrypt(encrypted), phone);
  });

  it("look into the schemas of removed tenants, and of all tenants while the server runs without them", async () => {
    const { pool } = installation;
    const gone = await app.added("西山县");
    const { userId } = await anAccount(gone.services, { phone });
    await pool.query(`alter schema t_${gone.tenantId} rename to removed_${gone.tenantId}`);
    const schemas = [`t_${tenant.tenantId}`, `removed_${gone.tenantId}`];
    const alone: Services = { ...installation, tenants: null };
    const version = await rotate(alone, "field");
    assert.equal(await reencrypt(alone), true);
    await assert.rejects(removeVersion(alone, "field", version - 1), /continue/);

    await reencryptAll(alone, () => {});
    for (const schema of schemas) assert.equal(await holdsVersion(pool, version - 1, schema), false, schema);
    await removeVersion(alone, "field", version - 1);
    const { rows } = await pool.query<{ phone: string }>(`select phone from ${schemas[1]}.app_user where id = $1`, [
      userId,
    ]);
    assert.equal(installation.cipher.decrypt(rows[0]?.phone ?? ""), phone);
    assert.equal((await pool.query("select current_schema() as name")).rows[0]?.name, "public");
  });

  it("fail for a schema that is no longer there, instead of finding nothing in it", async () => {
    await assert.rejects(holdsVersion(installation.pool, 1, "t_999998"), { code: "3F000" });
  });
});
