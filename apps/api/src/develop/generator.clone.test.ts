// Slow: type-checks, lints and tests a copy of the project with the generated code in it.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { codeCalls as calls } from "@jipei/contract/develop/code.ts";
import { type CodeField, fieldKind, filtered, listed, sorted } from "@jipei/contract/develop/code-field.ts";
import { strFromU8, unzipSync } from "fflate";
import { type Clone, cloneProject } from "../../test/database/clone.ts";
import { aCode, field, nasty } from "../../test/factories/develop.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { testServer } from "../../test/database/test-server.ts";

/** The test that expects one page for each address. */
const pageTest = "apps/web/src/core/page/page-addresses.test.ts";

/** Generated files are unpacked into a copy of the project, which then must pass its own checks. */
let app: TestApp;
let admin: TestUser;
let clone: Clone;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  clone = cloneProject(["apps/api/test/schema.test.ts", "apps/api/test/every-call.test.ts", pageTest]);
});
after(async () => {
  clone.remove();
  await app.close();
});

/** A field of every kind, with labels that try to break out of their literals. */
function everyKind(): CodeField[] {
  const more: Partial<Record<CodeField["kind"], Partial<CodeField>>> = {
    text: { length: 40 },
    texts: { length: 30 },
    decimal: { precision: 8, scale: 2 },
    code: {
      codes: [
        { key: "1", ...nasty(1) },
        { key: "B2", zh: "乙", en: "B" },
      ],
    },
    codes: { codes: [{ key: "1", ...nasty(2) }] },
    ref: { entity: "Course" },
    refs: { entity: "Post" },
  };
  return (Object.keys(fieldKind.codes) as CodeField["kind"][]).flatMap((kind, n) => {
    const flags = {
      inList: listed(kind) ? "1" : "0",
      inFilters: filtered(kind) ? "1" : "0",
      sortable: sorted(kind) ? "1" : "0",
    } as const;
    return [
      field(`${kind}Must`, kind, { ...nasty(n), required: "1", ...flags, ...more[kind] }),
      field(`${kind}May`, kind, { ...nasty(n), ...more[kind] }),
    ];
  });
}

/** Fetches the zip and unpacks it into the copy. */
async function unpack(ids: readonly string[]): Promise<string[]> {
  const answer = await app.http.inject({
    method: "POST",
    url: `${calls.genCode.path}?ids=${ids.join(",")}`,
    headers: { token: admin.token },
  });
  assert.deepEqual(
    [answer.statusCode, answer.headers["content-type"]],
    [200, "application/zip"],
    answer.body.slice(0, 300),
  );
  const files = Object.entries(unzipSync(answer.rawPayload));
  for (const [path, bytes] of files) {
    assert.doesNotMatch(path, /^\/|\.\.|\\/);
    mkdirSync(dirname(join(clone.folder, path)), { recursive: true });
    writeFileSync(join(clone.folder, path), strFromU8(bytes));
  }
  return files.map(([path]) => path);
}

async function passes(command: string, ...args: string[]): Promise<void> {
  const server = await testServer();
  try {
    const { code, output } = await clone.run(command, args, { TEST_DATABASE_URL: server.url, CI: "" });
    assert.equal(code, 0, output.slice(-6000));
  } finally {
    await server.stop();
  }
}

describe("genCode", () => {
  it("generates code that passes type check, lint and its own tests", async () => {
    const titles = nasty(0);
    const visit = await aCode(app, admin, {
      codeName: "visit-book",
      apiPath: "/visits/visit_book",
      webPath: "/visits/visit-book",
      titleZh: titles.zh,
      titleEn: titles.en,
      fields: everyKind(),
    });
    // It refers to the other one, is in the same domain and named first: the generator must order the tables.
    const guest = await aCode(app, admin, {
      codeName: "guest",
      apiPath: "/visits/guest",
      webPath: "/visits/guest",
      wrapMode: "1",
      baseMode: "1",
      fields: [
        field("label", "text", { length: 1, required: "1" }),
        field("visitBookId", "ref", { entity: "VisitBook", required: "1", inFilters: "1" }),
      ],
    });
    // Belongs to a domain that exists already.
    const remedy = await aCode(app, admin, {
      codeName: "remedy",
      packageName: "catalogue",
      apiPath: "/basics/remedy",
      webPath: "/basics/remedy",
      fields: [field("label", "text", { length: 9, required: "1" })],
    });
    const files = await unpack([guest, visit, remedy]);
    assert.ok(
      files.includes("packages/contract/src/visits/visit-book.ts") &&
        files.includes("apps/web/src/visits/visit-book.page.tsx") &&
        !files.includes("apps/api/src/catalogue/catalogue.routes.ts"),
    );
    await passes("git", "apply", "--whitespace=nowarn", "generated.patch");
    await passes(process.execPath, "node_modules/oxfmt/bin/oxfmt");
    await passes(process.execPath, "scripts/checks.mjs", "typecheck");
    // Only new files are linted; the others are linted in the project itself.
    const programs = files.filter((path) => /\.tsx?$/.test(path));
    await passes(process.execPath, "node_modules/oxlint/bin/oxlint", "--type-aware", "--quiet", ...programs);
    await passes(
      process.execPath,
      "-e",
      `(await import("./scripts/lib/imports.mjs")).checkImports() || process.exit(1)`,
    );
    await passes(process.execPath, "--test", pageTest);
    await passes(process.execPath, "scripts/checks.mjs", "api", "src/visits/", "src/catalogue/remedy", "test/schema");
    await passes(
      process.execPath,
      "--test",
      "--test-force-exit",
      "--test-name-pattern",
      "VisitBook|Guest|Remedy|names and addresses|every right",
      "apps/api/test/every-call.test.ts",
    );
  });
});
