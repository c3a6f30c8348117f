import assert from "node:assert/strict";
import { payStatus, subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { subsidyApplicationMachine } from "@jipei/contract/subsidies/subsidy-application.machine.ts";
import { errors } from "@jipei/contract/core/errors.ts";
import { becomes, expectMessage } from "../acts.ts";
import type { Desk } from "./desk.ts";
import { paper } from "../files.ts";
import { size } from "./roster.ts";
import type { Story } from "./story.ts";

/** From the certificates to the payment to the institution or the enterprise. */

/** Number of persons who passed. */
const claimed = size - 1;
const documents = ["花名册.pdf", "考勤表.pdf", "证书清单.pdf", "签章申请表.pdf"] as const;

export async function fileClaim(story: Story): Promise<void> {
  const { words } = story;
  const org = await story.at("org");
  await org.openClass("claims");
  await org.press(words.text("subsidies.claims.add"));
  await org.page.waitForURL(/\/my\/subsidy\/new/);
  await org.pane.getByText(words.text("subsidies.create.able", { n: claimed })).waitFor();
  await org.pane.getByText(words.text("subsidies.create.excluded", { n: 1 })).waitFor();
  await org.press(words.text("subsidies.create.save"));
  await org.page.waitForURL(/\/my\/subsidy\/\d+/);
  await submitClaim(story, org);
}

/** The documents are added and the claim is submitted. */
export async function submitClaim({ words }: Story, org: Desk): Promise<void> {
  // Without documents: the refusal names every one that is missing.
  await org.press(words.text("subsidies.claim.submit"));
  const refusal = org.pane.getByRole("alert").first();
  for (const named of missing[words.language]) await refusal.filter({ hasText: named }).waitFor();
  await org.press(words.text("subsidies.claim.upload"));
  await org.give(org.dialog, await Promise.all(documents.map(paper)));
  for (const name of documents) await org.dialog.locator(".file-list, .upload-list").getByText(name).first().waitFor();
  // The dialog stays open while a file is still being sent.
  await org.dialog.locator(".upload-row").first().waitFor({ state: "detached" });
  await org.confirm();
  await expectMessage(org.page, words.text("core.common.saved"));
  await org.press(words.text("subsidies.claim.submit"));
  await org.tag(subsidyStatus.codes.firstTrial);
}

const missing = {
  zh: ["花名册", "考勤表", "证书清单", "签章申请表"],
  en: ["roster", "attendance sheet", "certificate list", "signed application"],
};

/** The automatic check ran when the claim was submitted; running it again gives the same. Its warnings are confirmed by hand, the clean rows pass. */
export async function reviewFirst(story: Story): Promise<void> {
  const { words } = story;
  const first = await story.at("first");
  await openClaim(story, first, "first");
  // The warnings of the run before stand there until the new one has answered.
  const ran = first.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/autoTrial"));
  await first.press(words.text("subsidies.review.run"));
  await ran;
  await first.pane.locator(".ant-btn-loading").first().waitFor({ state: "detached" });
  await first.quiet();
  assert.equal(
    await first.button(words.text("subsidies.review.complete")).count(),
    0,
    "a first reviewer cannot complete",
  );
  // A claim with open warnings is refused.
  await first.button(words.text("subsidies.review.pass")).and(first.page.locator(":disabled")).waitFor();
  await first.check();
  const open = first.button(words.text("subsidies.review.confirmWarning"));
  await open.first().waitFor();
  for (let left = await open.count(); left > 0; left--) {
    await open.first().click();
    await first.dialog.locator("#reason").waitFor();
    await first.dialog.getByRole("checkbox").check();
    await first.reason("已电话核实，材料属实");
    await first.page.waitForFunction(
      ([name, n]) =>
        [...document.querySelectorAll(".finding .link-button")].filter((one) => one.textContent === name).length < n,
      [words.text("subsidies.review.confirmWarning"), left] as const,
    );
  }
  await first.press(words.text("subsidies.review.approveClean", { n: claimed }));
  await first.pane.getByText(words.text("subsidies.review.allDecided")).waitFor();
  await first.pane
    .getByText(words.text("subsidies.review.sum", { count: claimed, amount: formatted(getTotal(story)) }))
    .waitFor();
  await first.fill(SubsidyApplication.fields.firstOpinion, opinion, first.pane);
  await first.press(words.text("subsidies.review.pass"));
  await first.confirm();
  await first.tag(subsidyStatus.codes.reTrial);
  await first.pane.locator(".audit-list").getByText(opinion).waitFor();
}
const opinion = "材料齐全，现场抽查属实";

/** The first reviewer may hold the permission for the second review as well, but not for this claim. */
export async function reviewSecond(story: Story): Promise<void> {
  const { words } = story;
  const complete = words.text("subsidies.review.complete");
  await story.product.sql(
    "insert into user_role (user_id, role_id) select u.id, r.id from app_user u, role r where u.account = 'first' and r.role_alias = 'secondReviewer' and u.is_deleted = 0 and r.is_deleted = 0",
  );
  const both = await story.again("first");
  await openClaim(story, both, "re");
  const own = both.button(complete);
  await own.waitFor();
  // Reviewers do not decide again on a claim that they have passed themselves.
  await becomes(() => own.getAttribute("title"), words.text("subsidies.review.own"));
  await own.and(both.page.locator(":disabled")).waitFor();

  const second = await story.at("second");
  await openClaim(story, second, "re");
  await second.press(complete);
  await second.confirm();
  await second.tag(subsidyStatus.codes.compile);
}

export async function pay(story: Story): Promise<void> {
  const { words } = story;
  const finance = await story.at("finance");
  // The days of publicity pass, see attendance.ts.
  await story.product.sql(
    "update subsidy_application set publicity_start = publicity_start - 30, publicity_end = publicity_end - 30 where class_id = $1 and status = 'compile'",
    [await story.classId()],
  );
  await finance.open("/subsidy/pay");
  await finance.act(story.className, words.label(paymentMachine.actions.send));
  await finance.confirm();
  await finance.row(story.className).getByText(words.label(payStatus.codes["2"])).waitFor();
  await finance.act(story.className, words.label(paymentMachine.actions.confirm));
  const amount = finance.dialog.getByLabel(words.text("subsidies.pay.amount"));
  await amount.fill("1.00");
  await finance.dialog.locator(".ant-btn-primary").click();
  await finance.page
    .getByText(words.label(errors.PAY_MISMATCH.slice(1) as never))
    .first()
    .waitFor();
  await amount.fill(getTotal(story));
  await finance.confirm();
  await finance.row(story.className).getByText(words.label(payStatus.codes["3"])).waitFor();
}

/** Whoever claimed sees the payment, and who did what. */
export async function seePayment(story: Story): Promise<void> {
  const { words } = story;
  const owner = await story.at(story.side.owner);
  await owner.open(story.side.ownClaims);
  await owner.view(story.className);
  await owner.tag(payStatus.codes["3"]);
  await owner.pane.getByText(words.text("subsidies.claim.next.paid", { amount: formatted(getTotal(story)) })).waitFor();
  const { commit, firstCommit, reCommit } = subsidyApplicationMachine.actions;
  const { send, confirm } = paymentMachine.actions;
  const moves = [commit, firstCommit, reCommit, send, confirm].map((move) => words.label(move));
  await becomes(
    async () => (await owner.pane.locator(".audit-list strong").allInnerTexts()).filter((name) => moves.includes(name)),
    moves,
  );
}

const getTotal = ({ side }: Story) => `${claimed * side.perPerson}.00`;
const formatted = (amount: string) => new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(Number(amount));

async function openClaim({ side, className }: Story, desk: Desk, review: "first" | "re"): Promise<void> {
  await desk.open(`${side.claims}/${review}?className=${encodeURIComponent(className)}`);
  await desk.view(className);
  await desk.page.waitForURL(/\/subsidy\/(org|ent)\/\d+/);
  await desk.pane.locator(".review-columns").waitFor();
}
