import { writeXlsx } from "hucre/xlsx";
import type { Page } from "@playwright/test";
import { aMember } from "../../apps/api/test/factories/enterprise.ts";
import { somebody } from "../../apps/api/test/factories/enrolment.ts";
import { anOpenClass } from "../../apps/api/test/factories/open-class.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { act, choose, closed, dialog, expectMessage, fill, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Staff signed up for an institution's class: by the enterprise, from a workbook and by number; answered person by person; seen by the enterprise. */

let product: Product;
let app: TestApp;
type Member = Awaited<ReturnType<typeof aMember>>;
let staff: Member[];
const stranger = somebody();
const className = { zh: "数控车工企业班", en: "电工企业班" };

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const [{ orgId } = { orgId: "" }] = await product.sql<{ orgId: string }>(
    `select org_id as "orgId" from app_user where account = 'org'`,
  );
  for (const name of Object.values(className)) await anOpenClass(app, { orgId, className: name, planCount: 4 });
  const enterprise = { name: "恒信机械有限公司", creditCode: syntheticCreditCode(1, "91") };
  staff = [];
  for (let n = 0; n < 4; n++) staff.push(await aMember(app, enterprise));
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

const workbook = async (people: readonly Member[]) => ({
  name: "职工名单.xlsx",
  mimeType: "application/octet-stream",
  buffer: Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: "职工",
          rows: [
            ["姓名", "身份证号", "手机号", "文化程度", "岗位", "入职日期"],
            ...people.map(({ name, idNumber, phone: mobile, postName, entryDate }) => [
              name,
              idNumber,
              mobile,
              "高中",
              postName,
              entryDate,
            ]),
          ],
        },
      ],
    }),
  ),
});

/** Begins a sign-up for a class, from the list of the enterprise. */
async function begin(page: Page, words: { choose: string; take: string }, name: string): Promise<void> {
  await pane(page).getByRole("button", { name: words.choose }).click();
  await row(page, name, dialog(page)).waitFor();
  await act(page, name, words.take, dialog(page));
  await page.waitForURL(/\/enterprise\/sign\/\d+/);
  await pane(page).getByRole("heading", { level: 1, name }).waitFor();
}

test("an enterprise signs staff up, all or nobody; the institution answers each; the enterprise sees it", async () => {
  const page = await product.as("enterprise", { path: "/ent/sign" });
  await pane(page).locator(".ant-table-row").first().waitFor();
  await assertAccessible(page);
  await begin(page, { choose: "选择班级报名", take: "报名" }, className.zh);
  await assertAccessible(page);
  await pane(page).getByRole("button", { name: "导入", exact: true }).click();
  const [first, second, third] = staff as [Member, Member, Member];
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles(await workbook([first, second, { ...stranger, postName: "电工", entryDate: "2020-03-01" }]));
  await dialog(page).getByText("未在本单位参保").first().waitFor();
  await shot(page, "staff-import-zh");
  await dialog(page).getByRole("button", { name: "换一个文件" }).click();
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles(await workbook([first, second]));
  await dialog(page).getByText("全部数据正确").waitFor();
  await dialog(page).getByRole("button", { name: "导入 2 行" }).click();
  await closed(page);
  await row(page, second.name).waitFor();
  // Somebody by number, whom the register does not know as insured here: nobody is signed up.
  await addByNumber(page, stranger);
  await pane(page).getByRole("button", { name: "提交报名", exact: true }).click();
  await send(page);
  await dialog(page).getByText(`${stranger.name}未在本单位参保`).first().waitFor();
  await shot(page, "staff-refused-zh");
  await page.keyboard.press("Escape");
  await closed(page);
  await act(page, stranger.name, "移除");
  await dialog(page).getByText("确定将选择数据删除?").waitFor();
  await send(page);
  await row(page, stranger.name).waitFor({ state: "hidden" });
  await addByNumber(page, third);
  await pane(page).getByRole("button", { name: "提交报名", exact: true }).click();
  await send(page);
  await pane(page).getByText("机构正在逐人审核", { exact: false }).waitFor();
  await shot(page, "staff-sent-zh");

  const institution = await product.as("org", { path: new URL(page.url()).pathname });
  await row(institution, first.name).waitFor();
  await assertAccessible(institution);
  await answer(institution, first.name, "通过");
  await answer(institution, second.name, "通过");
  await answer(institution, third.name, "退回", "岗位不符");
  await pane(institution).getByText("机构已逐人办结", { exact: false }).waitFor();
  await shot(institution, "staff-answered-zh");
  await open(page, "/ent/sign");
  await row(page, className.zh).getByText("审核通过").waitFor();
  await row(page, className.zh).getByRole("button", { name: "查看" }).click();
  await row(page, third.name).getByText("岗位不符").waitFor();
  await assertAccessible(page);
  await shot(page, "staff-decided-zh");
});

test("a returned sign-up is made again, in English and on a phone; the bureau reads it", async () => {
  const page = await product.as("enterprise", { path: "/ent/sign", language: "en" });
  await begin(page, { choose: "Choose a class", take: "Sign up" }, className.en);
  const last = staff[3] as Member;
  await pane(page).getByRole("button", { name: "Import", exact: true }).click();
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles(await workbook([last]));
  await dialog(page).getByRole("button", { name: "Import 1", exact: false }).click();
  await closed(page);
  await row(page, last.name).waitFor();
  await pane(page).getByRole("button", { name: "Sign up", exact: true }).click();
  await send(page);
  await pane(page).getByText("The institution decides on each person", { exact: false }).waitFor();
  const institution = await product.as("org", { path: new URL(page.url()).pathname, language: "en" });
  await answer(institution, last.name, "Return", "Please check the post");
  await open(page, "/ent/sign");
  await row(page, className.en).getByText("Returned").first().waitFor();
  await row(page, className.en).getByRole("button", { name: "View" }).click();
  await pane(page).getByRole("button", { name: "Sign up again" }).click();
  await dialog(page).getByRole("textbox").fill("Checked: the post is right");
  await send(page);
  await expectMessage(page, "Sent; the institution decides");
  await pane(page).getByText("Checked: the post is right").first().waitFor();
  await assertAccessible(page);
  await shot(page, "staff-again-en");
  const clerk = await product.as("clerk", { path: "/enterprise/sign", language: "en", size: phone });
  await pane(clerk).getByText(className.en).first().waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "staff-phone-en");
});

async function addByNumber(page: Page, person: { name: string; idNumber: string; phone: string }): Promise<void> {
  await pane(page).getByLabel("证件号码", { exact: true }).fill(person.idNumber);
  await pane(page).getByRole("button", { name: "添加人员" }).click();
  await fill(page, { 姓名: person.name, 手机号码: person.phone, 岗位: "电工", 入职日期: "2020-03-01" });
  await choose(page, "学历", "普通高中");
  await send(page);
  await closed(page);
  await row(page, person.name).waitFor();
}

async function answer(page: Page, name: string, action: string, reason?: string): Promise<void> {
  await act(page, name, action);
  if (reason) await dialog(page).getByRole("textbox").fill(reason);
  await send(page);
  await closed(page);
}
