import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { act, becomes, choose, closed, dialog, fill, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";
import { tick } from "./access-page.ts";

/**
 * A system administrator makes departments, a data scope, a role with it and a user who has the role, all on the pages; the user signs in, sees
 * exactly the granted menus, buttons and rows, and loses what is revoked at the next click.
 */
let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const words = {
  zh: {
    add: "新增",
    grant: "授权",
    entity: "考生来源",
    ownDepartment: "所在部门可见",
    name: "权限名称",
    code: "权限编号",
    className: "权限类名",
    kind: "权限类型",
    roleName: "角色名称",
    alias: "角色别名",
    menu: "菜单",
    findMenus: "在菜单和按钮中查找",
    findScopes: "在数据权限中查找",
    scopes: "数据权限",
    view: "考生来源：查看",
    create: "考生来源：新增",
    save: (n: number) => `保存 ${n} 项变更`,
    sourceName: "来源名称",
    branch: "基础资料",
    taken: "收回（1）",
    given: "给予（3）",
    may: "可以",
    mayNot: "不可以",
    hasScopes: "数据权限 +1",
    orgName: "部门名称",
    account: "账号",
    realName: "真实姓名",
    nick: "昵称",
    phone: "手机",
    roles: "角色",
    sourceNo: "来源编号",
    order: "排序",
    menus: ["基础资料", "考生来源"],
    edit: "修改",
    remove: "删除",
    oneUser: "影响 1 名用户",
    loses: "失去按钮",
    gains: "得到按钮",
    undo: "撤销",
    undone: "已撤销",
  },
  en: {
    add: "Add",
    grant: "Rights",
    entity: "Candidate source",
    ownDepartment: "Rows of the department",
    name: "Name",
    code: "Code",
    className: "Entity",
    kind: "Kind",
    roleName: "Name",
    alias: "Alias",
    menu: "Menu",
    findMenus: "Find in Menus and buttons",
    findScopes: "Find in Data scopes",
    scopes: "Data scopes",
    view: "Candidate source: View",
    create: "Candidate source: Add",
    save: (n: number) => (n === 1 ? "Save 1 change" : `Save ${n} changes`),
    sourceName: "Source name",
    branch: "Basics",
    taken: "Taken (1)",
    given: "Given (3)",
    may: "may",
    mayNot: "may not",
    hasScopes: "Data scopes +1",
    orgName: "Name",
    account: "Account",
    realName: "Name",
    nick: "Nickname",
    phone: "Mobile phone",
    roles: "Roles",
    sourceNo: "Source number",
    order: "Order",
    menus: ["Basics", "Candidate sources"],
    edit: "Edit",
    remove: "Delete",
    oneUser: "One user is affected",
    loses: "Lose: Buttons",
    gains: "Gain: Buttons",
    undo: "Undo",
    undone: "Undone",
  },
} as const;
type Words = (typeof words)["zh" | "en"];

/** A department, made on its page. */
async function addDepartment(page: Page, name: string, w: Words): Promise<void> {
  await pane(page).getByRole("button", { name: w.add, exact: true }).click();
  await fill(page, { [w.orgName]: name });
  await assertAccessible(page);
  await send(page);
  await row(page, name).waitFor();
  await closed(page);
}

/** A user of a department with a role, made on the page of users. Their first password is sent to their phone; here it is set to that of all tests. */
async function addUser(page: Page, account: string, department: string, role: string, w: Words): Promise<void> {
  await open(page, "/system/user");
  await pane(page).locator(".pick-tree").getByText(department).click();
  await pane(page).getByRole("heading", { name: department }).waitFor();
  await pane(page).getByRole("button", { name: w.add, exact: true }).first().click();
  await fill(page, {
    [w.account]: account,
    [w.realName]: "张来源",
    [w.nick]: "来源",
    [w.phone]: account.endsWith("zh") ? "13812340011" : "13812340012",
  });
  await choose(page, w.roles, role);
  await assertAccessible(page);
  await shot(page, `story-user-${account}`);
  await send(page);
  await row(page, account).getByText(role).waitFor();
  await closed(page);
  await product.sql(
    `update app_user set must_change = 0, password_hash = (select password_hash from app_user where account = 'admin') where account = $1`,
    [account],
  );
}

for (const language of ["zh", "en"] as const)
  test(`${language}: a role with a data scope is made and granted, and its users get exactly that`, async () => {
    const w = words[language];
    const tag = language === "zh" ? "中" : "Q";
    const alias = `source${language}`;
    const admin = await product.as("admin", { path: "/system/dept", language });

    // Two departments; the user belongs to one of them.
    await pane(admin).locator(".ant-table-row").first().waitFor();
    for (const name of [`${tag}甲科`, `${tag}乙科`]) await addDepartment(admin, name, w);

    // The scope: rows of the user's own department.
    await open(admin, "/authority/datascope");
    await pane(admin).locator(".pick-tree").waitFor();
    await assertAccessible(admin);
    await pane(admin).getByRole("button", { name: w.add, exact: true }).first().click();
    await choose(admin, w.menu, language === "zh" ? "考生来源" : "Candidate sources");
    await dialog(admin).getByLabel(w.name, { exact: true }).fill(`${tag}本部门来源`);
    await dialog(admin).getByLabel(w.code, { exact: true }).fill(`own-${language}`);
    await choose(admin, w.className, "CandidateSource");
    await choose(admin, w.kind, w.ownDepartment);
    await assertAccessible(admin);
    await send(admin);
    await row(admin, `own-${language}`).waitFor();
    await closed(admin);

    // The role, and what it grants.
    await open(admin, "/authority/role");
    await row(admin, "sysAdmin").waitFor();
    await assertAccessible(admin);
    await pane(admin).getByRole("button", { name: w.add, exact: true }).click();
    await dialog(admin).getByLabel(w.roleName, { exact: true }).fill(`${tag}来源管理`);
    await dialog(admin).getByLabel(w.alias, { exact: true }).fill(alias);
    await send(admin);
    await row(admin, alias).waitFor();
    await closed(admin);
    await row(admin, alias)
      .getByRole("button", { name: new RegExp(`^${w.grant}`) })
      .click();
    await dialog(admin).getByRole("searchbox", { name: w.findMenus }).fill(w.entity);
    await dialog(admin).locator(".ant-tree-treenode", { hasText: w.create }).waitFor();
    await dialog(admin)
      .locator(".ant-tree-treenode", { hasText: w.entity })
      .filter({ hasText: /\/\d+/ })
      .last()
      .locator(".ant-tree-checkbox")
      .click();
    await tick(admin, w.view);
    await tick(admin, w.create);
    await dialog(admin).getByText(w.given).waitFor();
    await assertAccessible(admin);
    await dialog(admin).getByRole("tab", { name: w.scopes }).click();
    await dialog(admin).getByRole("searchbox", { name: w.findScopes }).fill(`${tag}本部门`);
    await tick(admin, `${tag}本部门来源`);
    await dialog(admin).getByRole("tab", { name: w.hasScopes }).waitFor();
    await dialog(admin)
      .getByRole("button", { name: w.save(4) })
      .click();
    await closed(admin);

    const account = `holder${language}`;
    await addUser(admin, account, `${tag}甲科`, `${tag}来源管理`, w);
    for (const [i, name] of [`${tag}甲科`, `${tag}乙科`].entries())
      await product.sql(
        `insert into candidate_source (source_no, source_name, sort, is_valid, create_user, create_dept, update_user) select $1, $2, 1, 'isValid', 0, id, 0 from department where org_name = $3`,
        [`${tag}${i}`, `${tag}来源${i}`, name],
      );

    // The user with the role: one menu, one button, the rows of their department and of no other.
    const user = await product.signedIn(account, { language });
    await open(user, "/basics/candidatesSource");
    await row(user, `${tag}来源0`).waitFor();
    await becomes(() => pane(user).locator(".ant-table-row").count(), 1);
    await becomes(() => user.locator(".sidebar .menu-name").allInnerTexts(), [...w.menus]);
    // The page header has the granted buttons, the views and the choice of columns: no export, no import.
    await becomes(() => pane(user).locator(".page-header").getByRole("button").allInnerTexts(), [w.add, "", ""]);
    const buttons = () => pane(user).locator(".page-header").getByRole("button", { name: w.add, exact: true });
    await becomes(() => buttons().count(), 1);
    for (const name of [w.edit, w.remove])
      assert.equal(
        await pane(user)
          .getByRole("button", { name: new RegExp(`^${name}`) })
          .count(),
        0,
      );
    await becomes(() => row(user, `${tag}来源0`).locator(".row-actions .link-button").count(), 1);
    await buttons().click();
    await fill(user, { [w.sourceNo]: `N9${language}`, [w.sourceName]: `${tag}来源9`, [w.order]: "9" });
    await send(user);
    await row(user, `${tag}来源9`).waitFor();
    await closed(user);
    await becomes(() => pane(user).locator(".ant-table-row").count(), 2);
    await assertAccessible(user);
    await shot(user, `story-holder-${language}`);
    await user.goto("/authority/role");
    await user.waitForURL("**/403");

    // A permission is revoked: the button is gone at the next click, and the page about it says why.
    await open(user, "/basics/candidatesSource");
    await buttons().waitFor();
    await open(admin, "/authority/role");
    await act(admin, alias, w.grant);
    await dialog(admin).getByRole("searchbox", { name: w.findMenus }).fill(w.create);
    await tick(admin, w.create);
    await dialog(admin).getByText(w.taken).waitFor();
    await dialog(admin)
      .getByRole("button", { name: w.save(1) })
      .click();
    // Before it is saved: who loses what.
    await dialog(admin).locator(".rights-effect").getByText(w.oneUser).waitFor();
    await dialog(admin).locator(".rights-effect li", { hasText: w.loses }).filter({ hasText: w.create }).waitFor();
    await assertAccessible(admin);
    await shot(admin, `story-effect-${language}`);
    await send(admin);
    await closed(admin);
    await pane(user).getByRole("textbox", { name: w.sourceName }).fill(tag);
    await user.keyboard.press("Enter");
    await buttons().waitFor({ state: "hidden" });
    await row(user, `${tag}来源0`).waitFor();

    await tellWhy(admin, account, `${tag}1`, w);

    // The change is undone, from the list of changes.
    await open(admin, "/authority/changes");
    await assertAccessible(admin);
    await act(admin, `${tag}来源管理`, w.undo);
    await dialog(admin).locator(".rights-effect li", { hasText: w.gains }).filter({ hasText: w.create }).waitFor();
    await assertAccessible(admin);
    await shot(admin, `story-undo-${language}`);
    await send(admin);
    await closed(admin);
    await row(admin, w.undone).waitFor();
    await shot(admin, `story-changes-${language}`);
    await open(user, "/basics/candidatesSource");
    await buttons().waitFor();
  });

/** The same questions, asked on the page that explains permissions. */
async function tellWhy(page: Page, account: string, otherRow: string, w: Words): Promise<void> {
  const [person] = await product.sql<{ id: string }>(`select id from app_user where account = $1`, [account]);
  const [hidden] = await product.sql<{ id: string }>(`select id from candidate_source where source_no = $1`, [
    otherRow,
  ]);
  await open(page, `/authority/why?user=${person?.id}&call=CandidateSource.list`);
  await pane(page)
    .getByText(new RegExp(`张来源\\s?${w.may}$`))
    .waitFor();
  await becomes(() => pane(page).locator(".why-steps > li").count(), 8);
  await assertAccessible(page);
  await open(page, `/authority/why?user=${person?.id}&call=CandidateSource.submit`);
  await pane(page)
    .getByText(new RegExp(`张来源\\s?${w.mayNot}$`))
    .waitFor();
  assert.match(await pane(page).locator(".why-steps > li.refused").innerText(), /candidates_source_add/);
  await open(page, `/authority/why?about=row&user=${person?.id}&entity=CandidateSource&row=${hidden?.id}`);
  await pane(page)
    .getByText(new RegExp(`张来源\\s?${w.mayNot}$`))
    .waitFor();
  await becomes(() => pane(page).locator(".why-steps > li.refused").count(), 1);
}

test("a rule is checked as it is typed, and its effect is shown before it is saved", async () => {
  const page = await product.as("admin", { path: "/authority/datascope" });
  await pane(page).getByRole("button", { name: "新增", exact: true }).first().click();
  await choose(page, "权限类名", "CandidateSource");
  await choose(page, "权限类型", "自定义");
  const rule = dialog(page).getByRole("textbox", { name: "自定义规则" });
  await rule.fill(`sourceName = '甲' or nothing = 1`);
  await dialog(page).getByText("第21个字符处").waitFor();
  await dialog(page).locator(".rule-place mark").getByText("n", { exact: true }).waitFor();
  await rule.fill(`sourceName = '甲'`);
  await dialog(page).getByText("规则正确").waitFor();
  await dialog(page).getByText("规则写法").click();
  await dialog(page)
    .getByRole("button", { name: /sourceNo/ })
    .waitFor();
  await assertAccessible(page);
  await choose(page, "预览：该用户能看到多少数据", "clerk");
  await dialog(page).getByRole("button", { name: "预览" }).click();
  await dialog(page).getByText("使用此权限后可见 0 条").waitFor();
});
