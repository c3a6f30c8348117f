import { today } from "../../apps/api/src/core/foundation/clock.ts";
import { choose, closed, dialog, fill, row, send, shot, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** What came of training: a student evaluates a class on a phone, the institution reads and follows up. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("a student evaluates a class that is over on a phone; the bureau reads averages and suggestions", async () => {
  const student = await product.as("student", { path: "/stu/evaluation", size: phone });
  const due = pane(student).locator(".due-evaluations li");
  await due.first().waitFor();
  await assertAccessible(student);
  await shot(student, "evaluation-due-phone-zh");
  await due.first().getByRole("button", { name: "评价" }).click();
  // What is not scored is asked for.
  await send(student);
  await dialog(student).getByText("请输入教学评分").first().waitFor();
  for (const scores of await dialog(student).locator(".ant-radio-group").all())
    await scores.getByText("4", { exact: true }).click();
  await fill(student, { 意见建议: "多安排晚上的课" });
  await assertAccessible(student);
  await shot(student, "evaluation-form-phone-zh");
  await send(student);
  await closed(student);
  await pane(student).getByText("平均分", { exact: false }).first().waitFor();
  await shot(student, "evaluation-own-phone-zh");

  const clerk = await product.as("clerk", { path: "/class/evaluation" });
  await pane(clerk).getByText("满意度", { exact: false }).first().waitFor();
  await row(clerk, "多安排晚上的课").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "evaluations-zh");
});

test("an institution reads its evaluations and follows a student up, in English", async () => {
  const org = await product.as("org", { path: "/my/class/evaluation", language: "en" });
  await pane(org).getByText("satisfaction", { exact: false }).first().waitFor();
  await assertAccessible(org);
  await org.goto("/my/class/employment");
  await pane(org).locator(".ant-table-row").first().waitFor();
  await assertAccessible(org);
  await shot(org, "employment-en");
  await pane(org)
    .getByRole("button", { name: /^People to follow up/ })
    .click();
  const due = dialog(org).locator("details").first();
  await due.locator("summary").click();
  await assertAccessible(org);
  await shot(org, "follow-ups-due-en");
  const [first] = await due.getByRole("button").allInnerTexts();
  await due.getByRole("button").first().click();
  // The form knows whom it is about.
  await dialog(org)
    .locator(".ant-select", { hasText: first ?? "?" })
    .first()
    .waitFor();
  await org.keyboard.press("Escape");
  await dialog(org).locator("details").first().waitFor();
  await org.keyboard.press("Escape");
  await closed(org);
  await pane(org).getByRole("button", { name: "Add", exact: true }).first().click();
  const [graduate] = await product.sql<{ name: string }>(
    `select s.name from student s join training_class c on c.id = s.class_id join app_user u on u.account = 'org' and u.org_id = c.org_id
     where c.run_state = 'certified' and s.confirm_status = 'Confirm' and not exists (select from train_employment e where e.student_id = s.id) order by s.id limit 1`,
  );
  await choose(org, "Student", graduate?.name ?? "");
  await typeTime(dialog(org).getByLabel("Followed up on", { exact: true }), today());
  await choose(org, "Kind of employment", "Employed");
  await send(org);
  await dialog(org).getByText("needed by the employed").first().waitFor();
  await fill(org, { Employer: "江南纺织股份有限公司" });
  await assertAccessible(org);
  await shot(org, "employment-form-en");
  await send(org);
  await closed(org);
  await row(org, graduate?.name ?? "")
    .getByText("Reported only")
    .waitFor();
});
