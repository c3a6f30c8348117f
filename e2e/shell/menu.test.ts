import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { becomes, press } from "../acts.ts";
import { type Product, titled } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  const add = async (
    no: string,
    parent: string | null,
    name: string,
    nameEn: string,
    href: string | null,
    isOpen = "1",
    roles: string[] | null = null,
  ) => {
    const [entry] = await product.sql<{ id: string }>(
      `insert into menu (menu_no, sup_menu_no, name, name_en, code, href, category, is_open, order_by, roles, program_no, create_user, update_user)
       values ($1, $2, $3, $4, $1, $5, '1', $6, 900, $7, 'ZJGTRAIN', 0, 0) returning id`,
      [no, parent ?? "0", name, nameEn, href, isOpen, roles],
    );
    await product.sql(`insert into role_menu (role_id, menu_id) select id, $1 from role where role_alias = 'clerk'`, [
      entry?.id,
    ]);
    return entry?.id;
  };
  const first = await add("T1", null, "测试甲", "First branch", null);
  await add("T11", "T1", "甲一设置", "Settings one", "/info/index");
  await add("T12", "T1", "甲二省平台", "Province", "https://province.example/portal", "2");
  await add("T13", "T1", "甲三内嵌", "Inside", `${product.url}/certificate.html`);
  await add("T2", null, "测试乙", "Second branch", null);
  await add("T21", "T2", "乙一设置", "Settings two", "/info/index");
  await add("T22", "T2", "乙二审计专用", "For auditors", "/info/index", "1", ["auditor"]);
  await add("T23", "T2", "乙三未建成", "Not built", "/not/built/yet");
  const [top] = await product.sql<{ id: string }>(
    `insert into top_menu (code, name, name_en, sort, create_user, update_user) values ('T', '专题', 'Topic', 1, 0, 0) returning id`,
  );
  await product.sql("insert into top_menu_menu (top_menu_id, menu_id) values ($1, $2)", [top?.id, first]);
});
test.afterAll(() => product?.close());

const menu = (page: Page) => page.getByRole("navigation", { name: "主菜单" });
const branch = (page: Page, name: string) => menu(page).getByRole("button", { name });

test("the menu has one open branch at a time", async () => {
  const page = await product.as("clerk");
  await branch(page, "测试甲").click();
  await becomes(() => branch(page, "测试甲").getAttribute("aria-expanded"), "true");
  await branch(page, "测试乙").click();
  await becomes(() => branch(page, "测试甲").getAttribute("aria-expanded"), "false");
  await becomes(() => branch(page, "测试乙").getAttribute("aria-expanded"), "true");
});

test("entries of other roles and entries without a page are not shown", async () => {
  const page = await product.as("clerk");
  await branch(page, "测试乙").click();
  await becomes(() => page.locator(".menu-nested .menu-name").allTextContents(), ["乙一设置"]);
  const other = await product.as("org");
  await menu(other).getByRole("link", { name: "首页" }).waitFor();
  assert.equal(await branch(other, "测试甲").count(), 0);
});

test("an external page opens in a new window, or in a frame in a tab of its own", async () => {
  const page = await product.as("clerk");
  await branch(page, "测试甲").click();
  const outside = menu(page).getByRole("link", { name: "甲二省平台" });
  assert.equal(await outside.getAttribute("target"), "_blank");
  assert.equal(await outside.getAttribute("href"), "https://province.example/portal");
  assert.match((await outside.getAttribute("rel")) ?? "", /noopener/);

  await menu(page).getByRole("link", { name: "甲三内嵌" }).click();
  await page.waitForURL("**/myiframe/T13");
  assert.equal(await page.locator("iframe").getAttribute("src"), `${product.url}/certificate.html`);
  await titled(page, /^甲三内嵌 - /);
});

test("an address cannot choose the page in the frame", async () => {
  const page = await product.as("clerk");
  await page.goto("/myiframe/T99?src=https://evil.example/");
  await page.getByRole("heading", { name: "没有访问权限" }).waitFor();
});

test("a top menu narrows the sidebar, the home item shows all of it again", async () => {
  const page = await product.as("clerk");
  const top = page.getByRole("navigation", { name: "顶部菜单" });
  await branch(page, "测试乙").waitFor();
  await top.getByRole("button", { name: "专题" }).click();
  await branch(page, "测试乙").waitFor({ state: "hidden" });
  await branch(page, "测试甲").waitFor();
  await top.getByRole("button", { name: "首页" }).click();
  await branch(page, "测试乙").waitFor();
});

test("the search opens with / and Ctrl+K, finds any part of a leaf name and its initials, opens with Enter and closes with Esc", async () => {
  const page = await product.as("clerk");
  const field = page.getByRole("combobox", { name: "搜索" });
  await page.keyboard.press("/");
  await field.fill("一设");
  await page.getByRole("option", { name: /甲一设置/ }).waitFor();
  await field.fill("测试甲");
  await page.getByText("没有找到").waitFor();
  await field.fill("s");
  await page.getByRole("option").nth(10).waitFor();
  // From the first to the last.
  await press(page, "ArrowUp", field);
  await becomes(
    () =>
      page.getByRole("option", { selected: true }).evaluate((option) => {
        const [shown, list] = [option, option.parentElement!].map((one) => one.getBoundingClientRect());
        return shown!.top >= list!.top - 1 && shown!.bottom <= list!.bottom + 1;
      }),
    true,
    "the chosen entry is in sight",
  );
  await press(page, "Escape", field);
  // A closed dialog is hidden at once and removed a moment later; until then its field receives the keys.
  await page.locator(".palette").waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await field.fill("yysz");
  await page.getByRole("option", { name: /乙一设置/ }).waitFor();
  await press(page, "Enter", field);
  await page.waitForURL("**/info/index");
});

test("the search finds records that the user may see, and actions", async () => {
  const [known] = await product.sql<{ class_name: string; class_no: string; apply_no: string }>(
    `select c.class_name, c.class_no, a.apply_no from subsidy_application a join training_class c on c.id = a.class_id
     where a.is_deleted = 0 and a.apply_no is not null order by a.id limit 1`,
  );
  const page = await product.as("clerk");
  const field = page.getByRole("combobox", { name: "搜索" });
  const option = (name: string | undefined) => page.getByRole("option", { name: name ?? "-" });
  await page.keyboard.press("Control+k");
  await field.fill(known?.class_name ?? "-");
  await option(known?.class_no).waitFor();
  await field.fill(known?.apply_no ?? "-");
  await option(known?.class_name).waitFor();
  await press(page, "Enter", field);
  await page.waitForURL(/\/subsidy\/org\/\d+$/);
  // A person has no lists of others to look in.
  const student = await product.as("student");
  await student.keyboard.press("Control+k");
  await student.getByRole("combobox", { name: "搜索" }).fill(known?.class_no ?? "-");
  await student.getByText("没有找到").waitFor();
  await student.getByRole("combobox", { name: "搜索" }).fill("English");
  await press(student, "Enter", student.getByRole("combobox", { name: "搜索" }));
  await student.getByRole("button", { name: "中文" }).waitFor();
});

test("a / typed before the menu has loaded opens the search as soon as it has", async () => {
  const page = await product.as("clerk");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/loadauthmenulist.action", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("status", { name: "正在加载" }).waitFor();
  await page.keyboard.press("/");
  release();
  await page.getByRole("combobox", { name: "搜索" }).fill("乙");
  await page.getByRole("option", { name: /乙一设置/ }).waitFor();
});

test("a slash typed into a field does not open the search", async () => {
  const page = await product.as("clerk", { path: "/info/index" });
  const field = page.getByLabel("昵称");
  await field.fill("");
  await field.press("/");
  await becomes(() => field.inputValue(), "/");
  assert.equal(await page.getByRole("combobox", { name: "搜索" }).count(), 0);
});

test("the collapsed menu shows icons whose branches open beside them", async () => {
  const page = await product.as("clerk");
  await page.getByRole("button", { name: "收起菜单" }).click();
  await branch(page, "测试甲").click();
  await menu(page).getByRole("link", { name: "甲一设置" }).click();
  await page.waitForURL("**/info/index");
  // The submenu closes after the choice.
  await menu(page).getByRole("link", { name: "甲一设置" }).waitFor({ state: "detached" });
});
