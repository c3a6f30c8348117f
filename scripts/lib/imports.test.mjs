import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf } from "./imports.mjs";

const refused = (file, specifier, message) => {
  const faults = faultsOf(file, `import { x } from '${specifier}'`);
  assert.equal(faults.length, 1, `${file} may import ${specifier}`);
  assert.match(faults[0], message);
};
const allowed = (file, specifier) => assert.deepEqual(faultsOf(file, `import { x } from '${specifier}'`), []);

test("core knows no domain", () => {
  refused("apps/api/src/core/http/app.ts", "../../classes/class.store.ts", /core knows no domain/);
  refused("apps/web/src/core/form.tsx", "../classes/class.page.tsx", /core knows no domain/);
  refused("packages/contract/src/core/call.ts", "../classes/plan.ts", /core knows no domain/);
  refused("apps/api/src/core/http/app.ts", "../../main.ts", /core knows no domain/);
  allowed("apps/api/src/core/db.ts", "../database.ts");
  allowed("apps/api/src/core/postgres/launcher.ts", "../../../../../scripts/lib/lock.mjs");
});

test("a domain asks another through its queries", () => {
  refused("apps/api/src/classes/class.store.ts", "../exams/grade.store.ts", /through exams\.queries\.ts/);
  refused("apps/api/src/classes/class.store.ts", "../main.ts", /nothing above it/);
  allowed("apps/api/src/classes/class.store.ts", "../exams/exams.queries.ts");
  allowed("apps/api/src/classes/class.store.ts", "./class.guards.ts");
  allowed("apps/api/src/classes/class.store.ts", "../core/db.ts");
  allowed("packages/contract/src/subsidies/claim.ts", "../classes/class.ts");
});

test("the application knows everything", () => {
  allowed("apps/api/src/main.ts", "./classes/class.routes.ts");
  allowed("apps/web/src/shell/shell.tsx", "../notices/popover.tsx");
});

test("the web imports no list of everything", () => {
  refused("apps/web/src/core/registry.ts", "@jipei/contract/entities.ts", /never a list of everything/);
  refused("apps/web/src/classes/class.page.tsx", "@jipei/contract/all-calls.ts", /never a list of everything/);
  allowed("apps/web/src/classes/class.page.tsx", "@jipei/contract/classes/class.ts");
  allowed("apps/api/src/server.ts", "@jipei/contract/entities.ts");
});

test("other workspaces are imported by name, and nothing outside the project", () => {
  refused("apps/web/src/core/form.tsx", "../../../../packages/contract/src/core/field.ts", /by its package name/);
  refused("apps/api/src/classes/class.store.ts", "../../../../../somewhere/spec.ts", /outside the project/);
  refused("e2e/chain.test.ts", "../../somewhere/spec.ts", /outside the project/);
  allowed("apps/api/src/server.ts", "../seed/seed.ts");
});

test("sees every way to import, and nothing else", () => {
  const file = "apps/api/src/core/a.ts";
  const bad = "../classes/b.ts";
  for (const source of [
    `import '${bad}'`,
    `export * from "${bad}"`,
    `await import('${bad}')`,
    `type A = import('${bad}').B`,
  ]) {
    assert.equal(faultsOf(file, source).length, 1, source);
  }
  assert.deepEqual(faultsOf(file, `const text = '${bad}'`), []);
});
