import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { confirmStatus, gradeStatus } from "@jipei/contract/core/fields/codes.ts";
import { testMode } from "@jipei/contract/assessment/exam-codes.ts";
import { testApplicationMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { expectMessage } from "../acts.ts";
import type { Desk } from "./desk.ts";
import { people, size } from "./roster.ts";
import type { Story } from "./story.ts";

/** Those who attended are assessed, and those who passed get a certificate. */

export async function applyForAssessment(story: Story): Promise<void> {
  const { words } = story;
  const org = await story.at("org");
  await org.openClass("assessment");
  await org.press(words.text("exams.test.add"));
  await org.page.waitForURL(/\/my\/test\/new/);
  await org.pane.getByText(words.text("exams.test.able", { n: size })).waitFor();
  const { testMode: mode, evalOrgName, wishTestDate, testPlace } = TestApplication.fields;
  await org.choose(mode, words.label(testMode.codes["1"]), org.pane);
  await org.fill(evalOrgName, "市职业技能评价中心", org.pane);
  await org.type(wishTestDate, addDays(today(), 10), org.pane);
  await org.fill(testPlace, "市技能考核中心", org.pane);
  await org.press(words.text("exams.test.add"));
  await org.page.waitForURL(/\/my\/test\/\d+/);
  await org.press(words.label(testApplicationMachine.actions.commit));
  await org.confirm();
  await org.tag(confirmStatus.codes.unConfirm);
}

export async function approveAssessment(story: Story): Promise<void> {
  const { words } = story;
  const clerk = await story.at("clerk");
  await openTest(story, clerk);
  await clerk.press(words.text("exams.test.approve"));
  await clerk.confirm();
  await clerk.tag(confirmStatus.codes.Confirm);
  await clerk.press(words.text("exams.test.draw"));
  const signIn = clerk.pane.getByRole("button", { name: words.text("exams.test.signIn") });
  await signIn.first().waitFor();
  for (let left = await signIn.count(); left > 0; left--) {
    await signIn.first().click();
    await clerk.page.waitForFunction(
      ([name, n]) =>
        [...document.querySelectorAll(".exam-people .link-button")].filter((one) => one.textContent === name).length <
        n,
      [words.text("exams.test.signIn"), left] as const,
    );
  }
}

/** Entered by one clerk, who may not check their own entries; checked by another; published. The thirtieth person fails. */
export async function scoreAssessment(story: Story): Promise<void> {
  const { words } = story;
  await story.hireColleague();
  const clerk = await story.at("clerk");
  await openTest(story, clerk);
  const { theoryScore, practiceScore, result } = Grade.fields;
  const score = async (part: typeof theoryScore, values: (n: number) => string) => {
    const cells = clerk.pane.locator(`input.score[aria-label^="${words.label(part)} "]`);
    await cells.nth(size - 1).waitFor();
    for (let n = 0; n < size; n++) await cells.nth(n).fill(values(n));
  };
  await score(theoryScore, (n) => String(70 + n));
  await score(practiceScore, (n) => (n === size - 1 ? "59.5" : String(65 + n)));
  await clerk.press(words.text("exams.scores.save"));
  await expectMessage(clerk.page, words.text("core.common.saved"));
  await clerk.pane
    .locator(".ant-table-row")
    .nth(size - 1)
    .getByText(words.label(result.codes?.codes["2"] as never))
    .waitFor();
  // The clerk who entered the scores is not offered their check.
  await clerk.button(words.text("exams.scores.check")).and(clerk.page.locator(":disabled")).waitFor();

  const colleague = await story.at("colleague");
  await openTest(story, colleague);
  await colleague.press(words.text("exams.scores.check"));
  await colleague.tag(gradeStatus.codes["1"]);
  await openTest(story, clerk);
  await clerk.press(words.text("exams.scores.publish"));
  await clerk.confirm();
  await clerk.tag(gradeStatus.codes["2"]);
}

export async function issueCertificates(story: Story): Promise<void> {
  const { words } = story;
  const clerk = await story.at("clerk");
  const passed = size - 1;
  await openTest(story, clerk);
  await clerk.press(words.text("exams.scores.issue"));
  // Nobody has a photo yet: the refusal names all of them.
  await clerk.pane.getByText(words.text("core.failures.count_other", { count: passed })).waitFor();
  // Thirty portraits would be thirty times the upload of one form field, which has its own tests.
  await story.product.sql(
    "update student set photo_att_id = (select photo_att_id from student where photo_att_id is not null limit 1) where class_id = $1",
    [await story.classId()],
  );
  await clerk.press(words.text("exams.scores.issue"));
  await expectMessage(clerk.page, words.text("exams.scores.issued", { n: passed }));

  await clerk.openClass("certificates");
  await clerk.pane.getByText(words.text("core.list.total", { n: passed }), { exact: true }).waitFor();
  const [download] = await Promise.all([
    clerk.page.waitForEvent("download"),
    clerk.act("329999", words.text("exams.certificate.pdf")),
  ]);
  const pdf = await readFile(await download.path());
  assert.equal(pdf.subarray(0, 5).toString("latin1"), "%PDF-");
}

/** Everybody who knows the two facts sees the certificate; a person who failed has none. */
export async function lookUpCertificate(story: Story): Promise<void> {
  const { words } = story;
  const page = await story.product.newPage({ language: words.language });
  await page.goto("/certInfo");
  await page.getByRole("button", { name: words.text("lookup.byPerson") }).click();
  const ask = async (person: (typeof people)[number]) => {
    await page.locator("[name=name]").fill(person.name);
    await page.locator("[name=idNumber]").fill(person.idNumber);
    await page.getByRole("button", { name: words.text("lookup.search"), exact: true }).click();
  };
  await ask(people[0] as (typeof people)[number]);
  await page.getByText(words.text("lookup.valid"), { exact: true }).waitFor();
  const facts = await page.locator(".lookup-facts").innerText();
  for (const fact of [people[0]?.name as string, "启航职业培训学校", "70"])
    assert.ok(facts.includes(fact), `${fact} in ${facts}`);
  await ask(people[size - 1] as (typeof people)[number]);
  await page.getByText(words.text("lookup.none")).waitFor();
  await page.context().close();
}

async function openTest(story: Story, desk: Desk): Promise<void> {
  await desk.open(`/test/org?className=${encodeURIComponent(story.className)}`);
  await desk.view(story.className);
  await desk.page.waitForURL(/\/test\/org\/\d+/);
  await desk.pane.locator(".exam-next").waitFor();
}
