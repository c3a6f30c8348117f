import assert from "node:assert/strict";
import { test } from "node:test";
import { isIssue, readDatasourceUrl } from "./datasource-url.ts";

test("an address is read, with and without what may be left out", () => {
  assert.deepEqual(readDatasourceUrl("jdbc:postgresql://DB.example.cn/train"), {
    host: "db.example.cn",
    port: 5432,
    database: "train",
    tls: "verify-full",
    schema: "public",
  });
  assert.deepEqual(readDatasourceUrl("postgres://127.0.0.1/train"), {
    host: "127.0.0.1",
    port: 5432,
    database: "train",
    tls: "require",
    schema: "public",
  });
  assert.deepEqual(readDatasourceUrl("postgres://[2001:db8::1]:6000/a-b?sslmode=disable&currentSchema=design"), {
    host: "[2001:db8::1]",
    port: 6000,
    database: "a-b",
    tls: "disable",
    schema: "design",
  });
});

for (const text of [
  "",
  "jdbc:mysql://host/db",
  "http://host/db",
  "file:///etc/passwd",
  "postgresql:///db",
  "postgresql:///db?host=/var/run/postgresql",
  "postgresql://%2Fvar%2Frun/db",
  "postgresql://a,b/db",
  "postgresql://user:secret@host/db",
  "postgresql://host/",
  "postgresql://host/db/more",
  "postgresql://host/db#x",
  "postgresql://host:0/db",
  "postgresql://host:65536/db",
  "postgresql://host:5432x/db",
  "postgresql://host/db?options=-c%20log_statement%3Dall",
  "postgresql://host/db?sslmode=prefer",
  "postgresql://host/db?sslmode=require&sslrootcert=/etc/passwd",
  "postgresql://host/db?sslcert=/x",
  "postgresql://host/db?host=127.0.0.1",
  "postgresql://host/db?hostaddr=127.0.0.1",
  "postgresql://host/db?service=x",
  "postgresql://host/db?passfile=/x",
  "postgresql://host/db?currentSchema=a%22;drop",
  "postgresql://host/db?currentSchema=pg_catalog,public",
  "postgresql://ho st/db",
  "postgresql://host\n/db",
  "postgresql://host/db\n",
  "postgresql://-host/db",
  "postgresql://host/1db",
])
  test(`refused: ${JSON.stringify(text)}`, () => {
    assert.ok(isIssue(readDatasourceUrl(text)));
  });
