import assert from "node:assert/strict";
import { somebody } from "../../apps/api/test/factories/enrolment.ts";
import { act, choose, closed, dialog, fill, press, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A competition of the demo county: somebody is registered by their enterprise and accepted; results are entered, published and corrected. */

let product: Product;
const contestant = { ...somebody(), name: "赵电工" };
const year = new Date().getFullYear();
const competition = `${year}年全县职业技能大赛`;

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("an enterprise registers somebody, the bureau accepts them, and publishes what they reached", async () => {
  const enterprise = await product.as("enterprise", { path: "/ent/competition" });
  await row(enterprise, competition).waitFor();
  await assertAccessible(enterprise);
  await pane(enterprise).getByRole("button", { name: "新增", exact: true }).click();
  await choose(enterprise, "竞赛", competition);
  await choose(enterprise, "项目编号", "A 电工");
  await fill(enterprise, {
    姓名: contestant.name,
    证件号码: contestant.idNumber,
    手机号码: contestant.phone,
    单位: "恒信机械有限公司",
  });
  await choose(enterprise, "学历", "普通高中");
  await assertAccessible(enterprise);
  await shot(enterprise, "competition-register-zh");
  await send(enterprise);
  await closed(enterprise);
  await act(enterprise, contestant.name, "提交报名");
  await send(enterprise);
  await row(enterprise, contestant.name).getByText("待审核").waitFor();
  await shot(enterprise, "competition-own-zh");

  const clerk = await product.as("clerk", { path: "/competition/register" });
  await assertAccessible(clerk);
  await act(clerk, contestant.name, "审核通过");
  await send(clerk);
  await closed(clerk);
  await row(clerk, contestant.name).getByText("审核通过").waitFor();

  await open(clerk, "/competition/record");
  await row(clerk, `${year - 1}年全县职业技能大赛`).waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "competition-results-zh");
  await pane(clerk).getByRole("button", { name: "新增", exact: true }).click();
  await choose(clerk, "报名", contestant.name);
  await fill(clerk, { 理论成绩: "80", 实操成绩: "90" });
  await send(clerk);
  await closed(clerk);
  await row(clerk, contestant.name).getByText("87").first().waitFor();
  await pane(clerk).getByRole("button", { name: "公布竞赛成绩" }).click();
  await choose(clerk, "竞赛", competition);
  await choose(clerk, "项目", "A 电工");
  await send(clerk);
  await closed(clerk);
  await act(clerk, contestant.name, "更正");
  await fill(clerk, { 实操成绩: "91", 更正原因: "登记错误" });
  await send(clerk);
  await closed(clerk);
  await row(clerk, contestant.name).getByText("87.7").first().waitFor();
  await open(enterprise, "/ent/competition");
  await pane(enterprise).getByText("87.7").first().waitFor();
});

test("awards are printed, checked and read by everybody without script", async () => {
  const clerk = await product.as("clerk", { path: "/competition/record" });
  const last = `${year - 1}年全县职业技能大赛`;
  const winner = row(clerk, "一等奖").filter({ hasText: last }).first();
  await winner.waitFor();
  const papers = ["奖状", "获奖名单"] as const;
  for (const paper of papers) {
    const download = clerk.waitForEvent("download");
    await act(clerk, last, paper);
    assert.match((await download).suggestedFilename(), /\.pdf$/);
  }
  const [award] = await product.sql<{ no: string; code: string }>(
    "select r.register_no as no, t.verify_code as code from competition_record t join competition_register r on r.id = t.register_id where t.award_level = '1' and t.is_publish = '1' limit 1",
  );
  const guest = await product.newPage({ size: phone });
  await guest.goto(`/award?${new URLSearchParams({ no: award?.no ?? "", code: award?.code ?? "" })}`);
  await guest.getByText("奖状有效").waitFor();
  await assertAccessible(guest);
  await guest.goto("/portal?part=competitions");
  await guest.getByRole("link", { name: last }).click();
  await guest.getByRole("cell", { name: "一等奖" }).first().waitFor();
  await assertAccessible(guest);
  await shot(guest, "competition-results-phone-zh");
});

test("a competition gets its items and is published, in English; people see it on a phone", async () => {
  const clerk = await product.as("clerk", { path: "/competition/notice", language: "en" });
  const draft = `${year + 1}年养老护理技能竞赛`;
  await row(clerk, draft).waitFor();
  await assertAccessible(clerk);
  await act(clerk, draft, "Items");
  await dialog(clerk).getByRole("button", { name: "Add an item" }).click();
  const last = dialog(clerk).locator(".competition-item").last();
  for (const [label, value] of Object.entries({ "No.": "D", Item: "月嫂", Occupation: "育婴员", Places: "10" }))
    await last.getByLabel(label, { exact: true }).fill(value);
  await assertAccessible(clerk);
  await shot(clerk, "competition-items-en");
  await press(clerk, "Escape");
  await dialog(clerk).getByText("Not saved yet").waitFor();
  await dialog(clerk).getByRole("button", { name: "Keep editing" }).click();
  await send(clerk);
  await closed(clerk);
  await act(clerk, draft, "Publish");
  await send(clerk);
  await closed(clerk);
  await clerk.getByRole("button", { name: "Undo" }).click();
  await row(clerk, draft).getByText("Withdrawn").waitFor();
  await act(clerk, draft, "Publish");
  await send(clerk);
  await closed(clerk);
  await row(clerk, draft).getByText("Published").waitFor();
  const student = await product.as("student", { path: "/stu/competition", language: "en", size: phone });
  await pane(student).getByText(draft).first().waitFor();
  await assertAccessible(student);
  await shot(student, "competition-phone-en");
});
