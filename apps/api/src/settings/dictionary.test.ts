import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  businessDictionaryCalls as business,
  dictionaryCalls as system,
  fixedLists,
} from "@jipei/contract/settings/dictionary.ts";
import { enumCalls } from "@jipei/contract/settings/enums.ts";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { seedSettings } from "../../seed/settings.seed.ts";
import { sendWorkbook } from "../../test/support/send-workbook.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { codeLists } from "./code-lists.ts";
import { workdayExceptions } from "./settings.queries.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const entry = async (code: string, key: string) =>
  (await app.as("clerk").call(business.dictionary, { code })).find((row) => row.dictKey === key) as any;
const head = async (code: string) =>
  (await app.as("clerk").list<any>(business.parentList, { code_equal: code })).records[0];
const own = { dictKey: "x", dictValue: "自有", sort: 1, isSealed: "0" } as const;

describe("BusinessDictionary.importCommit", () => {
  it("puts a value into the list that the sheet names by its code, and says which list there is not", async () => {
    const clerk = app.as("clerk");
    await clerk.call(business.submit, { ...own, code: "SHOE_SIZE", dictKey: "-1", dictValue: "鞋码" } as never);
    const send = <T>(path: string, rows: string) =>
      sendWorkbook<T>(
        app.http,
        clerk.token,
        path,
        Buffer.from(`字典编号,字典键值,字典名称,排序,是否封存\n${rows}\n`),
        {},
        "sizes.csv",
      );
    const { data } = await send<ImportReport>(
      business.import.dryRun.path,
      "SHOE_SIZE,42,四十二,1,否\nHAT_SIZE,7,七,1,否",
    );
    assert.deepEqual(
      data.cells.map(({ row, field, reasonZh }) => [row, field, reasonZh]),
      [[3, "code", "字典编号：没有这个字典"]],
    );
    const done = await send<ImportResult>(business.import.commit.path, "SHOE_SIZE,42,四十二,1,否");
    assert.equal(done.data.inserted, 1);
    assert.equal((await entry("SHOE_SIZE", "42")).parentId, (await head("SHOE_SIZE")).id);
  });
});

describe("Dictionary.dictionary", () => {
  it("returns entries in order and in both languages, to everybody who is signed in", async () => {
    const kinds = await app.as("orgAdmin").call(business.dictionary, { code: "TRAIN_KIND" });
    assert.deepEqual(
      [kinds[0]?.dictKey, kinds[0]?.dictValue, kinds[0]?.dictValueEn, kinds[0]?.isSealed],
      ["01", "就业技能培训", "Employment skill training", "0"],
    );
    assert.deepEqual(await app.as("orgAdmin").call(business.dictionary, { code: "x' or '1'='1" }), []);
    assert.equal((await app.stranger.refused(business.dictionary, { code: "sex" })).status, 401);
    assert.deepEqual(
      (await app.as("student").call(system.dictionary, { code: "sex" })).map((row) => row.dictKey),
      ["1", "2"],
    );
  });
});

describe("ClassEnum", () => {
  it("and the other three lists of codes return code and both labels", async () => {
    const answers = await Promise.all(enumCalls.map(({ call }) => app.as("student").call(call, undefined)));
    assert.deepEqual(
      answers.map((entries) => entries.length),
      [5, 4, 5, 5],
    );
    assert.deepEqual(answers[0]?.[0], { value: "Invalidate", code: "Invalidate", label: "作废", labelEn: "Void" });
  });
});

describe("the built-in lists", () => {
  it("all exist", () => {
    const later = ["APPLY_SIDE"];
    for (const name of fixedLists) assert.ok(codeLists.has(name) || later.includes(name), name);
  });

  it("stay as they are when seeded again: nothing that was removed comes back", async () => {
    const admin = app.as("sysAdmin");
    await admin.call(business.remove, { ids: (await entry("COMP_LEVEL", "6")).id });
    const count = async () =>
      Promise.all(
        ["parameter", "serialRule", "businessDictionary", "dictionary", "region"].map(async (table) =>
          Number(
            (
              await app.db
                .selectFrom(table as "dictionary")
                .select((e) => e.fn.countAll().as("n"))
                .where("isDeleted", "=", 0)
                .executeTakeFirstOrThrow()
            ).n,
          ),
        ),
      );
    const first = await count();
    await seedSettings(app.db, "counties");
    assert.deepEqual(await count(), first);
    assert.equal(await entry("COMP_LEVEL", "6"), undefined);
    const { id: parentId } = await head("COMP_LEVEL");
    await admin.call(business.submit, { ...own, code: "COMP_LEVEL", parentId, dictKey: "6", sort: 6 });
    assert.equal((await entry("COMP_LEVEL", "6")).dictValue, "企业/院校");
  });
});

describe("Dictionary.list", () => {
  it("returns pages of heads and trees of entries, and searches both", async () => {
    const clerk = app.as("clerk");
    const heads = await clerk.list<any>(business.parentList, { current: "1", size: "10", dictValue: "培训" });
    assert.ok(heads.records.every((row: any) => row.dictKey === "-1" && row.dictValue.includes("培训")));
    assert.equal((await clerk.list<any>(business.parentList, { dictValue: "就业技能培训" })).total, 0);
    assert.deepEqual(
      [
        (await head("TRAIN_KIND")).keeping,
        (await head("SubsidyEnum")).keeping,
        (await head("workday_exception")).keeping,
      ],
      ["built", "fixed", "own"],
    );
    const kind = await head("TRAIN_KIND");
    const entries = await clerk.list<any[]>(business.childList, { parentId: kind.id, current: "1", size: "1" });
    assert.equal(entries.length, Object.keys(codeLists.get("TRAIN_KIND")?.codes ?? {}).length);
    assert.deepEqual(
      (await clerk.list<any[]>(business.childList, { parentId: kind.id, dictValue: "创业" })).map((row) => row.dictKey),
      ["05"],
    );
    assert.equal((await clerk.refused(business.childList, {})).errorCode, "FIELD_INVALID");
    const whole = await clerk.list<any[]>(business.list, { code_equal: "TRAIN_KIND" });
    assert.deepEqual(
      [
        whole.length,
        whole[0].parentId,
        whole[0].hasChildren,
        whole[0].children[0].dictKey,
        whole[0].children[0].children,
      ],
      [1, "0", true, "01", undefined],
    );
    const tree = await app.as("sysAdmin").call(system.tree, { code: "DICT" });
    const sex = tree.find((node) => node.title === "性别");
    assert.deepEqual(
      [sex?.parentId, sex?.hasChildren, sex?.children?.[0]?.title, sex?.children?.[0]?.hasChildren],
      ["0", true, "男", false],
    );
    assert.equal((await clerk.refused(business.list, { ["code'--"]: "x" })).errorCode, "FIELD_INVALID");
  });
});

describe("Dictionary.submit", () => {
  it("and remove keep heads and entries of a list of the bureau in their places", async () => {
    const admin = app.as("sysAdmin");
    const { id: a } = await admin.call(system.submit, { ...own, code: "vehicle", dictKey: "-1", dictValue: "车辆" });
    const { id: b } = await admin.call(system.submit, {
      ...own,
      code: "anything",
      parentId: a,
      dictKey: "1",
      dictValue: "客车",
    });
    const { id: c } = await admin.call(system.submit, {
      ...own,
      code: "vehicle",
      parentId: b,
      dictKey: "11",
      dictValue: "大客车",
    });
    const detail = await admin.call(system.detail, { id: c });
    assert.deepEqual([detail.code, detail.parentName], ["vehicle", "客车"]);
    assert.equal((await admin.call(system.detail, { id: a })).parentName, "顶级");
    const [tree] = await admin.list<any[]>(system.childList, { parentId: a });
    assert.equal(tree.children[0].dictValue, "大客车");
    assert.equal(
      (await admin.refused(system.submit, { ...own, code: "vehicle", parentId: a, dictKey: "1" })).errorCode,
      "DUPLICATE",
    );
    assert.equal(
      (await admin.refused(system.submit, { ...own, code: "vehicle", dictKey: "-1" })).errorCode,
      "DUPLICATE",
    );
    assert.equal(
      (await admin.refused(system.submit, { ...own, code: "1 or 1=1", dictKey: "-1" })).errorCode,
      "FIELD_INVALID",
    );
    assert.equal((await admin.refused(system.submit, { id: b, parentId: c })).errorCode, "FIELD_INVALID");
    assert.equal((await admin.refused(system.submit, { id: b, parentId: b })).errorCode, "FIELD_INVALID");
    assert.equal((await admin.refused(system.submit, { id: b, parentId: "999999" })).errorCode, "FIELD_INVALID");
    assert.equal((await admin.refused(system.submit, { id: b, parentId: null })).errorCode, "FIELD_FROZEN");
    assert.equal((await admin.refused(system.submit, { id: a, code: "car" })).errorCode, "DEPENDENCY_IN_USE");
    const refused = await admin.refused(system.remove, { ids: `${c},${a}` });
    assert.deepEqual([refused.errorCode, refused.failures.map((one) => one.id)], ["DEPENDENCY_IN_USE", [a]]);
    await admin.call(system.remove, { ids: `${a},${b},${c}` });
    assert.equal((await admin.refused(system.detail, { id: b })).errorCode, "NOT_FOUND");
    const audit = await app.db
      .selectFrom("auditRecord")
      .select("action")
      .where("bizType", "=", "Dictionary")
      .where("bizId", "=", b)
      .orderBy("id")
      .execute();
    assert.deepEqual(
      audit.map((row) => row.action),
      ["add", "remove"],
    );
  });

  it("refuses one of two calls at once that would put entries below one another, or below a removed one", async () => {
    const admin = app.as("sysAdmin");
    const { id: list } = await admin.call(system.submit, { ...own, code: "race", dictKey: "-1" });
    const made: string[] = [];
    for (let i = 0; i < 12; i++)
      made.push((await admin.call(system.submit, { ...own, code: "race", parentId: list, dictKey: String(i) })).id);
    const moves = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => [made[2 * i], made[2 * i + 1]] as [string, string]).flatMap(([x, y]) => [
        admin.call(system.submit, { id: x, parentId: y } as never),
        admin.call(system.submit, { id: y, parentId: x } as never),
      ]),
    );
    // One of each two is refused by the rule, none by a deadlock.
    assert.deepEqual(
      moves
        .map((move) => (move.status === "fulfilled" ? "moved" : /: (\d+) /.exec(String(move.reason))?.[1]))
        .toSorted(),
      [...Array(6).fill("400"), ...Array(6).fill("moved")],
    );
    const rows = (
      await app.pool.query("select id, parent_id from dictionary where code = $1 and is_deleted = 0", ["race"])
    ).rows as { id: string; parent_id: string | null }[];
    const above = new Map(rows.map((row) => [row.id, row.parent_id]));
    for (const id of made) {
      let steps = 0;
      for (let at: string | null | undefined = id; at; at = above.get(at)) assert.ok(++steps < 20, "a ring");
    }
    const leaf = (await admin.call(system.submit, { ...own, code: "race", parentId: list, dictKey: "leaf" })).id;
    await Promise.allSettled([
      admin.call(system.remove, { ids: leaf }),
      admin.call(system.submit, { ...own, code: "race", parentId: leaf, dictKey: "below" }),
    ]);
    const lost = await app.pool.query(
      "select from dictionary c join dictionary p on p.id = c.parent_id where c.is_deleted = 0 and p.is_deleted = 1",
    );
    assert.equal(lost.rowCount, 0);
  });

  it("keeps names and keys of built-in entries, and refuses any change of those that the software decides by", async () => {
    const clerk = app.as("clerk");
    const kind = await entry("TRAIN_KIND", "09");
    assert.equal((await clerk.refused(business.submit, { id: kind.id, dictValue: "项目" })).errorCode, "FIELD_FROZEN");
    assert.equal((await clerk.refused(business.submit, { id: kind.id, dictKey: "98" })).errorCode, "FIELD_FROZEN");
    assert.equal(
      (await clerk.refused(business.submit, { ...own, code: "TRAIN_KIND", parentId: kind.parentId, dictKey: "77" }))
        .errorCode,
      "FIELD_INVALID",
    );
    const state = await entry("SubsidyEnum", "back");
    assert.equal((await clerk.refused(business.submit, { id: state.id, isSealed: "1" })).errorCode, "FIELD_FROZEN");
    assert.equal((await clerk.refused(business.submit, { id: state.id, sort: 9 })).errorCode, "FIELD_FROZEN");
    assert.equal((await app.as("sysAdmin").refused(business.remove, { ids: state.id })).errorCode, "DICT_IN_USE");
    await app.pool
      .query(`insert into assessor_type (type_no, type_name, allow_levels, sort, is_valid, create_user, update_user)
    values ('T1', '考评员', '{4,5}', 1, 'isValid', 1, 1)`);
    const level = await entry("LEVEL", "5");
    assert.equal((await app.as("sysAdmin").refused(business.remove, { ids: level.id })).errorCode, "DICT_IN_USE");
    assert.equal(
      (await app.as("sysAdmin").refused(business.remove, { ids: kind.parentId })).errorCode,
      "DEPENDENCY_IN_USE",
    );
    await clerk.call(business.submit, { id: kind.id, remark: "按项目文件" } as never);
    assert.equal((await entry("TRAIN_KIND", "09")).remark, "按项目文件");
  });

  it("lets clerks maintain the working days; institutions read only", async () => {
    const clerk = app.as("clerk");
    const days = await head("workday_exception");
    const day = { ...own, code: "workday_exception", parentId: days.id, dictKey: "2031-05-01", dictValue: "0" };
    assert.equal((await clerk.refused(business.submit, { ...day, dictKey: "2031-02-30" })).errorCode, "FIELD_INVALID");
    assert.equal((await clerk.refused(business.submit, { ...day, dictValue: "休息" })).errorCode, "FIELD_INVALID");
    await clerk.call(business.submit, day);
    assert.equal((await workdayExceptions(app.db)).get("2031-05-01"), false);
    assert.equal((await clerk.refused(business.remove, { ids: days.id })).errorCode, "ROLE_DENIED");
    assert.equal((await app.as("orgAdmin").refused(business.submit, day)).errorCode, "ROLE_DENIED");
    assert.equal(
      (await clerk.refused(system.submit, { ...own, code: "mine", dictKey: "-1" })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await clerk.call(business.detail, { id: days.id })).code, "workday_exception");
  });

  it("gives a tenant lists of its own, which others do not see, beside those of the tenant owner", async () => {
    const [a, b] = ["100001", "100002"].map((tenantId) => app.as("sysAdmin", { tenantId }));
    const list = { ...own, code: "tenant_list", dictKey: "-1", dictValue: "本租户" };
    const { id } = (await a?.call(business.submit, list)) as { id: string };
    await a?.call(business.submit, { ...own, code: "tenant_list", parentId: id, dictKey: "1" });
    assert.equal((await a?.call(business.dictionary, { code: "tenant_list" }))?.length, 1);
    assert.equal((await b?.call(business.dictionary, { code: "tenant_list" }))?.length, 0);
    assert.equal((await b?.refused(business.detail, { id }))?.errorCode, "NOT_FOUND");
    assert.equal(
      (await b?.refused(business.submit, { ...own, code: "x", parentId: id, dictKey: "2" }))?.errorCode,
      "FIELD_INVALID",
    );
    await b?.call(business.submit, list);
    const shared = await entry("TRAIN_KIND", "09");
    assert.equal((await a?.call(business.detail, { id: shared.id }))?.dictKey, "09");
    assert.equal((await a?.refused(business.submit, { id: shared.id, isSealed: "1" }))?.errorCode, "NOT_OWNER");
    assert.equal(
      (await a?.refused(business.submit, { ...own, code: "SubsidyEnum", dictKey: "-1" }))?.errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (await a?.refused(system.submit, { ...own, code: "theirs", dictKey: "-1" }))?.errorCode,
      "ROLE_DENIED",
    );
  });
});
