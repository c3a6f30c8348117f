import { registrationCalls } from "@jipei/contract/users/registration.ts";
import { syntheticPerson } from "../../apps/api/seed/synthetic-person.ts";
import { act, choose, closed, dialog, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import type { Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The registration of a student, which a client sends, is approved with the identity card at hand. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  const app = await product.arrange();
  await app.stranger.call(registrationCalls.register, {
    tenantId: "000000",
    name: "周学员",
    account: "zhouxueyuan",
    password: "Register-7qv-26",
    password2: "Register-7qv-26",
    applyKind: "3",
    phone: "13912340003",
  } as never);
  await app.close();
});
test.afterAll(() => product?.close());

test("approving a student asks for ID number and education, and says what is wrong with them", async () => {
  const page = await product.as("admin", { path: "/system/register" });
  await act(page, "zhouxueyuan", "通过");
  await dialog(page).locator(".ant-select-selection-item-content", { hasText: "学员" }).waitFor();
  await send(page);
  await dialog(page).getByText("请填写身份证号码和学历").waitFor();
  await assertAccessible(page);
  await shot(page, "approve-student-zh");
  await dialog(page).getByLabel("居民身份证号码").fill("110101199001011230");
  await choose(page, "学历", "大学本科");
  await send(page);
  await dialog(page)
    .getByText(/证件号码/)
    .last()
    .waitFor();
  await shot(page, "approve-student-wrong-zh");
  await dialog(page).getByLabel("居民身份证号码").fill(syntheticPerson(7_301).idNumber);
  await send(page);
  await row(page, "zhouxueyuan").getByText("启用").waitFor();
  await closed(page);
});
