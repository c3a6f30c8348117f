import { closed, dialog, row, send, shot } from "../acts.ts";
import { aDefinition, chain } from "../../apps/api/test/factories/workflow.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A class is confirmed only after a further approval, which its page asks for and tells of. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  const app = await product.arrange();
  await aDefinition(app, "classCheck", chain("classCheck", [["check", `flowable:assignee="second"`]]));
  await app.close();
  await product.sql(
    `insert into parameter (param_name, param_key, param_value, create_user, update_user) values ('班级核准前须通过的流程', 'approval.class.confirm', 'classCheck', 0, 0)
    on conflict (param_key) where is_deleted = 0 do update set param_value = excluded.param_value`,
  );
});
test.afterAll(() => product?.close());

const words = {
  zh: {
    needed: "须先完成附加审批",
    ask: "发起附加审批",
    with: "附加审批由 吴复审 办理",
    confirm: "确认",
    agree: "同意",
    refuse: "不同意",
    opinion: "审批意见",
    refused: "附加审批：未通过",
    again: "重新发起",
    passed: "附加审批：已通过",
    what: "班级",
  },
  en: {
    needed: "A further approval is needed first",
    ask: "Ask for the approval",
    with: "The further approval is with 吴复审",
    confirm: "Confirm",
    agree: "Agree",
    refuse: "Refuse",
    opinion: "Opinion",
    refused: "Further approval: Refused",
    again: "Ask again",
    passed: "Further approval: Passed",
    what: "班级",
  },
} as const;

// The process of one class ends with the first language, so that the second one asks again.
for (const language of ["zh", "en"] as const)
  test(`the page of a class says which approval comes before its confirmation (${language})`, async () => {
    const w = words[language];
    const clerk = await product.as("clerk", { language, path: "/class/review" });
    await pane(clerk).locator(".ant-table-row .link-button").first().click();
    await clerk.waitForURL(/\/class\/detail\/\d+$/);
    const address = new URL(clerk.url()).pathname;
    await pane(clerk)
      .getByText(language === "zh" ? w.needed : w.passed)
      .first()
      .waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `approval-needed-${language}`);
    if (language === "en") return;
    await pane(clerk)
      .getByRole("button", { name: w.confirm, exact: true })
      .and(pane(clerk).locator("[aria-disabled]"))
      .waitFor();
    await pane(clerk).getByRole("button", { name: w.ask }).click();
    await send(clerk);
    await closed(clerk);
    await pane(clerk).getByText(w.with).waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `approval-running-${language}`);

    const second = await product.as("second", { language, path: "/work/todo" });
    await row(second, w.what).getByRole("button", { name: w.what }).first().click();
    await pane(second).getByRole("button", { name: w.refuse, exact: true }).click();
    await dialog(second).getByLabel(w.opinion).fill("请补充教学计划");
    await send(second);
    await closed(second);

    await open(clerk, address);
    await pane(clerk).getByText(w.refused).waitFor();
    await pane(clerk).getByRole("button", { name: w.again }).click();
    // The same call twice within a moment would be answered as one.
    await dialog(clerk).getByRole("textbox").fill("已补充");
    await send(clerk);
    await closed(clerk);
    await open(second, "/work/todo");
    await row(second, w.what).getByRole("button", { name: w.what }).first().click();
    await pane(second).getByRole("button", { name: w.agree, exact: true }).click();
    await send(second);
    await closed(second);

    await open(clerk, address);
    await pane(clerk).getByText(w.passed).waitFor();
    await pane(clerk)
      .getByRole("button", { name: w.confirm, exact: true })
      .and(pane(clerk).locator(":not([aria-disabled])"))
      .waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `approval-passed-${language}`);
  });
