import assert from "node:assert/strict";
import { act, dialog, send } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Product, pane, phone } from "../harness.ts";
import { test } from "../stage.ts";

/** Masked values are shown in full to those who decide or audit, once they state a purpose. */

let product: Product;
test.beforeAll(async ({ stage }) => void (product = await stage.start()));
test.afterAll(() => product?.close());

test("an auditor reveals a telephone, and the history has the purpose", async () => {
  const page = await product.as("auditor", { path: "/basics/teacher" });
  const name = (await pane(page).locator(".ant-table-row td").nth(2).textContent())?.trim() ?? "";
  await act(page, name, "查看");
  await dialog(page).getByRole("button", { name: "查看完整信息：手机号码" }).click();
  await dialog(page).getByText("查看人、时间和用途将记入办理记录").waitFor();
  await assertAccessible(page);
  await send(page);
  await dialog(page).getByText("请填写查看用途").waitFor();
  await dialog(page)
    .getByLabel(/查看用途/)
    .fill("核对");
  await send(page);
  await dialog(page)
    .getByText(/不少于5个字/)
    .waitFor();
  await dialog(page)
    .getByLabel(/查看用途/)
    .fill("核对任课教师联系方式");
  await send(page);
  const shown = dialog(page).getByText(/^1\d{10}$/);
  await shown.waitFor();
  await assertAccessible(page);
  const number = await shown.textContent();
  await dialog(page).getByRole("button", { name: "关闭" }).last().click();
  await shown.waitFor({ state: "hidden" });
  const [kept] = await product.sql<{ opinion: string; operator: string }>(
    `select a.opinion, u.account as operator from audit_record a join app_user u on u.id::text = a.operator_id where a.action = 'unmask' order by a.id desc limit 1`,
  );
  assert.deepEqual(kept, { opinion: "手机号码：核对任课教师联系方式", operator: "auditor" });
  assert.ok(
    !(
      await product.sql<{ text: string }>(
        `select row_to_json(a)::text as text from audit_record a where a.action = 'unmask'`,
      )
    ).some(({ text }) => text.includes(number ?? "")),
  );
});

test("users without the permission get no button; it works in English on a phone", async () => {
  const [teacher] = await product.sql<{ id: string }>(
    "select id::text from teacher where is_deleted = 0 order by id limit 1",
  );
  const [someClass] = await product.sql<{ id: string }>(
    `select id::text from training_class where is_deleted = 0 and status = 'Confirm' order by id limit 1`,
  );
  const leader = await product.as("leader", { path: `/class/index?view=${someClass?.id}` });
  await leader.locator(".masked").first().waitFor();
  assert.equal(await leader.getByRole("button", { name: "查看完整信息" }).count(), 0);
  const page = await product.as("auditor", {
    path: `/basics/teacher?view=${teacher?.id}`,
    size: phone,
    language: "en",
  });
  await dialog(page)
    .getByRole("button", { name: /^Show in full/ })
    .first()
    .click();
  await dialog(page).getByText("The viewer, the time and the purpose are recorded in the history.").waitFor();
  await assertAccessible(page);
});
