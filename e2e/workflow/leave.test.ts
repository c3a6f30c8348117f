import { expectMessage, choose, closed, dialog, row, send, shot, typeTime } from "../acts.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A leave by the pages that clients of the family know: asked for, returned, handed in again, and agreed to on a phone in two taps. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const words = {
  zh: {
    start: "发起 请假",
    labels: { from: "开始时间", to: "结束时间", reason: "请假理由", approver: "审批人", why: "原因" },
    handIn: "提交",
    return: "退回",
    again: "重新提交",
    agree: "同意",
    passed: "通过",
    diagram: "流程图",
  },
  en: {
    start: "Start 请假",
    labels: { from: "From", to: "To", reason: "Reason", approver: "Approver", why: "Reason" },
    handIn: "Hand in",
    return: "Return",
    again: "Hand in again",
    agree: "Agree",
    passed: "Passed",
    diagram: "Diagram",
  },
} as const;

for (const language of ["zh", "en"] as const)
  test(`a leave is returned, handed in again and agreed to on a phone (${language})`, async () => {
    const w = words[language];
    const reason = { zh: "家中有事", en: "Family matters" }[language];
    const clerk = await product.as("clerk", { language, path: "/work/start" });
    await pane(clerk).getByRole("button", { name: w.start }).click();
    await clerk.waitForURL(/\/work\/process\/leave\/form\/\d+$/);
    const from = pane(clerk).getByLabel(w.labels.from, { exact: true });
    await typeTime(from, `${addDays(today(), 3)} 09:00`);
    await typeTime(pane(clerk).getByLabel(w.labels.to, { exact: true }), `${addDays(today(), 4)} 18:00`);
    await pane(clerk).getByLabel(w.labels.reason, { exact: true }).fill(reason);
    await choose(clerk, w.labels.approver, "周初审", pane(clerk));
    await assertAccessible(clerk);
    await shot(clerk, `leave-form-${language}`);
    await pane(clerk).getByRole("button", { name: w.handIn, exact: true }).click();
    await clerk.waitForURL(/\/work\/process\/leave\/detail\/\d+\/\d+$/);
    await pane(clerk).getByText(reason).first().waitFor();
    await assertAccessible(clerk);

    const first = await product.as("first", { language, path: "/work/todo" });
    const title = "林经办的请假";
    await row(first, title).getByRole("button", { name: title }).first().click();
    await first.waitForURL(/\/work\/process\/leave\/handle\/\d+\/\d+\/\d+$/);
    await pane(first).getByText(reason).first().waitFor();
    await pane(first).getByRole("figure", { name: w.diagram }).locator(".mark-standing").first().waitFor();
    await assertAccessible(first);
    await shot(first, `leave-handle-${language}`);
    await pane(first).getByRole("button", { name: w.return, exact: true }).click();
    await dialog(first).getByLabel(w.labels.why, { exact: true }).fill("请改为两天");
    await send(first);
    await closed(first);

    await open(clerk, "/work/todo");
    await row(clerk, title).getByRole("button", { name: title }).first().click();
    await pane(clerk).getByLabel(w.labels.reason, { exact: true }).fill(`${reason}！`);
    await assertAccessible(clerk);
    await shot(clerk, `leave-again-${language}`);
    await pane(clerk).getByRole("button", { name: w.again, exact: true }).click();
    await expectMessage(clerk, { zh: "已提交", en: "Handed in" }[language]);

    const small = await product.as("first", { language, path: "/work/todo", size: phone });
    await pane(small).getByText(title).first().click();
    await pane(small).getByText(`${reason}！`).first().waitFor();
    await assertAccessible(small);
    await shot(small, `leave-phone-${language}`);
    await pane(small).getByRole("button", { name: w.agree, exact: true }).click();
    await dialog(small).getByRole("button", { name: w.agree, exact: true }).click();
    await closed(small);

    await open(clerk, "/work/send");
    await row(clerk, title).getByText(w.passed, { exact: true }).waitFor();
  });
