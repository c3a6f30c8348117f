// Slow: makes the demo county, and calls the list behind each of its figures as each of those who read them.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { yearStatistics } from "@jipei/contract/home/bureau-home.ts";
import { getSummaryLinks } from "@jipei/contract/home/summary-links.ts";
import { type SummaryFigures, summaryBy, summaryCalls } from "@jipei/contract/home/summary.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { Decimal } from "decimal.js";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { sql } from "kysely";
import { type Crawl, startCrawl } from "../../../test/crawl/crawl-sessions.ts";
import { walkLinks } from "../../../test/crawl/summary-links.ts";
import { textsOfFile } from "../../../test/support/answers/answered-file.ts";
import { findTaken } from "../../../test/support/answers/taken.ts";
import type { TestUser } from "../../../test/support/test-app.ts";
import { today } from "../../core/foundation/clock.ts";

/** Over the demo county, which has classes of both sides in every state over two years. */
let crawl: Crawl;
let clerk: TestUser;
let orgAdmin: TestUser;
let entAdmin: TestUser;
const year = Number(today().slice(0, 4));
before(async () => {
  crawl = await startCrawl();
  [clerk, orgAdmin, entAdmin] = (["clerk", "orgAdmin", "entAdmin"] as const).map(
    (role) => crawl.sessions.get(role) as TestUser,
  ) as [TestUser, TestUser, TestUser];
});
after(() => crawl.close());

const groups = Object.keys(summaryBy.codes) as (keyof (typeof summaryBy)["codes"])[];
const sums = ["classCount", "enrolCount", "finishCount", "testCount", "passCount", "certCount"] as const;
const money = ["applyAmount", "approvedAmount", "paidAmount"] as const;
const totals = (rows: readonly SummaryFigures[]) => [
  ...sums.map((name) => rows.reduce((sum, row) => sum + row[name], 0)),
  ...money.map((name) => rows.reduce((sum, row) => sum.plus(row[name]), new Decimal(0)).toFixed(2)),
];

describe("SummarySearch.list", () => {
  it("has the figures of the year, of the county and of an institution", async () => {
    for (const user of [clerk, orgAdmin])
      for (const wanted of [year, year - 1]) {
        const { figures, lists } = await user.call(yearStatistics, { year: wanted });
        const { sum, leastAttendance } = await user.call(summaryCalls.list, { year: wanted });
        const names = [...sums, ...money, "passRate", "employRate"] as const;
        assert.deepEqual(
          names.map((name) => [name, sum[name] ?? null]),
          names.map((name) => [name, figures[name] ?? null]),
        );
        // Hence they lead to the same rows.
        const asked = { year: wanted, side: user === clerk ? null : ("1" as const) };
        for (const name of ["classCount", "certCount", "employRate", "applyAmount", "paidAmount"] as const)
          assert.deepEqual(
            lists[name],
            getSummaryLinks(name, asked, [], { today: today(), least: leastAttendance }),
            name,
          );
      }
    const { sum } = await clerk.call(summaryCalls.list, { year });
    assert.ok(sum.classCount > 5 && Number(sum.paidAmount) > 0 && sum.certCount > 20, JSON.stringify(sum));
  });

  it("adds up to the same by each group; institutions and enterprises together", async () => {
    const all = totals([(await clerk.call(summaryCalls.list, { year })).sum]);
    for (const groupBy of groups.filter((group) => group !== "org" && group !== "ent"))
      assert.deepEqual(totals((await clerk.call(summaryCalls.list, { year, groupBy })).records), all, groupBy);
    const sides = await Promise.all((["1", "2"] as const).map((side) => clerk.call(summaryCalls.list, { year, side })));
    assert.deepEqual(totals(sides.map(({ sum }) => sum)), all);
    const units = await Promise.all(
      (["org", "ent"] as const).map((groupBy) => clerk.call(summaryCalls.list, { year, groupBy })),
    );
    assert.deepEqual(totals(units.flatMap(({ records }) => records)), all);
    assert.ok(units.every(({ records }) => records.length > 1 && records.every((row) => row.groupName.length > 1)));
  });

  it("adds up to the same crossed by any two groups, each group of which is one of the answer", async () => {
    const all = totals([(await clerk.call(summaryCalls.list, { year })).sum]);
    for (const crossBy of groups.filter((group) => group !== "trainKind")) {
      const { records, sum } = await clerk.call(summaryCalls.list, { year, groupBy: "trainKind", crossBy });
      assert.deepEqual(totals(records), totals([sum]), crossBy);
      if (crossBy !== "org" && crossBy !== "ent") assert.deepEqual(totals(records), all, crossBy);
      assert.equal(new Set(records.map((row) => `${row.groupKey} ${row.crossKey}`)).size, records.length);
    }
    const same = { year, groupBy: "level", crossBy: "level" } as const;
    assert.equal((await clerk.refused(summaryCalls.list, same)).errorCode, "FIELD_INVALID");
  });

  it("filters as it groups: a filter gives the group of its value", async () => {
    for (const [groupBy, filter] of [
      ["org", "orgId"],
      ["ent", "entId"],
      ["course", "courseId"],
      ["level", "level"],
      ["trainKind", "trainKind"],
      ["region", "regionCode"],
    ] as const) {
      const { records } = await clerk.call(summaryCalls.list, { year, groupBy });
      const group = records.find((row) => row.enrolCount > 0);
      assert.ok(group, groupBy);
      const { sum } = await clerk.call(summaryCalls.list, { year, [filter]: group.groupKey } as never);
      assert.deepEqual(totals([sum]), totals([group]), groupBy);
    }
    const { records } = await clerk.call(summaryCalls.list, { year, groupBy: "month" });
    const spring = await clerk.call(summaryCalls.list, { year, monthFrom: 2, monthTo: 4 });
    const months = [`${year}-02`, `${year}-03`, `${year}-04`];
    assert.deepEqual(totals([spring.sum]), totals(records.filter((row) => months.includes(row.groupKey))));
    const backwards = { monthFrom: 4, monthTo: 2 };
    assert.equal((await clerk.refused(summaryCalls.list, backwards)).errorCode, "FIELD_INVALID");
  });

  it("counts in a town its own alone, whatever zeros its code ends in, and so do the lists behind the figures", async () => {
    const { records } = await clerk.call(summaryCalls.list, { year, groupBy: "org" });
    const [own, next] = records.filter(({ classCount }) => classCount > 0);
    assert.ok(own && next);
    const move = (orgId: string, code: string) =>
      sql`update organisation set region_code = ${code} where id = ${orgId}`.execute(crawl.app.db);
    const { rows } = await sql<{ id: string; regionCode: string }>`
      select id, region_code from organisation where id in (${own.groupKey}, ${next.groupKey})`.execute(crawl.app.db);
    await move(own.groupKey, "330482100");
    await move(next.groupKey, "330482109");
    for (const [regionCode, hasNext] of [
      ["330482100", false],
      ["330482", true],
    ] as const) {
      const there = await clerk.call(summaryCalls.list, { year, groupBy: "org", regionCode });
      const found = there.records.map(({ groupKey }) => groupKey);
      assert.deepEqual([found.includes(own.groupKey), found.includes(next.groupKey)], [true, hasNext]);
      const side = { side: "1" } as const;
      const [link] = getSummaryLinks("classCount", { year, regionCode, ...side }, [], {
        today: today(),
        least: there.leastAttendance,
      });
      const filters = Object.fromEntries(new URLSearchParams(link?.link.split("?")[1]));
      const { sum } = await clerk.call(summaryCalls.list, { year, regionCode, ...side });
      assert.equal((await clerk.list<any>(classCalls.usedByManage, filters)).total, sum.classCount, regionCode);
    }
    for (const { id, regionCode } of rows) await move(id, regionCode);
  });

  it("counts for a bureau user of some regions what lies there, as the lists behind the figures do", async () => {
    const { records, sum } = await clerk.call(summaryCalls.list, { year, groupBy: "region" });
    const regions = records.filter(({ enrolCount }) => enrolCount > 0).map(({ groupKey }) => groupKey);
    assert.ok(regions.length > 0);
    for (const region of regions) {
      const there = await crawl.app.as("clerk", { regions: [region] }).call(summaryCalls.list, { year });
      const asked = await clerk.call(summaryCalls.list, { year, regionCode: region });
      assert.deepEqual(there.sum, asked.sum, region);
    }
    const nowhere = await crawl.app.as("clerk", { regions: [] }).call(summaryCalls.list, { year });
    assert.deepEqual(totals([nowhere.sum]), totals([]));
    assert.notDeepEqual(totals([sum]), totals([]));
  });

  it("shows institutions and enterprises their own, whatever they ask for; teachers and people nothing", async () => {
    for (const [user, groupBy, other] of [
      [orgAdmin, "org", "orgId"],
      [entAdmin, "ent", "entId"],
    ] as const) {
      const { records } = await user.call(summaryCalls.list, { year, groupBy });
      assert.ok(records.length <= 1);
      const own = records[0]?.groupKey ?? "";
      const { records: everybody } = await clerk.call(summaryCalls.list, { year, groupBy });
      const stranger = everybody.find((row) => row.groupKey !== own);
      assert.ok(stranger, groupBy);
      const asked = await user.call(summaryCalls.list, { year, [other]: stranger.groupKey } as never);
      assert.deepEqual(totals([asked.sum]), totals([]));
    }
    for (const role of ["orgTeacher", "student", "assessor"] as const)
      assert.equal(
        (await (crawl.sessions.get(role) as TestUser).refused(summaryCalls.list, {})).errorCode,
        "ROLE_DENIED",
      );
  });

  it("says no rate of employment over fewer than five people", async () => {
    const { rows } = await sql<{ classId: string; courseId: string }>`
      select t.id as class_id, t.course_id from training t where t.side = '1' and t.status = 'Confirm' 
      and (select count(*) from trainee s where s.class_id = t.id and s.confirm_status = 'Confirm' and s.is_deleted = 0) >= 6 limit 1`.execute(
      crawl.app.db,
    );
    const [found] = rows;
    assert.ok(found);
    // No other class ends on a day of its own year.
    await sql`update training_class set end_date = '2019-06-20', start_date = '2019-06-01', sign_start_date = '2019-05-01', sign_end_date = '2019-05-20' where id = ${found.classId}`.execute(
      crawl.app.db,
    );
    await sql`update student set attendance_rate = 100, person_category = '01' where class_id = ${found.classId}`.execute(
      crawl.app.db,
    );
    const looking = (n: number) =>
      sql`update student set person_category = '03' where id in (select id from student where class_id = ${found.classId} and confirm_status = 'Confirm' and is_deleted = 0 order by id limit ${n})`.execute(
        crawl.app.db,
      );
    const rate = async () => (await clerk.call(summaryCalls.list, { year: 2019 })).sum.employRate ?? null;
    await looking(4);
    assert.equal(await rate(), null);
    await looking(5);
    assert.notEqual(await rate(), null);
  });
});

/** Where figures lead, by page; what only some of the bureau reads is left out. */
const ofBureau = {
  "/class/index": ["classCount"],
  "/enterprise/class": ["classCount"],
  "/class/experience": ["employRate", "enrolCount", "finishCount"],
  "/enterprise/student": ["enrolCount", "finishCount"],
  "/cert/index": ["certCount"],
  "/cert/enterprise": ["certCount"],
  "/subsidy/claim": ["applyAmount", "approvedAmount", "paidAmount"],
};
const outcomes = {
  "/class/employment": ["employRate"],
  "/test/grade": ["passCount", "passRate", "testCount"],
};
const payments = { "/subsidy/pay": ["approvedAmount", "paidAmount"] };
const everything = { ...ofBureau, ...outcomes };
type Pages = Readonly<Record<string, readonly string[]>>;
const reached: Partial<Record<RoleAlias, Pages>> = {
  sysAdmin: everything,
  clerk: everything,
  firstReviewer: everything,
  secondReviewer: { ...everything, ...payments },
  finance: { ...ofBureau, ...payments },
  leader: everything,
  auditor: everything,
  orgAdmin: {
    "/my/class": ["classCount"],
    "/my/class/student": ["employRate", "enrolCount", "finishCount"],
    "/my/class/employment": ["employRate"],
    "/my/test/grade": ["passCount", "passRate", "testCount"],
    "/my/cert": ["certCount"],
    "/my/subsidy": ["applyAmount", "approvedAmount", "paidAmount"],
  },
  entAdmin: {
    "/ent/class": ["classCount"],
    "/ent/student": ["enrolCount", "finishCount"],
    "/ent/grade": ["passCount", "passRate", "testCount"],
    "/ent/cert": ["certCount"],
    "/ent/subsidy": ["applyAmount", "approvedAmount", "paidAmount"],
  },
};
/** Figures that lead nowhere: finance has no right to grades and follow-ups. */
const nowhere: Partial<Record<RoleAlias, readonly string[]>> = {
  finance: ["passCount", "passRate", "testCount"],
};

/** Whose lists are read: the whole bureau has the same rows. */
const readers: readonly string[] = ["clerk", "finance", "orgAdmin", "entAdmin"];

describe("getSummaryLinks", () => {
  for (const [role, pages] of Object.entries(reached))
    it(`leads a user (${role}) from the figures of every group and crossed cell to as many rows as they count`, async () => {
      const user = crawl.sessions.get(role as RoleAlias) as TestUser;
      const walk = await walkLinks(user, readers.includes(role));
      const expected = Object.entries(pages).flatMap(([page, figures]) => figures.map((name) => `${name} ${page}`));
      assert.deepEqual(walk, { reached: expected.toSorted(), nowhere: nowhere[role as RoleAlias] ?? [] });
    });
});

describe("SummarySearch.export", () => {
  it("is a workbook whose sums and rates are formulas, with their values", async () => {
    const { records, sum } = await clerk.call(summaryCalls.list, { year, groupBy: "trainKind" });
    const answer = await crawl.app.http.inject({
      url: `${summaryCalls.export.path}?year=${year}&groupBy=trainKind`,
      headers: { token: clerk.token },
    });
    assert.equal(answer.statusCode, 200);
    const rows: string[][] = [];
    for await (const { values } of readWorkbook(answer.rawPayload)) rows.push(values.map(String));
    assert.deepEqual(rows[0]?.slice(0, 2), ["培训类别", "班次"]);
    assert.equal(rows.length, records.length + 2);
    assert.equal(Number(rows.at(-1)?.[1]), sum.classCount);
    const cells = textsOfFile(answer.rawPayload).join("");
    const last = records.length + 1;
    // Assessed and passed stand in the columns E and F; the totals in the last line.
    assert.ok(cells.includes(`<f>SUM(B2:B${last})</f>`));
    for (const line of [2, last + 1])
      assert.match(cells, new RegExp(`<f>IF\\(E${line}=0,[^<]*ROUND\\(F${line}/E${line}\\*100,2\\)\\)</f>`));
  });

  it("leaves in the history who took it, and what was asked for", async () => {
    const url = `${summaryCalls.export.path}?year=${year}&groupBy=org`;
    await crawl.app.http.inject({ url, headers: { token: orgAdmin.token } });
    assert.deepEqual(await findTaken(crawl.app.db, orgAdmin, "TrainingClass"), [
      { bizId: "0", after: { file: summaryCalls.list.zh, filters: [`year ${year}`, "groupBy org"] } },
    ]);
  });
});
