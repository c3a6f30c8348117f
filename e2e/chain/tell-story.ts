import { assertAccessible } from "../axe.ts";
import type { Product } from "../harness.ts";
import { test } from "../stage.ts";
import {
  applyForAssessment,
  approveAssessment,
  issueCertificates,
  lookUpCertificate,
  scoreAssessment,
} from "./assessment.ts";
import { takeAttendance } from "./attendance.ts";
import { fileClaim, pay, reviewFirst, reviewSecond, seePayment } from "./claim.ts";
import { declareUnderPlan, openClass, releasePlan } from "./filing.ts";
import { fileClass, importRoster } from "./roster.ts";
import { Story } from "./story.ts";
import { planTimetable } from "./timetable.ts";
import type { Language } from "./words.ts";

/** A class of thirty persons from a released plan to a paid subsidy, with everybody who takes part in it. */

const chapters: readonly (readonly [string, (story: Story) => Promise<void>])[] = [
  ["the bureau releases a plan", releasePlan],
  ["the institution declares its share, which is approved", declareUnderPlan],
  ["it opens a class", openClass],
  ["the roster comes from a workbook: a bad cell is named, corrected, and all is written", importRoster],
  ["the week is planned; two lessons cannot stand at one time", planTimetable],
  ["the class is submitted, its people checked, the class confirmed", fileClass],
  ["the lessons take place, attendance is entered by keys", takeAttendance],
  ["the institution applies for the assessment", applyForAssessment],
  ["the bureau approves it and draws assessors", approveAssessment],
  ["scores are entered by one, checked by another, published", scoreAssessment],
  ["certificates are issued, with a PDF", issueCertificates],
  ["anybody can check a certificate", lookUpCertificate],
  ["the claim is filed; what is missing is named", fileClaim],
  ["the first review: warnings are confirmed by hand", reviewFirst],
  ["the second review is done by somebody else", reviewSecond],
  ["after the publicity the money is sent and recorded", pay],
  ["the institution sees the payment and its history", seePayment],
];

/** Declares the story as tests, in a file of its own for each language, so that both run at the same time. */
export function tellStory(language: Language): void {
  test.describe(`from plan to payment, ${language}`, () => {
    // Each chapter continues from the ones before it.
    test.describe.configure({ mode: "serial" });
    let product: Product;
    let story: Story;
    test.beforeAll(async ({ stage }) => {
      product = await stage.start();
      story = new Story(product, language);
    });
    test.afterAll(() => product?.close());

    test("login and home pass axe", async () => {
      const page = await product.newPage({ language });
      await page.goto("/login");
      await page.locator("[name=account]").waitFor();
      await assertAccessible(page);
      for (const account of ["clerk", "org"] as const) await assertAccessible((await story.at(account)).page);
    });

    for (const [name, chapter] of chapters) test(name, () => chapter(story));
  });
}
