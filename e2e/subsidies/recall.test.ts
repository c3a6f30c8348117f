// Slow: two claims are made by the calls, and each is submitted three times in the browser.
import { errors } from "@jipei/contract/core/errors.ts";
import { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import { bureauQueue } from "@jipei/contract/home/bureau-home.ts";
import { claimSave } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { subsidyApplicationMachine } from "@jipei/contract/subsidies/subsidy-application.machine.ts";
import { type BuiltClaim, aClaim } from "../../apps/api/test/factories/assessment.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { becomes, dialog, expectMessage, holdAnswers, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Language, type Named, Words } from "../chain/words.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { quiet } from "../quiet.ts";
import { test } from "../stage.ts";

/** An institution takes a submitted claim back: the bureau's queue loses it, until a reviewer has begun. */

let product: Product;
let app: TestApp;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

/** A claim that is not submitted, of the institution of the account `org` from now on. */
async function anOwnClaim(): Promise<BuiltClaim & { className: string }> {
  const claim = await aClaim(app);
  await product.sql("update app_user set org_id = $1 where account = 'org'", [claim.base.orgId]);
  const { className } = await app.db
    .selectFrom("trainingClass")
    .select("className")
    .where("id", "=", claim.classId)
    .$narrowType<{ className: string }>()
    .executeTakeFirstOrThrow();
  return { ...claim, className };
}

for (const language of ["zh", "en"] satisfies Language[])
  test(`a claim is taken back by its message and by its move, and the queue loses it; not once a reviewer has begun (${language})`, async () => {
    const words = new Words(language);
    const withdraw = words.label(subsidyApplicationMachine.actions.recall);
    const { claimId, className } = await anOwnClaim();
    const org = await product.as("org", { language, path: `/my/subsidy/${claimId}` });
    const first = await product.as("first", { language });
    const submit = () =>
      pane(org)
        .getByRole("button", { name: words.text("subsidies.claim.submit") })
        .click();
    const state = (named: Named) =>
      pane(org)
        .locator(".page-header .status-tag", { hasText: words.label(named) })
        .waitFor();
    /** What the first reviewer's desk says: how much waits, and whether this claim does. */
    const look = async () => {
      await open(first, "/");
      const { firstTrial, enterpriseFirstTrial } = bureauQueue.codes;
      const card = pane(first)
        .locator(".waiting-card", { hasText: words.label(firstTrial) })
        .filter({ hasNotText: words.label(enterpriseFirstTrial) });
      const number = Number(await card.locator(".waiting-count").innerText());
      await open(first, "/subsidy/org/first");
      await quiet(first);
      return { number, waits: (await row(first, className).count()) > 0 };
    };
    const before = await look();

    await submit();
    await state(subsidyStatus.codes.firstTrial);
    await org.locator(".toast-undo").click();
    await state(subsidyStatus.codes.unSubmit);
    await becomes(look, before);

    await submit();
    await state(subsidyStatus.codes.firstTrial);
    await becomes(look, { number: before.number + 1, waits: true });
    await pane(org).getByRole("button", { name: withdraw, exact: true }).click();
    const { firstTrial, unSubmit } = subsidyStatus.codes;
    await dialog(org)
      .getByText(`${words.label(firstTrial)} → ${words.label(unSubmit)}`)
      .waitFor();
    // The number that the claim got when it was submitted.
    await dialog(org)
      .getByText(/^BT\d{10}$/)
      .waitFor();
    await assertAccessible(org);
    await shot(org, `recall-asked-${language}`);
    await send(org);
    await state(subsidyStatus.codes.unSubmit);
    await shot(org, `recalled-${language}`);
    await becomes(look, before);

    await submit();
    await state(subsidyStatus.codes.firstTrial);
    await open(first, `/subsidy/org/${claimId}`);
    await pane(first).locator(".review-rows button[aria-current]").waitFor();
    await first.keyboard.press("r");
    await dialog(first).locator("#reason").fill("材料不符");
    await send(first);
    await becomes(() => pane(first).locator(".row-mark-2").count(), 1);
    await becomes(() => countDrafts(claimId), 1);
    await pane(org).getByRole("button", { name: withdraw, exact: true }).click();
    await send(org);
    const [, zh, en] = errors.CLAIM_UNDER_REVIEW;
    await dialog(org)
      .getByText(words.label([zh, en]))
      .waitFor();
    await assertAccessible(org);
    await shot(org, `recall-refused-${language}`);
  });

/** Number of drafts of reviews of a claim that are stored. */
const countDrafts = async (claimId: string): Promise<number> =>
  (await product.sql("select from review_draft where apply_id = $1", [claimId])).length;

test("what is typed into a claim while it is being saved stays, and is saved next", async () => {
  const { claimId } = await anOwnClaim();
  const org = await product.as("org", { path: `/my/subsidy/${claimId}` });
  const amount = (n: number) => pane(org).locator(".ant-table-row").nth(n).getByRole("textbox");
  const save = () => pane(org).getByRole("button", { name: "保存", exact: true }).click();
  const answer = await holdAnswers(org, claimSave);
  await amount(0).fill("900");
  await save();
  await amount(0).fill("800");
  await amount(1).fill("700");
  answer();
  await expectMessage(org, "已保存");
  await becomes(() => Promise.all([0, 1].map((n) => amount(n).inputValue())), ["800", "700"]);
  await save();
  await expectMessage(org, "已保存");
  await pane(org).getByRole("button", { name: "保存", exact: true }).waitFor({ state: "hidden" });
  await becomes(() => Promise.all([0, 1].map((n) => amount(n).inputValue())), ["800.00", "700.00"]);
});

test("on a phone the list offers it on the card of the claim", async () => {
  const { claimId, className } = await anOwnClaim();
  const org = await product.as("org", { size: phone, path: `/my/subsidy/${claimId}` });
  await pane(org).getByRole("button", { name: "提交申请" }).click();
  await pane(org).getByRole("button", { name: "撤回", exact: true }).waitFor();
  await assertAccessible(org);
  await shot(org, "recall-phone");
  await open(org, "/my/subsidy");
  await pane(org).getByText(className).first().waitFor();
  await pane(org)
    .getByRole("button", { name: /^(撤回|更多)/ })
    .first()
    .click();
  await shot(org, "recall-phone-list");
});
