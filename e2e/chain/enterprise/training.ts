import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { enterpriseTestMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { confirmStatus, lessonType } from "@jipei/contract/core/fields/codes.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { addDays, today } from "../../../apps/api/src/core/foundation/clock.ts";
import { becomes, shot } from "../../acts.ts";
import { begin } from "../attendance.ts";
import type { Desk } from "../desk.ts";
import { people, size } from "../roster.ts";
import type { Story } from "../story.ts";

/** The lessons of the class, who was there, and the application for the assessment. */

const content = "焊接操作";
/** Seven working days from a Monday on, by their distance to it. */
const workdays = [0, 1, 2, 3, 4, 7, 8];
const days = workdays.length;
const repeated = ["连续工作日数", "Working days in a row"] as const;

export async function planLessons(story: Story): Promise<void> {
  const desk = await story.at("enterprise");
  const { words } = story;
  await desk.openClass("schedules");
  const plan = words.label(["排课", "Plan lessons"]);
  await desk.press(plan);
  await desk.type(["开始时间", "From"], "08:30");
  await desk.type(["结束时间", "To"], "14:30");
  await desk.fill(["授课内容", "Content"], content);
  await desk.fill(repeated, "2");
  await desk.check();
  // The next ones follow the last, of which they take time, teacher and content, also where the class with it comes late.
  const detail = ({ pathname }: URL) => pathname === enterpriseClassCalls.detail.path;
  await desk.page.route(detail, async (route) => {
    await setTimeout(1500);
    await route.continue();
  });
  await desk.confirm();
  await desk.press(plan);
  await desk.page.unroute(detail);
  await desk.choose(["课型", "Type"], words.label(lessonType.codes["2"]));
  await desk.fill(repeated, String(days - 2));
  await desk.confirm();
  await becomes(() => desk.pane.locator(".staff-lessons tbody tr").count(), days);
  await desk.check();
}

/** Attendance may be entered for three days, so the class is moved in between. */
export async function takeStaffAttendance(story: Story): Promise<void> {
  const desk = await story.at("enterprise");
  for (const over of [3, 6, 9]) {
    await begin(story, over);
    await enter(
      story,
      desk,
      workdays.filter((day) => day >= over - 3 && day < over),
    );
  }
  const rows = await story.product.sql<{ rate: string; n: string }>(
    "select attendance_rate::text as rate, count(*)::text as n from student where class_id = $1 group by 1",
    [await story.classId()],
  );
  assert.deepEqual(rows, [{ rate: "100.00", n: String(size) }]);
  await print(story, desk);
}

async function enter({ words, ...story }: Story, desk: Desk, which: readonly number[]): Promise<void> {
  await desk.openClass("attendance");
  const [first] = await story.product.sql<{ day: string }>(
    "select min(lesson_date)::text as day from lesson l join training_class c on c.id = l.class_id where c.class_name = $1 and l.is_deleted = 0",
    [story.className],
  );
  for (const day of which.map((offset) => addDays(first?.day ?? "", offset))) {
    const choice = desk.pane.locator(".attendance-choice");
    await choice.locator("input").click();
    await desk.pick(day);
    await choice.locator(".ant-select-content", { hasText: day }).waitFor();
    await desk.press(words.text("classes.attendance.all"));
    await desk.pane
      .getByText(words.text("classes.attendance.entered", { n: people.length, all: people.length }))
      .waitFor();
    const sheet = desk.page.waitForResponse((response) =>
      response.url().includes(enterpriseClassCalls.attendanceSheet.path),
    );
    await desk.press(words.text("classes.attendance.save"));
    await sheet;
    await desk.quiet();
  }
}

/** The paper form has everybody, with a mark for each lesson. */
async function print({ words }: Story, desk: Desk): Promise<void> {
  await desk.page.evaluate(() => {
    window.print = () => undefined;
  });
  await desk.press(words.text("classes.attendance.print"));
  const sheet = desk.page.locator(".print-sheet");
  await sheet
    .locator("tbody tr")
    .nth(size - 1)
    .waitFor({ state: "attached" });
  await desk.page.emulateMedia({ media: "print" });
  await shot(desk.page, `enterprise-attendance-print-${words.language}`);
  await desk.page.emulateMedia({ media: null });
  const printed = await sheet.textContent();
  for (const text of [words.text("classes.attendance.printTitle"), people[0]?.name ?? "", "周师傅"])
    assert.ok(printed?.includes(text), text);
  assert.equal(await sheet.locator("td.print-mark").count(), size * days);
  await desk.page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await sheet.waitFor({ state: "detached" });
}

export async function applyForStaffAssessment(story: Story): Promise<void> {
  const { words } = story;
  const desk = await story.at("enterprise");
  await desk.openClass("assessment");
  await desk.press(words.text("assessment.test.add"));
  await desk.page.waitForURL(/\/ent\/test\/new/);
  await desk.pane.getByText(words.text("assessment.test.able", { n: size })).waitFor();
  const { evalOrgCode, wishTestDate, testPlace } = EnterpriseTestApplication.fields;
  // The body that numbers level certificates.
  await desk.fill(evalOrgCode, "Y000032000001", desk.pane);
  await desk.type(wishTestDate, addDays(today(), 10), desk.pane);
  await desk.fill(testPlace, "二号车间", desk.pane);
  await desk.check();
  await desk.press(words.text("assessment.test.add"));
  await desk.page.waitForURL(/\/ent\/test\/\d+/);
  await desk.press(words.label(enterpriseTestMachine.actions.commit));
  await desk.confirm();
  await desk.tag(confirmStatus.codes.unConfirm);
}
