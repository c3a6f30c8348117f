// Slow: classes in four states are made by the calls, and each page of them is walked through.
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Locator, Page } from "@playwright/test";
import {
  type BuiltClass,
  aCommittedClass,
  aConfirmedClass,
  aHeldClass,
  aReadyClass,
  anApprovedOrgPlan,
  shiftClass,
} from "../../apps/api/test/factories/class.ts";
import { aTrainingBase } from "../../apps/api/test/factories/training-base.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { becomes, dialog, press, row, send, expectMessage, shot, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { paper } from "../files.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { catchPrint, readPaper } from "../paper.ts";
import { test } from "../stage.ts";

/** The page of a class: timetable, attendance, next step; for an institution, a teacher, the bureau and a student. */

let product: Product;
let app: TestApp;
let draft: BuiltClass;
let committed: BuiltClass;
/** A draft that one test submits and takes back. */
let spare: BuiltClass;
let running: BuiltClass;
let held: BuiltClass;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  // The demo county has institutions of its own; this one differs wherever values must be unique.
  const base = await aTrainingBase(app, {
    organisation: { orgName: "江南职业培训学校", creditCode: syntheticCreditCode(70_001), account: "jiangnan" },
  });
  const orgPlanId = await anApprovedOrgPlan(app, base, { headcount: 500 });
  draft = await aReadyClass(app, { base, orgPlanId, overrides: { className: "草稿班" } });
  spare = await aReadyClass(app, { base, orgPlanId, overrides: { className: "撤回班" } });
  committed = await aCommittedClass(app, { base, orgPlanId, overrides: { className: "待确认班" } });
  running = await aConfirmedClass(app, { base, orgPlanId, students: 4, overrides: { className: "在训班" } });
  await shiftClass(app, running, daysTo(running.startDate, addDays(today(), -1)));
  held = await aHeldClass(app, {
    base,
    orgPlanId,
    students: 3,
    missed: { 1: 2, 2: 4 },
    overrides: { className: "结业班" },
  });
  await sql`update app_user set org_id = ${base.orgId} where account in ('org', 'teacher')`.execute(app.db);
  await sql`update app_user set id_number_hash = (select id_number_hash from teacher where id = ${running.base.teacherId}) where account = 'teacher'`.execute(
    app.db,
  );
  await sql`update app_user set id_number_hash = (select id_number_hash from student where id = ${held.studentIds[2]}) where account = 'student'`.execute(
    app.db,
  );
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

const daysTo = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

/** Waits until no lesson is being moved any more. */
const settled = (page: Page) => pane(page).locator(".week-lesson.drafted").waitFor({ state: "hidden" });

const lessons = (page: Page) => pane(page).locator(".week-lesson");

/** Drags from a point of an element by a number of half hours and days. */
async function drag(
  page: Page,
  lesson: Locator,
  halfHours: number,
  days = 0,
  from: "middle" | "edge" = "middle",
): Promise<void> {
  await lesson.scrollIntoViewIfNeeded();
  const box = await lesson.boundingBox();
  if (!box) throw new Error("the lesson is not to be seen");
  const x = box.x + 30;
  const y = from === "edge" ? box.y + box.height - 3 : box.y + 10;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + days * (box.width + 4), y + halfHours * 19, { steps: 8 });
}

test("a class with ten lessons is opened with at most thirty clicks", async () => {
  const page = await product.as("org");
  await open(page, "/my/class");
  await page.evaluate(() => {
    const told = window as unknown as { clicks: number };
    told.clicks = 0;
    // Those of keys count, too: Enter on a button is one.
    addEventListener("click", () => void told.clicks++, true);
  });
  await page.getByRole("button", { name: "新增" }).first().click();
  const form = dialog(page);
  await form.getByRole("button", { name: /^按上一班「.+」填写$/ }).click();
  const field = (name: string) => form.getByLabel(name, { exact: true });
  await becomes(() => field("培训地点").inputValue(), "测试路1号", "the last class is the template");
  const firstDay = addDays(today(), 60);
  await typeTime(field("开班日期"), firstDay.replaceAll("-", ""));
  await typeTime(field("结业日期"), addDays(firstDay, 20).replaceAll("-", "."));
  await field("班级名称").fill("三十次点击班");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    form.locator("#teachPlanAttId button").last().click(),
  ]);
  await chooser.setFiles([await paper("教学计划.pdf")]);
  await form.getByText("教学计划.pdf").waitFor();
  await shot(page, "class-form");
  await form.getByRole("button", { name: "保存" }).click();
  await row(page, "三十次点击班").locator(".link-button").first().click();
  await pane(page).locator('.section-nav a[href*="timetable"]').click();
  await page.getByRole("button", { name: "按规律排课" }).click();
  await dialog(page).getByText("共 10 节课。").waitFor();
  await assertAccessible(page);
  await shot(page, "class-pattern");
  await dialog(page).getByRole("button", { name: "排入 10 节课" }).click();
  await expectMessage(page, "已排 10 节课");
  await page.getByText("已排 40 / 需 40 课时").first().waitFor();
  const clicks = await page.evaluate(() => (window as unknown as { clicks: number }).clicks);
  assert.ok(clicks <= 30, `${clicks} clicks`);
});

test("a lesson is dragged: red where it clashes, saved where it is free, extended by its edge, moved by keys", async () => {
  const page = await product.as("org", { path: `/class/detail/${draft.classId}?section=timetable` });
  const first = lessons(page).first();
  await first.waitFor();
  await first.getByText("08:00–10:15").waitFor();
  await page.getByText("可以提交").waitFor();
  await drag(page, first, 8);
  await page.locator(".week-lesson.clash .week-clash").waitFor();
  await page
    .locator(".week-clash")
    .filter({ hasText: /本班.+12:00–15:45已有课/ })
    .waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  // Dropped onto a clash it is refused, and moves back.
  const refused = page.getByRole("dialog");
  await refused.getByText("已有课").first().waitFor();
  await press(page, "Escape");
  await refused.waitFor({ state: "hidden" });
  await settled(page);
  await drag(page, first, -2);
  await page.mouse.up();
  await settled(page);
  await page.locator(".week-lesson", { hasText: "07:00–09:15" }).waitFor();
  await drag(page, first, -2, 0, "edge");
  await page.mouse.up();
  await settled(page);
  await page.locator(".week-lesson", { hasText: "07:00–08:15" }).waitFor();
  // The page says at once that hours are missing now.
  await page.getByText("课时不足").waitFor();
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".week-lesson", { hasText: "07:30–08:45" }).waitFor();
  await assertAccessible(page);
  await becomes(
    () =>
      app.db
        .selectFrom("lesson")
        .select(["startTime", "endTime", "hours"])
        .where("id", "=", draft.lessonIds[0] as string)
        .executeTakeFirst(),
    { startTime: "07:30", endTime: "08:45", hours: "1.5" },
  );
});

test("a lesson opens by Enter, Space and the first button of a mouse, and by no other", async () => {
  const page = await product.as("org", { path: `/class/detail/${draft.classId}?section=timetable` });
  const first = lessons(page).first();
  const form = page.getByRole("dialog");
  await first.waitFor();
  for (const key of ["Enter", "Space"]) {
    await first.focus();
    await page.keyboard.press(key);
    await form.getByLabel("授课内容").waitFor();
    await press(page, "Escape");
    await form.waitFor({ state: "hidden" });
  }
  for (const button of ["right", "middle"] as const) {
    await first.click({ button });
    assert.equal(await form.count(), 0);
  }
  await first.click();
  await form.getByLabel("授课内容").waitFor();
});

test("a lesson is moved by its form, on a phone too", async () => {
  const page = await product.as("org", { path: `/class/detail/${draft.classId}?section=timetable`, size: phone });
  await pane(page).locator(".day-lesson .link-button").last().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("授课内容").fill("综合实操");
  await form.getByRole("button", { name: "保存" }).click();
  await page.locator(".day-lesson", { hasText: "综合实操" }).waitFor();
  await assertAccessible(page);
});

test("the form of a lesson reports conflicts while it is filled in, in both languages", async () => {
  for (const [language, add, from, to, clash] of [
    ["zh", "新增课次", "开始时间", "结束时间", /本班.+12:00–15:45已有课/],
    ["en", "Add a lesson", "From", "To", /already has a lesson .*12:00–15:45/],
  ] as const) {
    const page = await product.as("org", { path: `/class/detail/${draft.classId}?section=timetable`, language });
    await page.getByRole("button", { name: add }).click();
    const form = page.getByRole("dialog");
    const type = (name: string, value: string) => typeTime(form.getByLabel(name, { exact: true }), value);
    await type(from, "14:00");
    await type(to, "15:00");
    const clashes = form.locator(".lesson-clashes");
    await clashes.getByText(clash).first().waitFor();
    await assertAccessible(page);
    // A free hour removes the message, without anything having been saved.
    await type(to, "20:45");
    await type(from, "20:00");
    await clashes.getByText(clash).first().waitFor({ state: "detached" });
    await product.release(page);
  }
});

test("a teacher takes attendance by keys; rates and limit are shown", async () => {
  const page = await product.as("teacher", {
    path: `/my/class/schedule?class=${running.classId}&view=attendance&lesson=${running.lessonIds[0]}`,
  });
  const rows = pane(page).locator(".attendance-row");
  await rows.first().waitFor();
  await page.getByRole("button", { name: "全部出勤" }).click();
  await rows.nth(1).getByRole("radio").first().focus();
  await page.keyboard.press("2");
  await rows.nth(1).getByRole("spinbutton").fill("30");
  await rows.nth(1).getByRole("radio").nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("5");
  await page.getByRole("button", { name: "保存考勤" }).click();
  await expectMessage(page, "考勤已保存");
  await page.locator(".attendance-rate.low", { hasText: "50%" }).waitFor();
  await becomes(
    () =>
      pane(page)
        .locator(".attendance-rate")
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.split("\n")[0])),
    ["100%", "50%", "0%", "100%"],
  );
  await page.getByText("合格线 80%").waitFor();
  await assertAccessible(page);
});

test("a submitted class is taken back at once by its message, and later by its move, until the bureau has begun", async () => {
  const page = await product.as("org", { path: `/class/detail/${spare.classId}` });
  const submit = async () => {
    await pane(page).getByRole("button", { name: "提交", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "提交", exact: true }).click();
  };
  const state = (name: string) => pane(page).locator(".page-header .status-tag", { hasText: name }).waitFor();
  await submit();
  await page.locator(".toast").getByRole("button", { name: "撤回" }).click();
  await state("未提交");
  await submit();
  await state("未确认");
  await pane(page).getByRole("button", { name: "撤回", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "撤回", exact: true }).click();
  await state("未提交");
});

test("the bureau sees its open tasks, and returns a class with a reason", async () => {
  const page = await product.as("clerk", { path: `/class/detail/${committed.classId}` });
  await page.getByText("审核3名学员").waitFor();
  await page.getByRole("button", { name: "退回", exact: true }).click();
  await page.locator("#reason").fill("教学计划不完整");
  await send(page);
  await pane(page).locator(".status-tag", { hasText: "未提交" }).waitFor();
  await assertAccessible(page);
  const institution = await product.as("org", { path: `/class/detail/${committed.classId}` });
  await institution.getByText("教学计划不完整").first().waitFor();
});

test("in English: the attendance sheet of a class, coloured by rate", async () => {
  const page = await product.as("clerk", { path: `/class/detail/${held.classId}?section=attendance`, language: "en" });
  await page.locator(".heat-cell.zero").first().waitFor();
  await becomes(() => page.locator(".heat-cell.zero").count(), 6);
  await page.getByText("needed 80%").waitFor();
  await assertAccessible(page);
});

test("paper forms of 10, 20 and 40 lessons fit their sheets, and hold names and numbers on one line", async () => {
  await sql`update student set name = '迪丽热巴·买买提' where id = ${held.studentIds[0]}`.execute(app.db);
  const page = await product.as("org", { fresh: true });
  await page.addInitScript(catchPrint);
  const issues: string[] = [];
  for (const count of [10, 20, 40]) {
    await fillLessons(held, count);
    await open(page, `/class/detail/${held.classId}?section=files`);
    for (const form of ["花名册", "课程表", "考勤表"]) {
      if (form === "花名册" && count > 10) continue;
      await pane(page).getByRole("button", { name: form, exact: true }).click();
      const found = await readPaper(page, count < 40 ? 1 : 2);
      issues.push(...found.map((issue) => `${form}, ${count} lessons: ${issue}`));
    }
  }
  assert.deepEqual(issues, []);
});

/** Gives a class as many lessons as it shall have, a day each after its last one. */
const fillLessons = (of: BuiltClass, count: number) =>
  sql`insert into lesson (class_id, lesson_date, start_time, end_time, hours, lesson_type, content, teacher_id, classroom_id, create_user, update_user)
    select class_id, lesson_date + n, start_time, end_time, hours, lesson_type, content, teacher_id, classroom_id, create_user, update_user
    from (select * from lesson where class_id = ${of.classId} and is_deleted = 0 order by lesson_date desc limit 1) last,
      generate_series(1, ${count} - (select count(*)::int from lesson where class_id = ${of.classId} and is_deleted = 0)) n`.execute(
    app.db,
  );

test("a student sees their own class and their attendance against the limit", async () => {
  const page = await product.as("student", { path: "/stu/class", size: phone });
  const card = page.locator(".student-class", { hasText: "结业班" });
  await card.getByText("低于 80%，将不能参加考核").waitFor();
  await card.getByText("60%").first().waitFor();
  await card.getByText("没有缴费记录").or(card.locator(".student-fees li").first()).waitFor();
  await assertAccessible(page);
});
