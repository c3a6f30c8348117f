import assert from "node:assert/strict";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import type { Locator, Page } from "@playwright/test";
import { syntheticCreditCode } from "../../apps/api/seed/synthetic-unit.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { type BuiltClass, aConfirmedClass, shiftClass } from "../../apps/api/test/factories/class.ts";
import { aTrainingBase } from "../../apps/api/test/factories/training-base.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { becomes, dialog, expectMessage, holdAnswers, press, send } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** What is entered in a class and not saved yet stays: while other parts of the page are shown, other users save, and saves are on their way. */

let product: Product;
let app: TestApp;
let built: BuiltClass;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  const base = await aTrainingBase(app, {
    organisation: { orgName: "勤学职业培训学校", creditCode: syntheticCreditCode(70_021), account: "qinxue" },
  });
  built = await aConfirmedClass(app, { base, students: 4 });
  // Begun two days ago, with two lessons a day.
  await shiftClass(app, built, (Date.parse(addDays(today(), -2)) - Date.parse(built.startDate)) / 86_400_000);
  await product.sql("update app_user set org_id = $1 where account = 'org'", [base.orgId]);
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

/** A lesson of the class, from 0. */
const lessonId = (n: number): string => built.lessonIds[n] ?? "";
const openLesson = (n: number): Promise<Page> =>
  product.as("org", { path: `/my/class/schedule?class=${built.classId}&view=attendance&lesson=${lessonId(n)}` });

const student = (page: Page, n: number): Locator => pane(page).locator(".attendance-row").nth(n);
/** Marks a student by the digit of a status. */
async function mark(page: Page, n: number, status: string): Promise<void> {
  await student(page, n).getByRole("radio").first().focus();
  await page.keyboard.press(status);
  await expectMark(page, n, status);
}
const expectMark = (page: Page, n: number, status: string): Promise<void> =>
  becomes(
    () =>
      student(page, n)
        .getByRole("radio")
        .nth(Number(status) - 1)
        .isChecked(),
    true,
  );
const save = (page: Page): Promise<void> => pane(page).getByRole("button", { name: "保存考勤" }).click();
const unsaved = (page: Page): Locator => pane(page).locator(".attendance-unsaved");
/** Of how many lessons something is not saved. */
const expectUnsaved = (page: Page, lessons: number): Promise<void> =>
  unsaved(page)
    .and(page.getByText(`${lessons} 节课的考勤未保存`))
    .waitFor();

/** Chooses the first lesson with some content. */
async function chooseLesson(page: Page, content: string): Promise<void> {
  const choice = pane(page).locator(".attendance-choice");
  const list = page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)");
  await choice.locator("input").click();
  await list.locator(".ant-select-item-option", { hasText: content }).first().click();
  await choice.locator(".ant-select-content", { hasText: content }).waitFor();
  await list.waitFor({ state: "hidden" });
}

/** The marks of a lesson that are stored, by name. */
async function getStored(lesson: string): Promise<Record<string, string>> {
  const rows = await product.sql<{ name: string; mark: string }>(
    "select s.name, a.attend_status as mark from attendance a join student s on s.id = a.student_id where a.schedule_id = $1 and a.is_deleted = 0",
    [lesson],
  );
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
}
const getName = (page: Page, n: number): Promise<string> => student(page, n).locator("strong").innerText();

test("marks stay while another lesson, the sheet and other sections are shown, and are saved lesson by lesson", async () => {
  const page = await product.as("org", {
    path: `/class/detail/${built.classId}?section=attendance&lesson=${lessonId(0)}`,
  });
  await pane(page).getByText("按课登记").click();
  await student(page, 0).waitFor();
  await mark(page, 0, "5");
  await expectUnsaved(page, 1);
  await chooseLesson(page, "第2天");
  await becomes(() => pane(page).locator(".attendance-mark.chosen").count(), 0);
  await mark(page, 1, "4");
  await expectUnsaved(page, 2);
  await assertAccessible(page);
  await pane(page).getByText("考勤总表").click();
  await pane(page).locator(".heat").waitFor();
  await pane(page).getByText("按课登记").click();
  await expectMark(page, 1, "4");
  await pane(page).getByRole("link", { name: "概况", exact: true }).click();
  await student(page, 0).waitFor({ state: "detached" });
  await pane(page).getByRole("link", { name: "考勤", exact: true }).click();
  await expectUnsaved(page, 2);
  await chooseLesson(page, "第2天");
  await expectMark(page, 1, "4");
  const name = await getName(page, 1);
  await save(page);
  await expectMessage(page, "考勤已保存");
  await expectUnsaved(page, 1);
  assert.deepEqual(await getStored(lessonId(2)), { [name]: "4" });
  await chooseLesson(page, "第1天");
  await expectMark(page, 0, "5");
  await pane(page).getByRole("button", { name: "放弃未保存的考勤" }).click();
  await unsaved(page).waitFor({ state: "detached" });
  await becomes(() => pane(page).locator(".attendance-mark.chosen").count(), 0);
});

test("what a colleague saves of the same lesson is said, and the own marks stay", async () => {
  const page = await openLesson(1);
  await mark(page, 0, "5");
  const [name, other] = [await getName(page, 0), await getName(page, 1)];
  const people = await product.sql<{ id: string; name: string; version: number }>(
    "select s.id, s.name, l.version from student s join lesson l on l.class_id = s.class_id where l.id = $1",
    [lessonId(1)],
  );
  await built.base.orgAdmin.call(lessonCalls.submit, {
    id: lessonId(1),
    version: people[0]?.version,
    attendanceList: people.map(({ id }) => ({ studentId: id, attendStatus: "1", attendMethod: "4" })),
  } as never);
  await save(page);
  await pane(page).getByText(`${name} 的考勤已被他人修改`).waitFor();
  await expectMark(page, 0, "5");
  await expectMark(page, 1, "1");
  await assertAccessible(page);
  await save(page);
  await expectMessage(page, "考勤已保存");
  await pane(page).getByText("的考勤已被他人修改").waitFor({ state: "detached" });
  const stored = await getStored(lessonId(1));
  assert.deepEqual([stored[name], stored[other]], ["5", "1"]);
});

test("what is marked while a save is on its way stays, and is saved next", async () => {
  const page = await openLesson(3);
  const answer = await holdAnswers(page, lessonCalls.submit);
  await mark(page, 0, "1");
  await mark(page, 1, "1");
  await save(page);
  await mark(page, 0, "5");
  await mark(page, 2, "4");
  answer();
  await expectMessage(page, "考勤已保存");
  await expectMark(page, 0, "5");
  await expectMark(page, 2, "4");
  assert.equal(await pane(page).getByText("的考勤已被他人修改").count(), 0);
  await save(page);
  await expectMessage(page, "考勤已保存");
  await unsaved(page).waitFor({ state: "detached" });
  const names = await Promise.all([0, 1, 2].map((n) => getName(page, n)));
  const stored = await getStored(lessonId(3));
  assert.deepEqual(
    names.map((name) => stored[name]),
    ["5", "1", "4"],
  );
});

test("a move of a lesson that is refused keeps its reason", async () => {
  const page = await product.as("org", { path: `/class/detail/${built.classId}?section=timetable` });
  await pane(page).locator(".week-grid").waitFor();
  const last = pane(page).locator(".week-lesson", { hasText: "第5天" }).first();
  if ((await last.count()) === 0) await pane(page).getByRole("button", { name: "下一周" }).click();
  await last.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expectMessage(page, "课次仍在原处");
  await last.focus();
  // Down onto the other lesson of the day, by the same teacher.
  for (let n = 0; n < 6; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog(page).locator("#reason").fill("教师临时有事");
  await send(page);
  await dialog(page).getByText("已有课").first().waitFor();
  assert.equal(await dialog(page).locator("#reason").inputValue(), "教师临时有事");
  await press(page, "Escape");
  await dialog(page).getByText("内容尚未保存").waitFor();
});
