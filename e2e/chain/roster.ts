import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { readFile } from "node:fs/promises";
import { classMachine } from "@jipei/contract/training/training-class.machine.ts";
import { classStatus } from "@jipei/contract/core/fields/codes.ts";
import { personCategory } from "@jipei/contract/core/fields/person-codes.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { hukouType } from "@jipei/contract/training/enrolment-codes.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { syntheticPerson } from "../../apps/api/seed/synthetic-person.ts";
import { becomes, expectMessage } from "../acts.ts";
import type { Story } from "./story.ts";

/** The roster from a workbook, and the bureau's check of it. */

export const size = 30;
/** Persons who are in no class of the demo county. */
export const people = Array.from({ length: size }, (_, n) => syntheticPerson(500_000 + n));

export async function importRoster(story: Story): Promise<void> {
  const desk = await story.at("org");
  const { words } = story;
  await desk.openClass("roster");
  await desk.press(words.text("core.list.import"));
  const [download] = await Promise.all([
    desk.page.waitForEvent("download"),
    desk.press(words.text("import.template"), desk.dialog),
  ]);
  const headers = await firstRow(await readFile(await download.path()));
  const { name, idNumber, education, phone, hukouType: hukou, personCategory: category } = Student.fields;
  for (const field of [name, idNumber, education, phone, hukou, category])
    assert.ok(
      headers.some((header) => header.startsWith(words.label(field))),
      `${words.label(field)} in ${headers.join()}`,
    );

  // The check digit of the seventh is wrong: the dry run names the cell and nothing is written.
  const wrong = (people[6]?.idNumber as string).replace(/.$/, (digit) => (digit === "1" ? "2" : "1"));
  await desk.give(desk.dialog, [await roster(story, wrong)]);
  await desk.dialog.getByText(words.text("import.bad", { n: 1 }), { exact: true }).waitFor();
  const cell = desk.dialog.locator(".ant-table-row");
  await becomes(() => cell.count(), 1);
  assert.match(await cell.innerText(), new RegExp(`^8\\s.*${words.label(idNumber)}`, "s"));
  assert.ok((await cell.innerText()).includes(wrong));
  assert.deepEqual(
    await story.product.sql(
      "select 1 from student s join training_class c on c.id = s.class_id where c.class_name = $1",
      [story.className],
    ),
    [],
  );

  await cell.getByRole("textbox").fill(people[6]?.idNumber as string);
  await desk.press(words.text("import.recheck"), desk.dialog);
  await desk.dialog.getByText(words.text("import.allGood")).waitFor();
  await desk.press(words.text("import.commit_other", { count: size }), desk.dialog);
  await desk.pane.getByText(words.text("core.list.total", { n: size }), { exact: true }).waitFor();
}

async function firstRow(bytes: Buffer): Promise<string[]> {
  for await (const { values } of readWorkbook(bytes)) return values.map(String);
  return [];
}

/** The sheet as an institution fills it in, with one ID number as given. */
async function roster({ words }: Story, seventh: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const { name, idNumber, education, phone, hukouType: hukou, personCategory: category } = Student.fields;
  const headers = [name, idNumber, education, phone, hukou, category].map((field) => ({
    header: words.label(field),
    width: 20,
    format: "text" as const,
  }));
  const rows = people.map((person, n) => [
    person.name,
    n === 6 ? seventh : person.idNumber,
    words.label(Student.fields.education.codes?.codes[person.education] as never),
    person.phone,
    words.label(hukouType.codes["2"]),
    words.label(personCategory.codes["03"]),
  ]);
  return {
    name: "花名册.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: await buffer(writeWorkbook({ sheet: { name: "花名册", columns: headers, rows } })),
  };
}

/** The institution submits; the bureau checks the people, then the class. */
export async function fileClass(story: Story): Promise<void> {
  const { words } = story;
  const org = await story.at("org");
  await org.openClass("overview");
  await org.pane.getByText(words.text("classes.page.ready")).waitFor();
  await org.check();
  await org.press(words.label(classMachine.actions.commit));
  await org.confirm();
  await org.pane
    .locator(".status-tag", { hasText: words.label(classStatus.codes.unConfirm) })
    .first()
    .waitFor();

  const clerk = await story.at("clerk");
  await clerk.open("/class/student");
  await clerk.pane.locator(".check-class", { hasText: story.className }).click();
  await clerk.pane
    .locator(".check-person")
    .nth(size - 1)
    .waitFor();
  await clerk.check();
  await clerk.press(words.text("enrolment.check.approveClean", { n: size }));
  await clerk.pane.locator(".check-class", { hasText: story.className }).waitFor();
  await expectMessage(clerk.page, words.text("enrolment.check.done", { n: size }));
  await clerk.open("/class/review");
  await clerk.fill(TrainingClass.fields.className, story.className, clerk.pane);
  await clerk.page.keyboard.press("Enter");
  await clerk.view(story.className);
  await clerk.press(words.label(classMachine.actions.confirm));
  await clerk.confirm();
  await clerk.pane
    .locator(".status-tag", { hasText: words.label(classStatus.codes.Confirm) })
    .first()
    .waitFor();
  const rows = await story.product.sql<{ status: string }>(
    "select distinct s.confirm_status as status from student s join training_class c on c.id = s.class_id where c.class_name = $1",
    [story.className],
  );
  assert.deepEqual(rows, [{ status: "Confirm" }]);
}
