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
  await org.press(words.text("assessment.test.add"));
  await org.page.waitForURL(/\/my\/test\/new/);
  await org.pane.getByText(words.text("assessment.test.able", { n: size })).waitFor();
  const { testMode: mode, evalOrgName, wishTestDate, testPlace } = TestApplication.fields;
  await org.choose(mode, words.label(testMode.codes["1"]), org.pane);
  await org.fill(evalOrgName, "市职业技能评价中心", org.pane);
  await org.type(wishTestDate, addDays(today(), 10), org.pane);
  await org.fill(testPlace, "市技能考核中心", org.pane);
  await org.press(words.text("assessment.test.add"));
  await org.page.waitForURL(/\/my\/test\/\d+/);
  await org.press(words.label(testApplicationMachine.actions.commit));
  await org.confirm();
  await org.tag(confirmStatus.codes.unConfirm);
}

export async function approveAssessment(story: Story): Promise<void> {
  const { words } = story;
  const clerk = await approveApplication(story);
  await clerk.press(words.text("assessment.test.draw"));
  const signIn = clerk.pane.getByRole("button", { name: words.text("assessment.test.signIn") });
  await signIn.first().waitFor();
  for (let left = await signIn.count(); left > 0; left--) {
    await signIn.first().click();
    await clerk.page.waitForFunction(
      ([name, n]) =>
        [...document.querySelectorAll(".exam-people .link-button")].filter((one) => one.textContent === name).length <
        n,
      [words.text("assessment.test.signIn"), left] as const,
    );
  }
}

/** The bureau approves the application of either side. */
export async function approveApplication(story: Story): Promise<Desk> {
  const { words, side } = story;
  const clerk = await story.at("clerk");
  await openTest(story, clerk, side.tests);
  await clerk.press(words.text("assessment.test.approve"));
  await clerk.confirm();
  await clerk.tag(confirmStatus.codes.Confirm);
  return clerk;
}

/** Entered by one person, who may not check their own entries; checked by another; published. The thirtieth person fails. */
export async function scoreAssessment(story: Story): Promise<void> {
  const { words, side } = story;
  if (side.checker === "colleague") await story.hireColleague();
  const scorer = await story.at(side.scorer);
  await openTest(story, scorer, side.scorerTests);
  const { theoryScore, practiceScore, result } = Grade.fields;
  const score = async (part: typeof theoryScore, values: (n: number) => string) => {
    for (const [n, { name }] of people.entries())
      await scorer.pane.locator(`input.score[aria-label="${words.label(part)} ${name}"]`).fill(values(n));
  };
  await score(theoryScore, (n) => String(70 + n));
  await score(practiceScore, (n) => (n === size - 1 ? "59.5" : String(65 + n)));
  await scorer.press(words.text("assessment.scores.save"));
  await expectMessage(scorer.page, words.text("core.common.saved"));
  await scorer.pane
    .locator(".ant-table-row")
    .filter({ hasText: people[size - 1]?.name })
    .getByText(words.label(result.codes?.codes["2"] as never))
    .waitFor();
  // A clerk does not check what they entered themselves, and an enterprise checks nothing.
  const ownCheck = scorer.button(words.text("assessment.scores.check"));
  if (side.scorer === "clerk") await ownCheck.and(scorer.page.locator(":disabled")).waitFor();
  else assert.equal(await ownCheck.count(), 0);

  const checker = await story.at(side.checker);
  await openTest(story, checker, side.tests);
  await checker.press(words.text("assessment.scores.check"));
  await checker.tag(gradeStatus.codes["1"]);
  const clerk = await story.at("clerk");
  await openTest(story, clerk, side.tests);
  await clerk.press(words.text("assessment.scores.publish"));
  await clerk.confirm();
  await clerk.tag(gradeStatus.codes["2"]);
}

export async function issueCertificates(story: Story): Promise<void> {
  const { words, side } = story;
  const clerk = await story.at("clerk");
  const passed = size - 1;
  await openTest(story, clerk, side.tests);
  if (side.owner === "org") await addPhotos(story, clerk, passed);
  await clerk.press(words.text("assessment.scores.issue"));
  await expectMessage(clerk.page, words.text("assessment.scores.issued", { n: passed }));

  await clerk.openClass("certificates");
  await clerk.pane.getByText(words.text("core.list.total", { n: passed }), { exact: true }).waitFor();
  const [download] = await Promise.all([
    clerk.page.waitForEvent("download"),
    clerk.act("329999", words.text("assessment.certificate.pdf")),
  ]);
  const pdf = await readFile(await download.path());
  assert.equal(pdf.subarray(0, 5).toString("latin1"), "%PDF-");
}

/** Students of an institution need a photo for their certificate; nobody has one yet, and the refusal names all of them. */
async function addPhotos({ words, ...story }: Story, clerk: Desk, passed: number): Promise<void> {
  await clerk.press(words.text("assessment.scores.issue"));
  await clerk.pane.getByText(words.text("core.failures.count_other", { count: passed })).waitFor();
  // Thirty portraits would be thirty times the upload of one form field, which has its own tests.
  await story.product.sql(
    "update student set photo_att_id = (select photo_att_id from student where photo_att_id is not null limit 1) where class_id = (select id from training_class where class_name = $1)",
    [story.className],
  );
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
  for (const fact of [people[0]?.name as string, story.side.ownerName, "70"])
    assert.ok(facts.includes(fact), `${fact} in ${facts}`);
  await ask(people[size - 1] as (typeof people)[number]);
  await page.getByText(words.text("lookup.none")).waitFor();
  await story.product.release(page);
}

async function openTest({ className }: Story, desk: Desk, list: string): Promise<void> {
  await desk.open(`${list}?className=${encodeURIComponent(className)}`);
  await desk.view(className);
  await desk.page.waitForURL(/\/test(\/\w+)?\/\d+/);
  await desk.pane.locator(".exam-next").waitFor();
}
