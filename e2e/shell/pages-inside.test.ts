import assert from "node:assert/strict";
import { open, pane, type Product } from "../harness.ts";
import { quiet } from "../quiet.ts";
import { test } from "../stage.ts";
import { findListIssues, inBothLanguages } from "./list-issues.ts";

/** Pages of one row, to which no menu leads, with all their sections: their lists fit a desktop too. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

/** By account, the path of a page before the id, and the statement that finds the row with most below it. */
const pages: Readonly<Record<string, readonly (readonly [path: string, row: string])[]>> = {
  clerk: [
    ["/class/detail/", "select class_id as id from certificate group by 1 order by count(*) desc, 1 limit 1"],
    [
      "/enterprise/class/",
      "select class_id as id from student where side = '2' group by 1 order by count(*) desc, 1 limit 1",
    ],
    ["/test/org/", "select id from test_application where side = '1' and grade_status = '2' order by id limit 1"],
    ["/test/enterprise/", "select id from test_application where side = '2' order by id limit 1"],
    ["/enterprise/sign/", "select id from enterprise_sign order by id limit 1"],
    ["/enterprise/investigation/", "select id from investigation where fill_status <> '0' order by id limit 1"],
  ],
  first: [
    ["/subsidy/org/", "select id from claim where side = '1' and status = 'firstTrial' order by id limit 1"],
    ["/subsidy/ent/", "select id from claim where side = '2' order by id limit 1"],
  ],
};

for (const [account, rows] of Object.entries(pages))
  test(`no list is cut on the pages of one row, as ${account} sees them`, async () => {
    const page = await product.as(account, { language: "en" });
    const issues: string[] = [];
    let lists = 0;
    for (const [path, statement] of rows) {
      const [found] = await product.sql<{ id: string }>(statement);
      assert.ok(found, `the demo county has no row for ${path}`);
      await open(page, `${path}${found.id}`);
      const sections = pane(page).locator(".section-nav a");
      for (let at = 0; at < Math.max(1, await sections.count()); at++) {
        if (at > 0) await sections.nth(at).click();
        await quiet(page);
        await pane(page).locator(".ant-skeleton, .ant-spin-spinning").first().waitFor({ state: "hidden" });
        lists += await pane(page).locator("table").count();
        const name = new URL(page.url()).search;
        const cut = await inBothLanguages(page, async (language) =>
          (await findListIssues(page)).map((issue) => `${path}${name} ${language}: ${issue}`),
        );
        issues.push(...cut);
      }
    }
    assert.deepEqual(issues, []);
    assert.ok(lists >= rows.length, `only ${lists} lists were seen`);
  });
