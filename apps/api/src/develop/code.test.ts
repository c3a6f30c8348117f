import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import { codeCalls as calls } from "@jipei/contract/develop/code.ts";
import type { CodeField } from "@jipei/contract/develop/code-field.ts";
import { strFromU8, unzipSync } from "fflate";
import { aCode, aDraft, codeValues, field, nasty, ownSource, titleField } from "../../test/factories/develop.ts";
import { findTaken } from "../../test/support/answers/taken.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { domains } from "../domains.ts";

let app: TestApp;
let admin: TestUser;
let own: string;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  own = await ownSource(app);
  await aDraft(app);
});
after(() => app.close());

const buildZip = (ids: string, token = admin.token) =>
  app.http.inject({ method: "POST", url: `${calls.genCode.path}?ids=${ids}`, headers: { token } });
const getFiles = async (ids: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(unzipSync((await buildZip(ids)).rawPayload)).map(([path, bytes]) => [path, strFromU8(bytes)]),
  );

describe("Code.tables", () => {
  it("returns tables of the product without secrets, and designs, nothing else", async () => {
    const names = (await admin.call(calls.tables, { datasourceId: own })).map(({ name }) => name);
    for (const name of ["course", "post", "draft_visitor"]) assert.ok(names.includes(name), name);
    for (const name of [
      "app_user",
      "datasource",
      "sms_provider",
      "login_session",
      "student",
      "verification_code",
      "pg_class",
      "pg_authid",
      "client",
    ]) {
      assert.ok(!names.includes(name), name);
      assert.equal(
        (await admin.refused(calls.propose, { datasourceId: own, tableName: name })).errorCode,
        "NOT_FOUND",
        name,
      );
    }
    for (const tableName of [`course' or '1'='1`, "course; drop table course", "pg_catalog.pg_authid", "COURSE", "%"])
      assert.equal((await admin.refused(calls.propose, { datasourceId: own, tableName })).errorCode, "NOT_FOUND");
  });

  it("refuses a data source that does not exist or belongs to another tenant", async () => {
    for (const datasourceId of ["987654321", "0"])
      for (const [call, input] of [
        [calls.tables, {}],
        [calls.propose, { tableName: "course" }],
      ] as const)
        assert.equal((await admin.refused(call as never, { datasourceId, ...input })).errorCode, "NOT_FOUND");
    assert.equal(
      (await admin.refused(calls.submit, await codeValues(app, { datasourceId: "987654321" }))).errorCode,
      "NOT_FOUND",
    );
    assert.equal((await admin.refused(calls.tables, { datasourceId: `1 or 1=1` })).errorCode, "FIELD_INVALID");
  });
});

describe("Code.propose", () => {
  it("turns columns into fields, and names those that no field can hold", async () => {
    const found = await admin.call(calls.propose, {
      datasourceId: own,
      tableName: "draft_visitor",
      tablePrefix: "draft_",
    });
    assert.deepEqual(
      [found.codeName, found.titleZh, found.titleEn, found.pkName],
      ["visitor", "访客登记", "Visitor", "id"],
    );
    const kinds = Object.fromEntries(
      found.fields.map(({ name, kind, required }) => [name, `${kind}${required === "1" ? "!" : ""}`]),
    );
    assert.deepEqual(kinds, {
      fullName: "text!",
      note: "long",
      headCount: "int!",
      fee: "decimal",
      visitDate: "date!",
      arrived: "datetime",
      leaves: "time",
      status: "code!",
      tags: "texts",
      courseId: "ref",
      attachmentList: "files",
    });
    const of = (name: string) => found.fields.find((one) => one.name === name) as CodeField;
    assert.deepEqual(
      [of("fullName").zh, of("fullName").length, of("fee").precision, of("fee").scale, of("courseId").entity],
      ["姓名", 50, 8, 2, "Course"],
    );
    assert.deepEqual(
      of("status").codes?.map(({ key }) => key),
      ["1", "2"],
    );
    assert.deepEqual(found.left, [{ column: "place", type: "point" }]);
    // What was proposed is saved and generated as it is.
    const id = await aCode(app, admin, {
      codeName: "proposed",
      apiPath: "/visits/proposed",
      webPath: "/visits/proposed",
      fields: found.fields,
    });
    assert.match(
      (await getFiles(id))["packages/contract/src/visits/proposed.ts"] ?? "",
      /courseName: lookup\("courseId", "Course", "courseName"/,
    );
  });

  it("turns comments into labels that can be saved, and keeps checks of values that are no codes as texts", async () => {
    await app.pool.query(
      `create table draft_hostile (id bigint primary key, title varchar(30) not null, label varchar(10), "Evil Name" text, "a""; drop table x; --" text, constructor text, status varchar(3) check (status in ('1', 'a''b')))`,
    );
    const remarks = {
      title: `${"甲".repeat(49)}😀乙`,
      label: "姓\t名\n\u0001\u2028\u202e（必填）",
      status: `'*/\u0060\u0024{x}`,
    };
    for (const [column, remark] of Object.entries(remarks))
      await app.pool.query(`comment on column draft_hostile.${column} is '${remark.replaceAll("'", "''")}'`);
    await app.pool.query(`comment on table draft_hostile is E'\n\u2029 '`);
    const found = await admin.call(calls.propose, {
      datasourceId: own,
      tableName: "draft_hostile",
      tablePrefix: "draft_",
    });
    assert.deepEqual(
      found.fields.map(({ name, zh, kind }) => [name, zh, kind]),
      [
        ["title", "甲".repeat(49), "text"],
        ["label", "姓 名 （必填）", "text"],
        ["status", `'*/\u0060\u0024{x}`, "text"],
      ],
    );
    assert.deepEqual(
      [found.titleZh, found.left.map(({ column }) => column)],
      ["hostile", ["Evil Name", 'a"; drop table x; --', "constructor"]],
    );
    await aCode(app, admin, {
      codeName: "hostile",
      apiPath: "/visits/hostile",
      webPath: "/visits/hostile",
      titleZh: "敌意",
      fields: found.fields,
    });
  });
});

describe("Code.submit", () => {
  it("refuses names that do not fit paths and programs (FIELD_INVALID)", async () => {
    const bad: [string, string][] = [
      ["codeName", "../evil"],
      ["codeName", `x'; process.exit()`],
      ["codeName", "Visitor"],
      ["codeName", "object"],
      ["codeName", "row"],
      ["codeName", "visits"],
      ["codeName", "select"],
      ["codeName", "x".repeat(31)],
      ["packageName", "../../etc"],
      ["packageName", "core"],
      ["packageName", "domains"],
      ["packageName", "class"],
      ["packageName", "__proto__"],
      ["serviceName", "a/b"],
      ["serviceName", "a?b"],
      ["apiPath", "//evil.example"],
      ["apiPath", "/a/../b"],
      ["apiPath", "/a:id"],
      ["webPath", "javascript:alert(1)"],
      ["webPath", `/a'`],
      ["webPath", "/:id"],
      ["tableName", 'a"b'],
      ["tableName", "pg_catalog.x"],
      ["pkName", "id, 1"],
      ["tablePrefix", "other_"],
      ["titleEn", "访客"],
      ["titleEn", "small"],
    ];
    for (const [name, value] of bad) {
      const refused = await admin.refused(calls.submit, await codeValues(app, { [name]: value }));
      assert.deepEqual([refused.errorCode, refused.failures[0]?.field], ["FIELD_INVALID", name], `${name} ${value}`);
    }
  });

  it("refuses a table without fields, in both languages (FIELD_INVALID)", async () => {
    for (const fields of [undefined, null, []]) {
      const refused = await admin.refused(calls.submit, await codeValues(app, { fields }));
      assert.deepEqual(
        [refused.errorCode, refused.failures[0]?.field, refused.msg, refused.msgEn],
        ["FIELD_INVALID", "fields", "字段：不能为空", "Fields: required"],
      );
    }
  });

  it("refuses invalid fields, each with its place (FIELD_INVALID)", async () => {
    const bad: [Partial<CodeField>, string][] = [
      [{ name: "a-b" }, "name"],
      [{ name: "__proto__" }, "name"],
      [{ name: "constructor" }, "name"],
      [{ name: "version" }, "name"],
      [{ name: "password" }, "name"],
      [{ name: "accessToken" }, "name"],
      [{ name: "current" }, "name"],
      [{ name: `x: 1, y` }, "name"],
      [{ name: "order" }, "name"],
      [{ kind: "text", length: null }, "length"],
      [{ kind: "decimal", precision: 2, scale: 3 }, "precision"],
      [{ kind: "ref" }, "entity"],
      [{ kind: "code", codes: [] }, "codes"],
      [{ kind: "code", codes: [{ key: `1') or ('1'='1`.slice(0, 20), zh: "x", en: "x" }] }, "codes"],
      [
        {
          kind: "code",
          codes: [
            { key: "1", zh: "x", en: "x" },
            { key: "1", zh: "y", en: "y" },
          ],
        },
        "codes",
      ],
      [{ kind: "long", inList: "1" }, "inList"],
      [{ kind: "files", inFilters: "1" }, "inFilters"],
      [{ kind: "texts", length: 5, sortable: "1" }, "sortable"],
      [{ en: "中文" }, "en"],
    ];
    for (const [part, at] of bad) {
      const refused = await admin.refused(
        calls.submit,
        await codeValues(app, { fields: [titleField, field("extra", "int", part)] }),
      );
      assert.deepEqual(
        [refused.errorCode, refused.failures[0]?.field],
        ["FIELD_INVALID", `fields[1].${at}`],
        JSON.stringify(part),
      );
    }
    assert.equal(
      (await admin.refused(calls.submit, await codeValues(app, { fields: [titleField, titleField] }))).failures[0]
        ?.field,
      "fields[1].name",
    );
    assert.equal(
      (await admin.refused(calls.submit, await codeValues(app, { fields: [field("only", "int")] }))).failures[0]?.field,
      "fields",
    );
    assert.equal(
      (
        await admin.refused(
          calls.submit,
          await codeValues(app, { fields: Array.from({ length: 81 }, (_, n) => field(`f${n}`, "int")) }),
        )
      ).errorCode,
      "FIELD_INVALID",
    );
  });
});

describe("genCode", () => {
  it("leaves in the history who took the code of which rows", async () => {
    const id = await aCode(app, admin, { codeName: "taken" });
    await buildZip(id);
    assert.deepEqual((await findTaken(app.db, admin, "Code")).at(-1), { bizId: id, after: null });
  });

  it("escapes labels, which cannot end their literals", async () => {
    const label = nasty(7);
    const id = await aCode(app, admin, {
      codeName: "literal",
      apiPath: "/visits/literal",
      webPath: "/visits/literal",
      titleZh: label.zh,
      titleEn: label.en,
      fields: [{ ...titleField, ...label }],
    });
    const files = await getFiles(id);
    const contract = files["packages/contract/src/visits/literal.ts"] ?? "";
    // Read as a program, the literals say what was typed, and nothing else is said.
    const literals = [...contract.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([text]) => runInNewContext(text) as string);
    for (const text of [label.zh, label.en]) assert.equal(literals.filter((one) => one === text).length, 2);
    const rest = contract.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
    assert.doesNotMatch(rest, /process|`|\$\{|😀/);
    for (const [path, text] of Object.entries(files))
      if (!path.startsWith("packages/") && path !== "generated.patch")
        assert.doesNotMatch(text, /process\.exit|😀/, path);
  });

  it("refuses what exists already, and references to what does not (GENERATOR_REFUSED)", async () => {
    const refused = async (more: object) => {
      const id = await aCode(app, admin, {
        apiPath: "/x/one",
        webPath: "/x/one",
        serviceName: `s${++services}`,
        ...more,
      });
      const answer = (await buildZip(id)).json();
      assert.equal(answer.errorCode, "GENERATOR_REFUSED", JSON.stringify(answer));
      return answer.msg as string;
    };
    assert.match(await refused({ codeName: "course" }), /Course已存在/);
    assert.match(await refused({ codeName: "dept", packageName: "x-y" }), /dept已存在/);
    assert.match(await refused({ codeName: "one", serviceName: "blade-system", apiPath: "/post" }), /接口路径/);
    assert.match(await refused({ codeName: "two", webPath: "/system/post" }), /前端路径/);
    assert.match(
      await refused({ codeName: "three", fields: [titleField, field("userId", "ref", { entity: "User" })] }),
      /User不存在/,
    );
    assert.match(
      await refused({ codeName: "four", fields: [titleField, field("mineId", "ref", { entity: "Four" })] }),
      /循环/,
    );
  });

  it("writes no files on the server", async () => {
    const root = join(import.meta.dirname, "../../../..");
    const listing = () =>
      JSON.stringify(
        ["apps/api/src", "apps/api/migrations", "packages/contract/src", "apps/web/src", "."].map((folder) =>
          readdirSync(join(root, folder)).sort(),
        ),
      );
    const before = listing();
    const id = await aCode(app, admin, {
      codeName: "nowhere",
      packageName: "nowhere-else",
      apiPath: "/n/nowhere",
      webPath: "/n/nowhere",
    });
    assert.ok(
      (await admin.call(calls.preview, { ids: id })).some(
        ({ path }) => path === "packages/contract/src/nowhere-else/nowhere.ts",
      ),
    );
    assert.equal((await buildZip(id)).statusCode, 200);
    assert.equal(listing(), before);
  });
});

describe("registrationPatch", () => {
  it("finds the place of its lines in every domain that lists its routes", async () => {
    const placed: string[] = [];
    for (const name of readdirSync(import.meta.dirname.replace(/develop$/, "")).filter((one) =>
      domains.some((domain) => one === domain.name),
    )) {
      const id = await aCode(app, admin, {
        codeName: "visitor",
        packageName: name,
        serviceName: name,
        apiPath: "/x/visitor",
        webPath: "/x/visitor",
      });
      const answer = await buildZip(id);
      if (answer.statusCode === 200) placed.push(name);
      else assert.equal(answer.json().errorCode, "GENERATOR_REFUSED", name);
    }
    assert.ok(placed.length >= 12, placed.join());
  });
});
let services = 0;

describe("Code.copy", () => {
  it("adds -copy to the name, and another suffix the second time", async () => {
    const id = await aCode(app, admin, { codeName: "copied", serviceName: "copies" });
    const names = [];
    for (let n = 0; n < 2; n++)
      names.push(
        ((await admin.call(calls.detail, await admin.call(calls.copy, { id }))) as { codeName: string }).codeName,
      );
    assert.deepEqual(names, ["copied-copy", "copied-copy2"]);
    // The copy still has the addresses of the original: generated together, one of the two could not be reached.
    const [copy] = ((await admin.list(calls.list, { codeName: "copied-copy2" })) as { records: { id: string }[] })
      .records;
    assert.match((await buildZip(`${id},${copy?.id}`)).json().msg, /后端路径\/api\/copies\/visits\/visitor重复/);
    await admin.call(calls.submit, { id: copy?.id, apiPath: "/visits/copy" } as never);
    assert.match((await buildZip(`${id},${copy?.id}`)).json().msg, /前端路径\/visits\/visitor重复/);
    assert.deepEqual(
      ((await admin.call(calls.detail, { id: copy?.id as string })) as { fields: unknown }).fields,
      ((await admin.call(calls.detail, { id })) as { fields: unknown }).fields,
    );
    const twice = await codeValues(app, { codeName: "copied", serviceName: "copies" });
    assert.equal((await admin.refused(calls.submit, twice)).errorCode, "DUPLICATE");
    await admin.call(calls.remove, { ids: id });
    assert.equal((await admin.refused(calls.copy, { id })).errorCode, "NOT_FOUND");
  });
});

describe("the calls of the generator", () => {
  it("are all refused while it is switched off; data sources are not affected", async () => {
    const id = await aCode(app, admin, { codeName: "later", serviceName: "later" });
    app.settings.codeGenerator = false;
    try {
      const asked: [keyof typeof calls, object][] = [
        ["list", {}],
        ["export", {}],
        ["detail", { id }],
        ["submit", await codeValues(app)],
        ["remove", { ids: id }],
        ["copy", { id }],
        ["genCode", { ids: id }],
        ["preview", { ids: id }],
        ["tables", { datasourceId: own }],
        ["propose", { datasourceId: own, tableName: "course" }],
        ["targets", {}],
      ];
      assert.deepEqual(asked.map(([name]) => name).sort(), Object.keys(calls).sort());
      for (const [name, input] of asked) {
        const refused = await admin.refused(calls[name] as never, input);
        assert.deepEqual([refused.errorCode, refused.status], ["GENERATOR_OFF", 403], name);
      }
      assert.ok(!JSON.stringify(await menus()).includes("/tool/code"));
    } finally {
      app.settings.codeGenerator = true;
    }
    assert.ok(JSON.stringify(await menus()).includes("/tool/code"));
    assert.ok(JSON.stringify(await menus()).includes("/tool/datasource"));
  });

  it("may be made by the system administrator only", async () => {
    const id = await aCode(app, admin, { codeName: "mine", serviceName: "mine" });
    for (const user of [
      app.as("clerk"),
      app.as("auditor"),
      app.as("leader"),
      app.as("orgAdmin"),
      app.as("sysAdmin", { tenantId: "100001" }),
    ]) {
      for (const [call, input] of [
        [calls.detail, { id }],
        [calls.submit, await codeValues(app)],
        [calls.remove, { ids: id }],
        [calls.copy, { id }],
        [calls.preview, { ids: id }],
        [calls.tables, { datasourceId: own }],
        [calls.targets, {}],
      ] as const)
        assert.ok(
          ["ROLE_DENIED", "NOT_FOUND", "NOT_OWNER"].includes((await user.refused(call as never, input)).errorCode),
        );
      assert.equal((await buildZip(id, user.token)).statusCode, 403);
    }
  });
});
const menus = async () =>
  (await app.http.inject({ url: "/api/blade-system/menu/routes", headers: { token: admin.token } })).json().data;
