import assert from "node:assert/strict";
import { test } from "node:test";
import { findIssues } from "./imports.mjs";

const refused = (file, specifier, message) => {
  const issues = findIssues(file, `import { x } from '${specifier}'`);
  assert.equal(issues.length, 1, `${file} may import ${specifier}`);
  assert.match(issues[0], message);
};
const allowed = (file, specifier) => assert.deepEqual(findIssues(file, `import { x } from '${specifier}'`), []);

test("refuses imports of a domain in the core", () => {
  refused("apps/api/src/core/http/app.ts", "../../training/class.store.ts", /core knows no domain/);
  refused("apps/web/src/core/form.tsx", "../training/class.page.tsx", /core knows no domain/);
  refused("packages/contract/src/core/call.ts", "../training/plan.ts", /core knows no domain/);
  refused("apps/api/src/core/http/app.ts", "../../main.ts", /core knows no domain/);
});

test("refuses imports of a higher layer", () => {
  refused(
    "apps/api/src/training/class.store.ts",
    "../assessment/assessment.queries.ts",
    /assessment stands above training/,
  );
  refused("apps/web/src/users/user.page.tsx", "../training/texts.ts", /training stands above users/);
  refused("packages/contract/src/training/plan.ts", "../subsidies/claim.ts", /subsidies stands above training/);
  refused("apps/api/src/training/class.store.ts", "../weather/weather.queries.ts", /weather stands on no floor/);
  refused("apps/api/src/training/class.store.ts", "../main.ts", /nothing above it/);
  allowed("packages/contract/src/subsidies/claim.ts", "../training/class.ts");
});

test("refuses imports of another domain except its queries", () => {
  refused("apps/api/src/assessment/grade.store.ts", "../training/class.store.ts", /through its \*\.queries\.ts/);
  allowed("apps/api/src/assessment/grade.store.ts", "../training/training.queries.ts");
  allowed("apps/api/src/assessment/grade.store.ts", "../training/classes/classes.queries.ts");
  allowed("apps/api/src/training/class.store.ts", "./class.guards.ts");
  allowed("apps/api/src/training/class.store.ts", "../core/database/db.ts");
});

test("allows the application to import every domain", () => {
  allowed("apps/api/src/main.ts", "./training/class.routes.ts");
  allowed("apps/web/src/shell/shell.tsx", "../notices/popover.tsx");
});

test("refuses modules that know every domain in the web", () => {
  refused("apps/web/src/core/page/registry.ts", "@jipei/contract/entities.ts", /never a list of everything/);
  refused("apps/web/src/training/class/class.page.tsx", "@jipei/contract/all-calls.ts", /never a list of everything/);
  allowed("apps/web/src/training/class/class.page.tsx", "@jipei/contract/training/class.ts");
  allowed("apps/api/src/server.ts", "@jipei/contract/entities.ts");
  allowed("apps/web/vite.config.ts", "@jipei/contract/entities.ts");
});

test("refuses paths into other workspaces or out of the project", () => {
  refused(
    "apps/web/src/core/form.tsx",
    "../../../../packages/contract/src/core/fields/field.ts",
    /by its package name/,
  );
  refused("apps/api/src/core/postgres/launcher.ts", "../../../../../scripts/lib/lock.mjs", /stands below scripts/);
  refused("apps/api/src/auth/envelope.test.ts", "../../../web/src/core/api/envelope.ts", /by its package name/);
  refused("apps/api/src/training/class.store.ts", "../../../../../somewhere/spec.ts", /outside the project/);
  refused("e2e/chain.test.ts", "../../somewhere/spec.ts", /outside the project/);
  allowed("apps/api/src/server.ts", "../seed/seed.ts");
  allowed("apps/api/src/develop/generator.test.ts", "../../../../scripts/lib/imports.mjs");
  allowed("e2e/chain.test.ts", "../apps/api/src/core/clock.ts");
});

test("refuses packages that `uses` does not list, except in tests", () => {
  refused("packages/envelope/src/client-cipher.ts", "@jipei/api/core/a.ts", /does not stand on api/);
  refused("apps/api/src/auth/client/envelope.ts", "@jipei/envelope/client-cipher.ts", /does not stand on envelope/);
  allowed("apps/api/src/core/postgres/launcher.ts", "@jipei/process/lock.mjs");
  allowed("apps/api/src/auth/client/envelope.test.ts", "@jipei/envelope/client-cipher.ts");
});

test("refuses programs that read the sources of another workspace", () => {
  const reading = (folder) =>
    findIssues("apps/api/src/access/pages.ts", `const web = join(import.meta.dirname, "${folder}")`);
  assert.match(reading("../../../web/src")[0], /sources of another workspace/);
  assert.deepEqual(reading("../../../web/dist"), []);
  assert.deepEqual(reading("../core"), []);
});

test("finds every kind of import, and nothing else", () => {
  const file = "apps/api/src/core/a.ts";
  const bad = "../training/b.ts";
  for (const source of [
    `import '${bad}'`,
    `export * from "${bad}"`,
    `await import('${bad}')`,
    `type A = import('${bad}').B`,
  ]) {
    assert.equal(findIssues(file, source).length, 1, source);
  }
  assert.deepEqual(findIssues(file, `const text = '${bad}'`), []);
});
