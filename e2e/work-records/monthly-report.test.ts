import { row, act, choose, closed, dialog, fill, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The monthly report of an institution: filled in from the chain, returned once, corrected, and passed by two reviewers. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const words = {
  zh: {
    add: "新增",
    period: "期间",
    kind: "工作类型",
    monthly: "月报",
    why: "与系统数据不一致的原因",
    content: "工作内容",
    comparison: "与系统数据对照",
    submit: "提交",
    pass: "初审通过",
    back: "初审退回",
    final: "复审通过",
    reason: "请核对结业人次",
    inReview: "初审",
    returned: "退回",
    completed: "完成",
    totals: "已完成台账汇总",
    edit: "修改",
    month: (month: number) => `${month}月`,
  },
  en: {
    add: "Add",
    period: "Period",
    kind: "Kind of report",
    monthly: "Monthly",
    why: "Why figures differ from the system’s",
    content: "Work done",
    comparison: "Compared with what the system counts",
    submit: "Submit",
    pass: "Pass first review",
    back: "Return",
    final: "Pass second review",
    reason: "Please check the figures",
    inReview: "First review",
    returned: "Returned",
    completed: "Completed",
    totals: "Completed records of",
    edit: "Edit",
    month: (month: number) =>
      new Date(Date.UTC(2000, month - 1, 1)).toLocaleString("en", { month: "long", timeZone: "UTC" }),
  },
};

/** The month that is running: the demo county has reported those before. In English the one before the county's first. */
const months = { zh: 0, en: 25 } as const;

for (const language of ["zh", "en"] as const)
  test(`a report is filled in from the chain, returned, corrected and completed (${language})`, async () => {
    const w = words[language];
    const day = new Date(Date.now() + 8 * 3_600_000);
    day.setUTCDate(1);
    day.setUTCMonth(day.getUTCMonth() - months[language]);
    const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + 1];
    const period = language === "zh" ? `${year}年${w.month(month)}` : `${w.month(month)} ${year}`;

    const filters = `?workYear=${year}&workPeriod=${String(month).padStart(2, "0")}`;
    const unit = await product.as("org", { language, path: `/my/work/train_work${filters}` });
    await pane(unit).getByRole("button", { name: w.add, exact: true }).click();
    await dialog(unit).getByLabel("年度").or(dialog(unit).getByLabel("Year")).first().fill(String(year));
    await choose(unit, w.period, w.month(month));
    await choose(unit, w.kind, w.monthly);
    await dialog(unit).getByText(w.comparison).first().waitFor();
    await fill(unit, { [w.content]: "OK", [w.why]: "OK" });
    await assertAccessible(unit);
    await shot(unit, `work-report-${language}`);
    await send(unit);
    await closed(unit);
    await act(unit, period, w.submit);
    await send(unit);
    await row(unit, period).getByText(w.inReview).waitFor();

    const first = await product.as("first", { language });
    const path = `/work/train_work${filters}`;
    await open(first, path);
    await act(first, period, w.back);
    await dialog(first).getByRole("textbox").fill(w.reason);
    await send(first);
    await row(first, period).getByText(w.returned).waitFor();

    await open(unit, `/my/work/train_work${filters}`);
    await act(unit, period, w.edit);
    await dialog(unit).getByText(w.comparison).first().waitFor();
    await fill(unit, { [w.content]: "OK 2" });
    await send(unit);
    await closed(unit);
    await act(unit, period, w.submit);
    await send(unit);
    await row(unit, period).getByText(w.inReview).waitFor();

    await open(first, path);
    await act(first, period, w.pass);
    await send(first);
    await closed(first);
    const second = await product.as("second", { language, path });
    await row(second, period).getByRole("button").first().click();
    await dialog(second).getByText(w.comparison).first().waitFor();
    await assertAccessible(second);
    await dialog(second).getByRole("button", { name: w.final }).click();
    const question = second.getByRole("dialog", { name: w.final });
    await question.getByRole("button", { name: w.final }).click();
    await question.waitFor({ state: "hidden" });
    await row(second, period).getByText(w.completed).waitFor();

    await open(second, "/work/progress");
    await pane(second)
      .getByRole("heading", { name: new RegExp(w.totals) })
      .waitFor();
    await assertAccessible(second);
    await shot(second, `work-progress-${language}`);
  });

test("an institution reads its records on a phone", async () => {
  const page = await product.as("org", { path: "/my/work/train_zyjn", size: phone });
  await pane(page).getByRole("button", { name: "新增" }).first().waitFor();
  await assertAccessible(page);
  const bureau = await product.as("clerk", { path: "/work/progress", size: phone });
  await pane(bureau).getByRole("button", { name: "全部催报" }).waitFor();
  await assertAccessible(bureau);
});
