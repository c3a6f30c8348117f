import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { codeCalls as calls } from "@jipei/contract/develop/code.ts";
import { type CodeField, fieldKind, filtered, listed, sorted } from "@jipei/contract/develop/code-field.ts";
import { strFromU8, unzipSync } from "fflate";
import { faultsOf } from "../../../../scripts/lib/imports.mjs";
import { type Clone, cloneProject } from "../../test/clone.ts";
import { aCode, field, nasty } from "../../test/factories/develop.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/test-app.ts";
import { testServer } from "../../test/test-server.ts";

/** What is generated is unpacked into a copy of the project, which then must pass its own checks. */
let app: TestApp;
let admin: TestUser;
let clone: Clone;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  clone = cloneProject(["apps/api/test/schema.test.ts", "apps/api/test/every-call.test.ts"]);
});
after(async () => {
  clone.remove();
  await app.close();
});

/** A field of every kind, with labels that try to get out. */
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

test("generated code type-checks, lints, and its tests pass", async () => {
  const titles = nasty(0);
  const visit = await aCode(app, admin, {
    codeName: "visit-book",
    apiPath: "/visits/visit_book",
    webPath: "/visits/visit-book",
    titleZh: titles.zh,
    titleEn: titles.en,
    fields: everyKind(),
  });
  // Refers to the other one, stands in the same domain, and is named first: the order of the tables is the generator's.
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
  // Goes into a domain that is there already.
  const remedy = await aCode(app, admin, {
    codeName: "remedy",
    packageName: "teaching",
    apiPath: "/basics/remedy",
    webPath: "/basics/remedy",
    fields: [field("label", "text", { length: 9, required: "1" })],
  });
  const files = await unpack([guest, visit, remedy]);
  assert.ok(
    files.includes("packages/contract/src/visits/visit-book.ts") &&
      files.includes("apps/web/src/visits/visits.pages.ts") &&
      !files.includes("apps/api/src/teaching/teaching.routes.ts"),
  );
  await passes("git", "apply", "--whitespace=nowarn", "generated.patch");
  await passes(process.execPath, "scripts/checks.mjs", "typecheck");
  // Only what is new: the rest is linted where it stands.
  const programs = files.filter((path) => /\.tsx?$/.test(path));
  await passes(process.execPath, "node_modules/oxlint/bin/oxlint", "--type-aware", "--quiet", ...programs);
  for (const path of programs) assert.deepEqual(faultsOf(path, readFileSync(join(clone.folder, path), "utf8")), []);
  await passes(process.execPath, "scripts/checks.mjs", "api", "src/visits/", "src/teaching/remedy", "test/schema");
  await passes(
    process.execPath,
    "--test",
    "--test-force-exit",
    "--test-name-pattern",
    "VisitBook|Guest|Remedy|names and addresses|every right",
    "apps/api/test/every-call.test.ts",
  );
});
