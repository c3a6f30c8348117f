import assert from "node:assert/strict";
import { organisationCourseMachine } from "@jipei/contract/providers/organisation-course.machine.ts";
import type { Page } from "@playwright/test";
import { becomes, dialog, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { Words } from "../chain/words.ts";
import { open, pane, type Product } from "../harness.ts";
import { quiet } from "../quiet.ts";
import { test } from "../stage.ts";

/** Cases are worked through: since when each waits, keys to decide, and the next one after each. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

/** Filed courses wait, the first of them longer than the limit. @returns their ids, the oldest first */
async function waitingCourses(): Promise<string[]> {
  const rows = await product.sql<{ id: string }>(
    `update organisation_course set confirm_status = 'unConfirm', confirm_user = null, commit_time = now() - make_interval(days => case n when 1 then 40 else 3 end)
     from (select id as one, row_number() over (order by id) as n from organisation_course where is_deleted = 0) numbered where id = one and n <= 3 returning id`,
  );
  return rows.map(({ id }) => id);
}

test("filed courses are decided in their drawer, one after the other, by keys", async () => {
  const words = new Words("zh");
  const { confirm, back } = organisationCourseMachine.actions;
  const ids = await waitingCourses();
  const page = await product.as("clerk", { path: "/org/course?confirmStatus=unConfirm&ascs=commitTime" });
  const shown = () => new URL(page.url()).searchParams.get("view");
  const goesTo = (arrived: (id: string | null) => boolean) =>
    page.waitForURL((url) => arrived(url.searchParams.get("view")));
  await pane(page).getByRole("columnheader", { name: "已等待" }).waitFor();
  await pane(page).getByText("40 天 超期").waitFor();
  await firstRow(page).click();
  await dialog(page)
    .getByRole("button", { name: /^下一件：/ })
    .waitFor();
  await assertAccessible(page);
  await shot(page, "queue-drawer");
  const first = shown();

  await page.keyboard.press("j");
  await goesTo((id) => id !== first);
  await page.keyboard.press("k");
  await goesTo((id) => id === first);

  // Letters that are typed stay letters.
  await quiet(page);
  await page.keyboard.press("r");
  const reason = dialog(page).filter({ hasText: words.label(back) });
  await reason.locator("textarea").click();
  await page.keyboard.type("jnkp");
  assert.equal(await reason.locator("textarea").inputValue(), "jnkp");
  assert.equal(shown(), first);
  await reason.locator("textarea").fill("");
  await page.keyboard.press("Escape");
  await page.locator("textarea").waitFor({ state: "hidden" });

  await page.keyboard.press("p");
  await dialog(page)
    .filter({ hasText: words.label(confirm) })
    .waitFor();
  await send(page);
  await becomes(
    () => product.sql("select id from organisation_course where id = any($1) and confirm_status = 'Confirm'", [ids]),
    [{ id: first }],
  );
  await quiet(page);
  await page.keyboard.press("n");
  await goesTo((id) => id !== null && id !== first);
});

test("keys of one letter can be switched off, and stay so", async () => {
  const page = await product.as("clerk", { language: "en", path: "/class/review" });
  const letters = page.getByRole("checkbox", { name: "Keys of one letter" });
  const search = page.locator(".palette");
  const openHelp = () => page.getByRole("button", { name: "About this page", exact: true }).click();
  await openHelp();
  await letters.uncheck();
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await letters.waitFor({ state: "hidden" });
  await page.keyboard.press("/");
  await open(page, "/class/review");
  await page.keyboard.press("/");
  assert.equal(await search.count(), 0);
  await page.keyboard.press("Control+k");
  await search.waitFor();
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });
  await openHelp();
  await letters.check();
  await page.keyboard.press("Escape");
  await letters.waitFor({ state: "hidden" });
  await page.keyboard.press("/");
  await search.waitFor();
});

test("the page of a class leads to the next one that waits", async () => {
  const page = await product.as("clerk", { language: "en", path: "/class/review" });
  await pane(page).getByRole("columnheader", { name: "Waiting" }).waitFor();
  await firstRow(page).click();
  await page.waitForURL(/\/class\/detail\//);
  const next = pane(page).getByRole("button", { name: /^Next: .+ \(\d+ waiting\)$/ });
  await next.waitFor();
  await shot(page, "queue-class");
  const before = page.url();
  await page.keyboard.press("n");
  await page.waitForURL((url) => url.href !== before);
  await next.waitFor();
});

const firstRow = (page: Page) => pane(page).locator("tbody .ant-table-row").first().getByRole("button").first();
