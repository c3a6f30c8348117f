import assert from "node:assert/strict";
import { fillStatus } from "@jipei/contract/core/fields/codes.ts";
import { periodSpan } from "@jipei/contract/work-records/filing-progress.ts";
import { workPeriod } from "@jipei/contract/work-records/work-period.ts";
import { WorkReport, workKind, workReportKind } from "@jipei/contract/work-records/work-report.ts";
import type { Page } from "@playwright/test";
import { act, becomes, choose, closed, dialog, expectMessage, fill, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Named, Words } from "../chain/words.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { quiet } from "../quiet.ts";
import { test } from "../stage.ts";

/** The monthly report of an institution: filled in from the chain, returned once, a figure corrected, passed by two reviewers, and added to the year. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  // A yearly report stands above the monthly ones of its year, and is not what a month is copied from.
  await product.sql(
    `insert into work_report (work_year, work_period, unit_id, unit_name, work_kind, trained_count, finished_count, pass_count, cert_count, next_plan, create_user, update_user)
     select extract(year from now() at time zone 'Asia/Shanghai'), 'Y', u.org_id, o.org_name, '3', 0, 0, 0, 0, '年报计划', u.id, u.id
     from app_user u join organisation o on o.id = u.org_id where u.account = 'org'`,
  );
});
test.afterAll(() => product?.close());

const words = {
  zh: {
    add: "新增",
    edit: "修改",
    copy: "复制上期",
    noEarlier: "没有上期台账",
    comparison: "与系统数据对照",
    totals: "已完成台账汇总",
  },
  en: {
    add: "Add",
    edit: "Edit",
    copy: "Copy the last period",
    noEarlier: "There is no earlier record",
    comparison: "Compared with what the system counts",
    totals: "Completed records of",
  },
} as const;
const { fields } = WorkReport;
const { actions } = workReportKind.machine;

/** The month that is running: the demo county has reported those before. In English the one before the county's first. */
const monthsAgo = { zh: 0, en: 25 } as const;

/** Lets a class of the institution end in a month. @returns how many finished there in it, by their attendance */
async function endClassIn(year: number, month: number): Promise<number> {
  const day = `${year}-${String(month).padStart(2, "0")}-01`;
  await product.sql(
    `update training_class set sign_start_date = $1::date - 20, sign_end_date = $1::date - 1, start_date = $1::date, end_date = $1::date where id = (
       select c.id from training_class c join app_user u on u.org_id = c.org_id where u.account = 'org' and c.run_state in ('certified', 'closed') and c.is_deleted = 0 order by c.id desc limit 1)`,
    [day],
  );
  const [found] = await product.sql<{ n: number }>(
    `select count(*)::int as n from training_class c join app_user u on u.org_id = c.org_id join student s on s.class_id = c.id
     where u.account = 'org' and c.status = 'Confirm' and c.is_deleted = 0 and c.end_date between $1::date and $1::date + interval '1 month' - interval '1 day'
       and s.is_deleted = 0 and s.confirm_status = 'Confirm' and s.attendance_rate >= 80`,
    [day],
  );
  return found?.n ?? 0;
}

/** Records and people who finished, as the sums of a year have them for monthly reports; none where nothing is completed. */
async function readTotals(
  page: Page,
  year: number,
  label: (named: Named) => string,
): Promise<{ records: number; finished: number }> {
  await open(page, "/work/progress");
  await choose(page, label(fields.workYear), String(year), pane(page));
  const title = label([`${year}年已完成台账汇总`, `Completed records of ${year}`]);
  // The totals of a year follow the units, which every year has.
  await pane(page)
    .getByRole("heading", { name: label(["填报月份", "Reporting months"]) })
    .waitFor();
  await quiet(page);
  const found = pane(page)
    .getByRole("region", { name: title })
    .getByRole("row")
    .filter({ hasText: label(WorkReport) })
    .filter({ hasText: label(periodSpan.codes.M) });
  if ((await found.count()) === 0) return { records: 0, finished: 0 };
  const cells = await found.getByRole("cell").allInnerTexts();
  const numbers = cells.map((text) => Number(text.replaceAll(",", "")));
  const [, , records = NaN, finished = NaN] = numbers;
  return { records, finished };
}

for (const language of ["zh", "en"] as const)
  test(`a report is filled in from the chain, returned, corrected, completed, and added to its year (${language})`, async () => {
    const w = words[language];
    const label = (named: Named) => new Words(language).label(named);
    const day = new Date(Date.now() + 8 * 3_600_000);
    day.setUTCDate(1);
    day.setUTCMonth(day.getUTCMonth() - monthsAgo[language]);
    const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + 1];
    const code = String(month).padStart(2, "0") as keyof typeof workPeriod.codes;
    const period = label([`${year}年${workPeriod.codes[code][0]}`, `${workPeriod.codes[code][1]} ${year}`]);
    const finished = await endClassIn(year, month);
    assert.ok(finished > 0, "the class has finishers");
    const figure = label(fields.finishedCount);

    const filters = `?workYear=${year}&workPeriod=${code}`;
    const unit = await product.as("org", { language, path: `/my/work/train_work${filters}` });
    await pane(unit).getByRole("button", { name: w.add, exact: true }).click();
    await fill(unit, { [label(fields.workYear)]: String(year) });
    await choose(unit, label(fields.workPeriod), label(workPeriod.codes[code]));
    await dialog(unit).getByText(w.comparison).first().waitFor();
    await dialog(unit).getByRole("button", { name: w.copy }).click();
    const nextPlan = dialog(unit).getByLabel(label(fields.nextPlan), { exact: true });
    if (language === "zh") {
      await becomes(() => nextPlan.inputValue(), "继续做好招生和开班准备。");
      await dialog(unit).getByText(label(workKind.codes["1"]), { exact: true }).first().waitFor();
    } else {
      await expectMessage(unit, w.noEarlier);
      await choose(unit, label(fields.workKind), label(workKind.codes["1"]));
      await fill(unit, { [label(fields.nextPlan)]: "Recruit" });
    }
    await becomes(() => dialog(unit).getByLabel(figure, { exact: true }).first().inputValue(), String(finished));
    // Nobody passed yet: certificates follow in the next month.
    await fill(unit, {
      [label(fields.passCount)]: "0",
      [label(fields.certCount)]: "0",
      [label(fields.content)]: "OK",
      [label(fields.differReason)]: "考核在下月进行",
    });
    await assertAccessible(unit);
    await shot(unit, `work-report-${language}`);
    await send(unit);
    await closed(unit);
    await act(unit, period, label(actions.commit));
    await send(unit);
    await row(unit, period).getByText(label(fillStatus.codes.firstTrial)).waitFor();

    const first = await product.as("first", { language });
    const path = `/work/train_work${filters}`;
    await open(first, path);
    await act(first, period, label(actions.return));
    await dialog(first).getByRole("textbox").fill("请核对结业人次");
    await send(first);
    await row(first, period).getByText(label(fillStatus.codes.back)).waitFor();

    await open(unit, `/my/work/train_work${filters}`);
    await act(unit, period, w.edit);
    await dialog(unit).getByText(w.comparison).first().waitFor();
    await fill(unit, { [figure]: String(finished - 1), [label(fields.differReason)]: "一人中途转班" });
    await send(unit);
    await closed(unit);
    await act(unit, period, label(actions.commit));
    await send(unit);
    await row(unit, period).getByText(label(fillStatus.codes.firstTrial)).waitFor();

    await open(first, path);
    await act(first, period, label(actions.firstCommit));
    await dialog(first).getByRole("textbox").fill("数据属实");
    await send(first);
    await closed(first);
    const second = await product.as("second", { language });
    const before = await readTotals(second, year, label);
    await open(second, path);
    await row(second, period).getByRole("button").first().click();
    await dialog(second).getByText(w.comparison).first().waitFor();
    await dialog(second).getByText("数据属实").first().waitFor();
    await assertAccessible(second);
    await dialog(second)
      .getByRole("button", { name: label(actions.reCommit) })
      .click();
    const question = second.getByRole("dialog", { name: label(actions.reCommit) });
    await question.getByRole("button", { name: label(actions.reCommit) }).click();
    await question.waitFor({ state: "hidden" });
    await row(second, period).getByText(label(fillStatus.codes.compile)).waitFor();

    const after = await readTotals(second, year, label);
    assert.deepEqual(after, { records: before.records + 1, finished: before.finished + finished - 1 });
    await assertAccessible(second);
    await shot(second, `work-progress-${language}`);
  });

test("an institution reads its records on a phone", async () => {
  const page = await product.as("org", { path: "/my/work/train_work", size: phone });
  const headings = pane(page).locator(".list-card-head");
  await headings.first().waitFor();
  // Months of two years differ in nothing else.
  for (const heading of await headings.allInnerTexts()) assert.match(heading, /^\d{4}年/);
  await assertAccessible(page);
  const bureau = await product.as("clerk", { path: "/work/progress", size: phone });
  await pane(bureau).getByRole("button", { name: "全部催报" }).waitFor();
  await assertAccessible(bureau);
});
