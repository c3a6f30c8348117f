import assert from "node:assert/strict";
import { Lesson, lessonCalls } from "@jipei/contract/training/lesson.ts";
import { addDays } from "../../apps/api/src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import type { Story } from "./story.ts";

/** Five days of eight hours in the week view: two days of theory, three of practice, just the share that is required. */
export const lessons = (["1", "1", "2", "2", "2"] as const).map((type, day) => ({
  type,
  day,
  from: "08:30",
  to: "14:30",
  content: `第${day + 1}天${type === "1" ? "理论" : "实操"}`,
}));

export async function planTimetable(story: Story): Promise<void> {
  const desk = await story.at("org");
  const { words } = story;
  await desk.openClass("timetable");
  for (const lesson of lessons) {
    await desk.press(words.text("classes.week.add"));
    await write(story, desk, lesson);
    await desk.confirm();
    await desk.pane.locator(".week-lesson", { hasText: lesson.content }).waitFor();
  }
  await desk.pane
    .getByText(words.text("classes.week.bar", { planned: 40, required: 40 }))
    .first()
    .waitFor();
  await desk.check();
  await dragOntoAnother(desk);
}

async function write({ words, startDate }: Story, desk: Desk, lesson: (typeof lessons)[number]): Promise<void> {
  const { lessonDate, lessonType, startTime, endTime } = Lesson.fields;
  await desk.type(lessonDate, addDays(startDate, lesson.day));
  await desk.choose(lessonType, words.label(Lesson.fields.lessonType.codes?.codes[lesson.type] as never));
  await desk.type(startTime, lesson.from);
  await desk.type(endTime, lesson.to);
  await desk.dialog.locator("#content").fill(lesson.content);
}

/** Tuesday's lesson is dragged onto Monday's: it turns red and says why, is refused when dropped, and stays where it was. */
async function dragOntoAnother(desk: Desk): Promise<void> {
  const [monday, tuesday] = ["第1天理论", "第2天理论"].map((content) =>
    desk.pane.locator(".week-lesson", { hasText: content }),
  ) as [any, any];
  const [to, from] = [await monday.boundingBox(), await tuesday.boundingBox()];
  await desk.page.mouse.move(from.x + 30, from.y + 20);
  await desk.page.mouse.down();
  await desk.page.mouse.move(to.x + 30, to.y + 20, { steps: 5 });
  await tuesday.locator(".week-clash").waitFor();
  const said = await tuesday.locator(".week-clash").innerText();
  assert.ok(said.length > 4);
  const refused = desk.page.waitForResponse((response) => response.url().includes(lessonCalls.submit.path));
  await desk.page.mouse.up();
  assert.equal((await refused).status(), 409);
  await desk.dialog
    .getByText(said.split("\n")[0] as string)
    .first()
    .waitFor();
  await desk.page.keyboard.press("Escape");
  const back = await tuesday.boundingBox();
  assert.ok(Math.abs(back.x - from.x) < 3, "the lesson stands where it was");
}
