import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { type RegionRow, regionCalls, getRegionPrefix } from "@jipei/contract/settings/region.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { seedRegions } from "../../seed/regions.seed.ts";
import { anOrganisation } from "../../test/factories/organisation.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await seedRegions(app.db);
});
after(() => app.close());

const detail = (code: string): Promise<RegionRow> => app.stranger.call(regionCalls.detail, { code }) as never;
const village = {
  code: "330482001001",
  parentCode: "330482001",
  name: "一社区",
  regionLevel: "5",
  isValid: "isValid",
} as const;

describe("regions", () => {
  it("have a code that continues that of their parent", () => {
    assert.deepEqual(["00", "330000", "330400", "330482", "330482001", "659001", "110100"].map(getRegionPrefix), [
      "",
      "33",
      "3304",
      "330482",
      "330482001",
      "659001",
      "1101",
    ]);
  });

  it("of the seed have a parent each", async () => {
    const { rows } = await app.pool
      .query(`select t.code from region t left join region p on p.code = t.parent_code and p.is_deleted = 0
    where t.code <> '00' and (p.code is null or p.region_level >= t.region_level or t.full_name not like '%' || t.name)`);
    assert.deepEqual(rows, []);
    const levels = (
      await app.pool.query("select region_level, count(*)::int as n from region group by 1 order by 1")
    ).rows.map((row) => row.n);
    assert.deepEqual(levels, [1, 34, 333, 2865, 41278]);
  });
});

describe("Region.lazyTree", () => {
  it("returns one level at a time, from the provinces to the towns", async () => {
    const provinces = await app.stranger.call(regionCalls.lazyTree, {});
    assert.equal(provinces.length, 34);
    assert.deepEqual(
      provinces.find((one) => one.id === "330000"),
      {
        id: "330000",
        parentId: "00",
        title: "浙江省",
        value: "330000",
        key: "330000",
        fullName: "浙江省",
        regionLevel: "1",
        hasChildren: true,
      },
    );
    const cities = await app.stranger.call(regionCalls.lazyTree, { parentCode: "330000" });
    assert.ok(cities.some((city) => city.title === "嘉兴市" && city.hasChildren));
    const districts = await app.stranger.call(regionCalls.lazyTree, { parentCode: "110000" });
    assert.ok(
      districts.some((district) => district.title === "东城区" && district.regionLevel === "3" && district.hasChildren),
    );
    const towns = await app.stranger.call(regionCalls.lazyTree, { parentCode: "330482" });
    assert.deepEqual(towns.map((town) => [town.id, town.title, town.hasChildren]).slice(0, 2), [
      ["330482001", "当湖街道", false],
      ["330482002", "钟埭街道", false],
    ]);
    assert.deepEqual(
      (await app.stranger.call(regionCalls.lazyTree, { parentCode: "330482", name: "乍浦" })).map((one) => one.title),
      ["乍浦镇"],
    );
    const rows = await app.as("clerk").call(regionCalls.lazyList, { parentCode: "330100" });
    assert.deepEqual(
      rows.filter((row) => row.isValid === "unValid").map((row) => row.name),
      ["下城区", "江干区"],
    );
    assert.ok(
      !(await app.stranger.call(regionCalls.lazyTree, { parentCode: "330100" })).some((one) => one.title === "下城区"),
    );
  });

  it("has counties directly below a province there, and they have full names without a city", async () => {
    const [found] = await app.stranger.call(regionCalls.select, { name: "湖北省仙桃市" });
    assert.deepEqual([found?.id, found?.parentId, found?.fullName], ["429004", "420000", "湖北省仙桃市"]);
    assert.deepEqual(
      (await app.stranger.call(regionCalls.lazyTree, { parentCode: "420000" }))
        .filter((one) => one.regionLevel === "3")
        .map((one) => one.title),
      ["仙桃市", "潜江市", "天门市", "神农架林区"],
    );
  });
});

describe("Region.select", () => {
  it("does not offer regions below an abolished one, until it is restored", async () => {
    const admin = app.as("sysAdmin");
    const { id } = await detail("330402");
    const offered = async () => [
      (await app.stranger.call(regionCalls.select, { code: "330402007" })).length,
      (await app.stranger.call(regionCalls.lazyTree, { parentCode: "330402" })).length > 0,
    ];
    assert.deepEqual(await offered(), [1, true]);
    await admin.call(regionCalls.submit, { id, isValid: "unValid" } as never);
    assert.deepEqual(await offered(), [0, false]);
    assert.equal((await detail("330402007")).isValid, "isValid");
    await admin.call(regionCalls.submit, { id, isValid: "isValid" } as never);
    assert.deepEqual(await offered(), [1, true]);
  });

  it("finds regions by name, by several names, by full name and by code", async () => {
    const names = async (input: object) =>
      (await app.stranger.call(regionCalls.select, input)).map((one) => one.fullName);
    assert.equal((await names({ name: "平湖" }))[0], "浙江省嘉兴市平湖市");
    assert.deepEqual(await names({ name: "嘉兴 乍浦" }), ["浙江省嘉兴市平湖市乍浦镇"]);
    assert.deepEqual(await names({ name: "浙江省嘉兴市平湖市乍浦" }), ["浙江省嘉兴市平湖市乍浦镇"]);
    assert.equal((await names({ code: "330482" }))[0], "浙江省嘉兴市平湖市");
    assert.deepEqual(await names({ name: "' or 1=1 --" }), []);
    const page = await app.as("clerk").list<any>(regionCalls.list, { code: "33048", regionLevel: "3" });
    assert.deepEqual(
      page.records.map((row: any) => row.name),
      ["海宁市", "平湖市", "桐乡市"],
    );
    assert.equal((await app.as("clerk").list<any>(regionCalls.list, { regionLevel: "1" })).total, 34);
  });
});

describe("Region.submit", () => {
  it("that abolishes a region keeps institutions and departments from newly naming it (FIELD_INVALID); rows that name it already may keep it", async () => {
    const clerk = app.as("clerk");
    const admin = app.as("sysAdmin");
    const { id } = await anOrganisation(app, { regionCode: "330411" });
    const county = (await detail("330411")).id;
    await admin.call(regionCalls.submit, { id: county, isValid: "unValid" } as never);
    await clerk.call(organisationCalls.save, { id, regionCode: "330411", address: "新地址1号" } as never);
    for (const [regionCode, words] of [
      ["999999", "没有该区划代码"],
      ["330103", "该区划已撤销，不能再选"],
      ["330411002", "该区划已撤销，不能再选"],
    ] as const) {
      for (const refused of [
        await clerk.refused(organisationCalls.save, { id, regionCode } as never),
        await admin.refused(departmentCalls.submit, {
          orgName: "区划科",
          deptCategory: "1",
          sort: 1,
          regionCode,
        } as never),
      ])
        assert.deepEqual(
          [refused.errorCode, refused.failures[0]?.field, refused.msg.endsWith(words)],
          ["FIELD_INVALID", "regionCode", true],
          `${regionCode} ${refused.msg}`,
        );
    }
    assert.equal(
      (
        await admin.refused(departmentCalls.submit, {
          orgName: "区划科",
          deptCategory: "1",
          sort: 1,
          regionCode: "00",
        } as never)
      ).errorCode,
      "FIELD_INVALID",
    );
    await admin.call(regionCalls.submit, { id: county, isValid: "isValid" } as never);
  });

  it("adds a village below a town; refuses code, level or parent that do not fit", async () => {
    const admin = app.as("sysAdmin");
    await admin.call(regionCalls.submit, village);
    assert.deepEqual(
      [(await detail(village.code)).fullName, ((await detail(village.code)) as any).parentName],
      ["浙江省嘉兴市平湖市当湖街道一社区", "当湖街道"],
    );
    const wrong = async (change: object) =>
      (await admin.refused(regionCalls.submit, { ...village, code: "330482001009", ...change })).failures[0]?.field;
    assert.equal(await wrong({ code: "3304820" }), "code");
    assert.equal(await wrong({ code: "330483001009" }), "code");
    assert.equal(await wrong({ parentCode: "330482999" }), "parentCode");
    assert.equal(await wrong({ regionLevel: "3", code: "330482" }), "regionLevel");
    assert.equal(await wrong({ parentCode: "330482001001", regionLevel: "5" }), "regionLevel");
    const city = await detail("330400");
    assert.equal(
      (await admin.refused(regionCalls.submit, { id: city.id, regionLevel: "3" })).failures[0]?.field,
      "regionLevel",
      "as its counties",
    );
    assert.equal(
      (await admin.refused(regionCalls.submit, { id: (await detail(village.code)).id, code: "330482001002" }))
        .errorCode,
      "FIELD_FROZEN",
    );
  });

  it("changes an existing code without its id, and updates the full names below", async () => {
    const admin = app.as("sysAdmin");
    await admin.call(regionCalls.submit, {
      code: "330482001",
      parentCode: "330482",
      name: "当湖新街道",
      regionLevel: "4",
      isValid: "isValid",
    });
    assert.equal((await detail(village.code)).fullName, "浙江省嘉兴市平湖市当湖新街道一社区");
    await admin.call(regionCalls.submit, { id: (await detail("330482")).id, isValid: "unValid" } as never);
    assert.equal((await detail("330482")).isValid, "unValid");
    await admin.call(regionCalls.submit, { id: (await detail("330482")).id, isValid: "isValid" } as never);
    const audit = await app.db.selectFrom("auditRecord").select("action").where("bizType", "=", "Region").execute();
    assert.ok(audit.length >= 4);
  });
});

describe("Region.remove", () => {
  it("refuses a region that has others below it or that rows name (DEPENDENCY_IN_USE)", async () => {
    const admin = app.as("sysAdmin");
    assert.equal((await admin.refused(regionCalls.remove, { id: "330482001" })).errorCode, "DEPENDENCY_IN_USE");
    assert.equal((await admin.refused(regionCalls.remove, { id: "00" })).errorCode, "DEPENDENCY_IN_USE");
    assert.equal((await admin.refused(regionCalls.remove, { id: "999999" })).errorCode, "NOT_FOUND");
    assert.equal((await app.as("clerk").refused(regionCalls.remove, { id: village.code })).errorCode, "ROLE_DENIED");
    const town = "330482002";
    await anOrganisation(app, { regionCode: town });
    const refused = await admin.refused(regionCalls.remove, { id: `${village.code},${town}` });
    assert.deepEqual([refused.errorCode, refused.failures[0]?.id], ["DEPENDENCY_IN_USE", (await detail(town)).id]);
    await admin.call(regionCalls.remove, { id: `330482001,${village.code}` });
    assert.equal((await app.stranger.refused(regionCalls.detail, { code: village.code })).errorCode, "NOT_FOUND");
  });
});

describe("seedRegions", () => {
  it("adds and corrects the regions of a new edition, and keeps what users changed", async () => {
    const admin = app.as("sysAdmin");
    await admin.call(regionCalls.submit, { id: (await detail("330421")).id, name: "嘉善示范县" } as never);
    await app.pool.query(
      `update region set name = '旧名' where code = '330424'; update reference_edition set edition = 'older' where name = 'region'`,
    );
    await seedRegions(app.db);
    assert.deepEqual([(await detail("330421")).name, (await detail("330424")).name], ["嘉善示范县", "海盐县"]);
    assert.equal((await app.stranger.refused(regionCalls.detail, { code: "330482001" })).errorCode, "NOT_FOUND");
  });
});
