import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { describe, it } from "node:test";
import { readSettings, SettingsError } from "./settings.ts";

const fails = (env: NodeJS.ProcessEnv, message: RegExp) =>
  assert.throws(
    () => readSettings(env),
    (error: Error) => error instanceof SettingsError && message.test(error.message) && !error.message.includes("\n"),
  );

describe("readSettings", () => {
  it("has a default for everything", () => {
    const settings = readSettings({});
    assert.equal(settings.port, 8080);
    assert.equal(settings.host, "127.0.0.1");
    assert.equal(settings.publicUrl, "http://127.0.0.1:8080");
    assert.equal(settings.demo, true);
    assert.equal(settings.production, false);
    assert.equal(settings.databaseUrl, undefined);
    assert.ok(isAbsolute(settings.dataDir));
  });

  it("treats an empty variable as missing", () => {
    assert.deepEqual(
      readSettings({ PORT: "", HOST: "", DATABASE_URL: "", DEMO: "", TOKEN_KEY: "", DEMO_PASSWORD: "" }),
      readSettings({}),
    );
  });

  it("finds the converter of documents in the PATH, and takes none without a sandbox unless it is told to", () => {
    const [folder, empty] = ["both", "none"].map((name) => mkdtempSync(join(tmpdir(), `jipei-path-${name}-`)));
    assert.ok(folder && empty);
    const [soffice, bwrap] = [join(folder, "soffice"), join(folder, "bwrap")];
    writeFileSync(soffice, "");
    const converterOf = (env: NodeJS.ProcessEnv) => readSettings({ PATH: `${empty}:${folder}`, ...env }).converter;
    assert.equal(converterOf({}), undefined);
    fails({ PATH: folder, DOCUMENT_CONVERTER: soffice }, /DOCUMENT_CONVERTER needs bubblewrap/);
    assert.deepEqual(converterOf({ DOCUMENT_SANDBOX: "off" }), { program: soffice, sandbox: null });
    writeFileSync(bwrap, "");
    assert.deepEqual(converterOf({}), { program: soffice, sandbox: bwrap });
    assert.deepEqual(converterOf({ DOCUMENT_CONVERTER: "off" }), undefined);
    assert.equal(converterOf({ PATH: empty }), undefined);
    for (const wrong of ["soffice", join(empty, "soffice")])
      fails({ PATH: folder, DOCUMENT_CONVERTER: wrong }, /DOCUMENT_CONVERTER must be off, or the path/);
    for (const path of [folder, empty]) rmSync(path, { recursive: true });
  });

  it("takes a document server with a secret that cannot be guessed", () => {
    const secret = "x".repeat(32);
    const read = (DOCUMENT_SERVER: string) =>
      readSettings({ DOCUMENT_SERVER, DOCUMENT_SERVER_SECRET: secret }).documentServer;
    assert.deepEqual(read("https://office.example/ds/"), { address: "https://office.example/ds", secret });
    assert.equal(read(""), undefined);
    fails({ DOCUMENT_SERVER: "https://office.example", DOCUMENT_SERVER_SECRET: "short" }, /at least 32/);
    fails({ DOCUMENT_SERVER: "ftp://office.example", DOCUMENT_SERVER_SECRET: secret }, /DOCUMENT_SERVER must be/);
  });

  it("reads each variable", () => {
    const settings = readSettings({
      PORT: "9000",
      HOST: "::1",
      PUBLIC_URL: "https://px.example.cn/",
      TRUSTED_PROXIES: "2",
      DATABASE_URL: "postgres://u:p@db/x",
      DATABASE_REPLICA_URL: "postgresql://u:p@db2/x",
      DEMO: "off",
      TENANT_MODE: "on",
      DEMO_PASSWORD: "Abcdef12",
      LOG_LEVEL: "warn",
      TOKEN_KEY: "ab".repeat(32),
      FIELD_KEY: "CD".repeat(32),
      SM2_PRIVATE_KEY: "ef".repeat(32),
    });
    assert.equal(settings.port, 9000);
    assert.equal(settings.publicUrl, "https://px.example.cn");
    assert.equal(settings.trustedProxies, 2);
    assert.equal(settings.databaseUrl, "postgres://u:p@db/x?sslmode=verify-full");
    assert.equal(settings.replicaUrl, "postgresql://u:p@db2/x?sslmode=verify-full");
    assert.equal(settings.demo, false);
    assert.deepEqual([settings.tenantMode, readSettings({}).tenantMode], [true, false]);
    assert.equal(settings.logLevel, "warn");
    assert.equal(settings.tokenKey?.get(1)?.length, 32);
    assert.equal(settings.fieldKey?.get(1)?.toString("hex"), "cd".repeat(32));
    assert.equal(readSettings({ HOST: "::1" }).publicUrl, "http://[::1]:8080");
  });

  it("refuses an invalid value in one line that names the variable (SettingsError)", () => {
    for (const port of ["x", "-1", "65536", "80.5", "0x50", "1e3"]) fails({ PORT: port }, /^PORT must/);
    fails({ DEMO: "maybe" }, /^DEMO must/);
    fails({ TENANT_MODE: "two" }, /^TENANT_MODE must/);
    fails({ LOG_LEVEL: "loud" }, /^LOG_LEVEL must/);
    for (const hosts of ["10.0.0.0/33", "x/8", "::/129", "a b"])
      fails({ INTERNAL_HOSTS: hosts }, /^INTERNAL_HOSTS must/);
    fails({ DEMO_PASSWORD: "short" }, /^DEMO_PASSWORD must/);
    fails({ TOKEN_KEY: "abc" }, /^TOKEN_KEY must/);
    fails({ FIELD_KEY: "zz".repeat(32) }, /^FIELD_KEY must/);
    fails({ SM2_PRIVATE_KEY: "ab".repeat(33) }, /^SM2_PRIVATE_KEY must/);
    fails({ TRUSTED_PROXIES: "-1" }, /^TRUSTED_PROXIES must/);
    fails({ PUBLIC_URL: "px.example.cn" }, /^PUBLIC_URL must/);
  });

  it("never puts a secret into an error", () => {
    for (const env of [
      { DATABASE_URL: "mysql://u:geheim@db/x" },
      { DATABASE_URL: "geheim" },
      { TOKEN_KEY: "geheim" },
    ]) {
      assert.throws(
        () => readSettings(env),
        (error: Error) => !error.message.includes("geheim"),
      );
    }
  });

  it("refuses demo accounts in production (SettingsError)", () => {
    assert.equal(readSettings({ NODE_ENV: "production", PUBLIC_URL: "https://px.example.cn" }).demo, false);
    fails({ NODE_ENV: "production" }, /^PUBLIC_URL must be set in production/);
    fails({ NODE_ENV: "production", DEMO: "on" }, /DEMO must not be on in production/);
  });

  it("reads each variable that docs/operations.md describes, and no other", () => {
    const source = readFileSync(join(import.meta.dirname, "settings.ts"), "utf8");
    const names = new Set(
      [...source.matchAll(/env\.([A-Z_0-9]+)|\(env, "([A-Z_0-9]+)"/g)].map((match) => match[1] ?? match[2]),
    );
    assert.ok(names.size > 10);
    const manual = readFileSync(join(import.meta.dirname, "../../../../../docs/operations.md"), "utf8");
    for (const name of names) assert.ok(manual.includes(`\`${name}\``), `${name} is missing in docs/operations.md`);
  });

  it("has the certificate of a remote database checked, unless the address says otherwise", () => {
    const read = (url: string) => readSettings({ DATABASE_URL: url }).databaseUrl;
    for (const url of [
      "postgres://u:p%40@10.1.2.3:5433/x",
      "postgres://u@db.example.cn/x?application_name=a",
      "postgres://u@[2001:db8::1]/x",
      "postgres://u@127.0.0.1.example.cn/x",
    ]) {
      assert.equal(new URL(read(url) as string).searchParams.get("sslmode"), "verify-full", url);
    }
    for (const url of [
      "postgres://u@127.0.0.1:5432/x",
      "postgres://u@localhost/x",
      "postgres://u@[::1]/x",
      "postgres:///x?host=/run/postgresql",
      "postgres://u@%2Frun%2Fpostgresql/x",
      "postgres://u@db/x?sslmode=disable",
      "postgres://u@db/x?sslmode=no-verify",
    ]) {
      assert.equal(read(url), url);
    }
  });
});
