import type { CodeField } from "@jipei/contract/develop/code-field.ts";
import type { Module } from "../module.ts";
import { literal } from "../names.ts";

/** The test of the calls: what is saved comes back, what is wrong is refused, and others may not. */
export function testFile(module: Module): string {
  const { variable, domain, file, fields, targets, title } = module;
  const refers = fields.filter(({ kind }) => kind === "ref" || kind === "refs");
  const attached = fields.filter(({ kind }) => kind === "files");
  const imports = [
    ...[...targets.values()].map(({ name, module: path }) => `import { ${name} } from "@jipei/contract/${path}";`),
    `import { ${variable}Calls as calls } from "@jipei/contract/${domain}/${file}.ts";`,
    ...(refers.length > 0 ? [`import { anyRow } from "../../test/factories/any-row.ts";`] : []),
    ...(attached.length > 0 ? [`import { anAttachment } from "../../test/factories/attachment.ts";`] : []),
  ];
  const required = fields.filter((field) => field.required === "1").map(({ name }) => literal(name));
  const found = fields.filter((field) => field.inFilters === "1").map(({ name }) => literal(name));
  const sorted = fields.filter((field) => field.sortable === "1").map(({ name }) => literal(name));
  const bad = fields.flatMap((field) => wrongValues(field).map((value) => `    [${literal(field.name)}, ${value}],\n`));
  return `import assert from "node:assert/strict";
import { after, before, test } from "node:test";
${imports.join("\n")}
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

let app: TestApp;
let admin: TestUser;
/** What a form would send. */
let values: Record<string, unknown>;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  values = {
${fields
  .filter((field) => !attached.includes(field))
  .map((field) => `    ${field.name}: ${sample(field)},\n`)
  .join("")}  };
});
after(() => app.close());

const sent = async (more: object = {}) => ({ ...values, ${attached.map(({ name }) => `${name}: [{ attId: await anAttachment(app, admin) }], `).join("")}...more });
const save = async () => (await admin.call(calls.submit, (await sent()) as never)).id;
const read = async (id: string) => (await admin.call(calls.detail, { id })) as Record<string, any>;
const list = (parameters: Record<string, string>) => admin.list(calls.list, parameters) as Promise<{ records: { id: string }[]; total: number }>;

test("what is saved comes back", async () => {
  const row = await read(await save());
  for (const [name, value] of Object.entries(values)) assert.deepEqual(row[name], value, name);
${attached.map(({ name }) => `  assert.equal(row["${name}"].length, 1);\n`).join("")}});

test("what is required is asked for", async () => {
  for (const name of [${required.join(", ")}]) assert.equal((await admin.refused(calls.submit, await sent({ [name]: null }))).failures[0]?.field, name);
});

test("what does not fit is refused", async () => {
  const wrong: [name: string, value: unknown][] = [
${bad.join("")}  ]
  for (const [name, value] of wrong) assert.equal((await admin.refused(calls.submit, await sent({ [name]: value }))).failures[0]?.field, name);
});

test("lists find and sort", async () => {
  const id = await save();
  for (const name of [${found.join(", ")}]) assert.ok((await list({ [name]: String(values[name]) })).records.some((row) => row.id === id), name);
  for (const name of [${[...sorted, '"createTime"'].join(", ")}]) assert.ok((await list({ descs: name })).total > 0, name);
  await assert.rejects(list({ nosuch: "x" }), /FIELD_INVALID/);
});

test("a change is made on the newest state only", async () => {
  const id = await save();
  const { version } = await read(id);
  await admin.call(calls.submit, { id, version, ${title.name}: "B" } as never);
  assert.equal((await read(id))["${title.name}"], "B");
  assert.equal((await admin.refused(calls.submit, { id, version, ${title.name}: "C" })).errorCode, "VERSION_CONFLICT");
});

test("what is removed is gone", async () => {
  const id = await save();
  await admin.call(calls.remove, { ids: id });
  assert.equal((await admin.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
});

test("others may not", async () => {
  const id = await save();
  for (const user of [app.as("orgAdmin"), app.as("leader")]) {
    assert.equal((await user.refused(calls.submit, { id, ${title.name}: "D" })).errorCode, "ROLE_DENIED");
    assert.equal((await user.refused(calls.remove, { ids: id })).errorCode, "ROLE_DENIED");
  }
});
`;
}

/** A value of a field, as an expression. */
function sample(field: CodeField): string {
  switch (field.kind) {
    case "text":
      return `"A"`;
    case "long":
      return `"一\\n二"`;
    case "int":
      return "12";
    case "decimal":
      return literal(
        `${field.precision === field.scale ? "0" : "1"}${field.scale ? `.${"5".padEnd(field.scale, "0")}` : ""}`,
      );
    case "date":
      return `"2026-03-01"`;
    case "datetime":
      return `"2026-03-01 08:30:00"`;
    case "time":
      return `"08:30"`;
    case "code":
      return literal(field.codes?.[0]?.key ?? "");
    case "codes":
      return `[${literal(field.codes?.[0]?.key ?? "")}]`;
    case "texts":
      return `["A"]`;
    case "ref":
      return `await anyRow(app, ${field.entity})`;
    case "refs":
      return `[await anyRow(app, ${field.entity})]`;
    case "files":
      return "[]";
  }
}

/** Values that the kind cannot take, as expressions. */
function wrongValues(field: CodeField): string[] {
  switch (field.kind) {
    case "text":
      return [`"x".repeat(${(field.length ?? 0) + 1})`];
    case "long":
      return [`"x".repeat(20_001)`];
    case "int":
    case "decimal":
      return [`"many"`];
    case "date":
    case "datetime":
      return [`"2026-02-30"`];
    case "time":
      return [`"25:00"`];
    case "code":
      return [`"no such"`];
    case "codes":
      return [`["no such"]`];
    case "texts":
      return [`["x".repeat(${(field.length ?? 0) + 1})]`];
    case "ref":
      return [`"987654321"`];
    case "refs":
      return [`["987654321"]`];
    case "files":
      return [`"file"`];
  }
}
