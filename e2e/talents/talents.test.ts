import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { syntheticPerson } from "../../apps/api/seed/synthetic-person.ts";
import { act, choose, closed, dialog, expectMessage, fill, row, send, shot, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The register of skilled workers is filled from certificates; studies are reported and pass two reviews. */

let product: Product;
/** A master of the demo county. */
const master = syntheticPerson(770_000);

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  // The classes of the demo county lead to lower levels.
  await product.sql(
    "update certificate set level = '3' where cert_kind in ('1', '2') and is_valid = 'isValid' and side = '2'",
  );
});
test.afterAll(() => product?.close());

test("a clerk looks through who has a certificate and is missing, and takes them over; a study passes two reviews", async () => {
  const clerk = await product.as("clerk", { path: "/talent/technician" });
  await row(clerk, master.name).waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "technicians-zh");
  await pane(clerk).getByRole("button", { name: "按证书登记技能人才" }).click();
  await dialog(clerk).getByText("三级以上有效证书中", { exact: false }).waitFor();
  await dialog(clerk).getByText("新增", { exact: true }).first().waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "technicians-certified-zh");
  await dialog(clerk)
    .getByRole("button", { name: /^登记 \d+ 人$/ })
    .click();
  await expectMessage(clerk, "已登记");
  await dialog(clerk).getByText("登记与证书一致").waitFor();
  await clerk.keyboard.press("Escape");
  await closed(clerk);

  const enterprise = await product.as("enterprise", { path: "/ent/jsyx" });
  await row(enterprise, "数控多轴加工技师研修").waitFor();
  await assertAccessible(enterprise);
  await pane(enterprise).getByRole("button", { name: "新增", exact: true }).click();
  await choose(enterprise, "技能人才", master.name);
  await fill(enterprise, {
    年度: today().slice(0, 4),
    研修项目: "工业机器人研修",
    承办单位: "省技师学院",
    研修课时: "39",
  });
  await typeTime(dialog(enterprise).getByLabel("开始日期", { exact: true }), addDays(today(), -9));
  await typeTime(dialog(enterprise).getByLabel("结束日期", { exact: true }), addDays(today(), -5));
  await choose(enterprise, "研修结果", "合格");
  await send(enterprise);
  await dialog(enterprise).getByText("合格的研修不少于40课时").first().waitFor();
  await assertAccessible(enterprise);
  await shot(enterprise, "study-refused-zh");
  await fill(enterprise, { 研修课时: "48" });
  await send(enterprise);
  await closed(enterprise);
  await act(enterprise, "工业机器人研修", "提交");
  await send(enterprise);
  await row(enterprise, "工业机器人研修").getByText("初审").waitFor();

  const first = await product.as("first", { path: "/talent/jsyx?status=firstTrial" });
  await act(first, "工业机器人研修", "初审通过");
  await dialog(first).getByRole("textbox").fill("证明齐全");
  await send(first);
  await closed(first);
  const second = await product.as("second", { path: "/talent/jsyx?status=reTrial" });
  await act(second, "工业机器人研修", "复审通过");
  await send(second);
  await closed(second);
  await open(enterprise, "/ent/jsyx");
  await row(enterprise, "工业机器人研修").getByText("完成").waitFor();
  await enterprise.evaluate(() => (window.print = () => {}));
  await act(enterprise, "工业机器人研修", "打印");
  const sheet = enterprise.locator(".print-sheet");
  // Not on screen, hence without roles.
  await sheet.locator("h1", { hasText: "技师研修填报表" }).waitFor({ state: "attached" });
  for (const text of [master.name, "48", "证明齐全", "初审", "复审（盖章）"])
    await sheet.getByText(text).first().waitFor({ state: "attached" });
  await shot(enterprise, "studies-zh");
});

test("an institution names somebody by name and ID number, in English; a person reads their own on a phone", async () => {
  const org = await product.as("org", { path: "/my/jsyx", language: "en" });
  await pane(org).getByRole("button", { name: "Add", exact: true }).first().click();
  await dialog(org).getByRole("textbox", { name: "Name" }).fill(master.name);
  await dialog(org).getByRole("textbox", { name: "ID number" }).fill(master.idNumber);
  await dialog(org).getByRole("button", { name: "Find" }).click();
  await dialog(org).getByText("数控车工", { exact: false }).first().waitFor();
  await assertAccessible(org);
  await shot(org, "study-finder-en");
  const student = await product.as("student", { path: "/stu/talent", language: "en", size: phone });
  await pane(student).getByRole("heading", { level: 2 }).first().waitFor();
  await assertAccessible(student);
  await shot(student, "own-talent-phone-en");
  const enterprise = await product.as("enterprise", { path: "/ent/technician", language: "en", size: phone });
  await pane(enterprise).getByText(master.name).first().waitFor();
  await assertAccessible(enterprise);
  await shot(enterprise, "technicians-phone-en");
});
