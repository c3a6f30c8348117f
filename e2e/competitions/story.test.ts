import assert from "node:assert/strict";
import { CompetitionNotice, competitionMachine } from "@jipei/contract/competitions/competition.ts";
import { CompetitionRegister, competitionRegisterMachine } from "@jipei/contract/competitions/registration.ts";
import { CompetitionRecord, awardLevel, competitionRecordCalls } from "@jipei/contract/competitions/result.ts";
import { compLevel, confirmStatus, education } from "@jipei/contract/core/fields/codes.ts";
import { noticeStatus } from "@jipei/contract/notices/notice-status.ts";
import type { Page } from "@playwright/test";
import { somebody } from "../../apps/api/test/factories/enrolment.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { act, choose, closed, dialog, fill, row, send, shot, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Language, type Named, Words } from "../chain/words.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A competition from its notice to the award certificate: announced, registered for, scored by a referee, published, printed and checked by anybody. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const words = {
  zh: {
    add: "新增",
    items: "竞赛项目",
    addItem: "增加项目",
    item: ["编号", "项目", "职业(工种)", "名额"],
    score: "登记成绩",
    edit: "修改",
    paper: "奖状",
    valid: "奖状有效",
  },
  en: {
    add: "Add",
    items: "Items",
    addItem: "Add an item",
    item: ["No.", "Item", "Occupation", "Places"],
    score: "Enter a score",
    edit: "Edit",
    paper: "Certificate",
    valid: "The award is valid",
  },
} as const;
const { fields: notice } = CompetitionNotice;
const { fields: registration } = CompetitionRegister;
const { fields: result } = CompetitionRecord;

for (const language of ["zh", "en"] as const)
  test(`a competition is announced, registered for, scored, published, and its award is checked (${language})`, async () => {
    const w = words[language];
    const label = (named: Named) => new Words(language).label(named);
    const name = { zh: "县焊接技能故事赛", en: "县钳工技能故事赛" }[language];
    const [winner, other] = [
      { ...somebody(), name: "钱故事" },
      { ...somebody(), name: "周故事" },
    ];

    const clerk = await product.as("clerk", { language, path: "/competition/notice" });
    await announce(clerk, language, name);

    const enterprise = await product.as("enterprise", { language, path: "/ent/competition" });
    await row(enterprise, name).waitFor();
    for (const contestant of [winner, other]) {
      await pane(enterprise).getByRole("button", { name: w.add, exact: true }).click();
      await choose(enterprise, label(registration.competitionId), name);
      await choose(enterprise, label(registration.itemNo), "A");
      await fill(enterprise, {
        [label(registration.name)]: contestant.name,
        [label(registration.idNumber)]: contestant.idNumber,
        [label(registration.phone)]: contestant.phone,
        [label(registration.workUnit)]: "恒信机械有限公司",
      });
      await choose(enterprise, label(registration.education), label(education.codes["60"]));
      await send(enterprise);
      await closed(enterprise);
      await act(enterprise, contestant.name, label(competitionRegisterMachine.actions.commit));
      await send(enterprise);
      await row(enterprise, contestant.name).getByText(label(confirmStatus.codes.unConfirm)).waitFor();
    }

    await open(clerk, "/competition/register");
    await act(clerk, other.name, label(competitionRegisterMachine.actions.back));
    await dialog(clerk).getByRole("textbox").fill("请补充工种说明");
    await send(clerk);
    await closed(clerk);
    await act(clerk, winner.name, label(competitionRegisterMachine.actions.confirm));
    await send(clerk);
    await closed(clerk);
    await row(clerk, winner.name).getByText(label(confirmStatus.codes.Confirm), { exact: true }).waitFor();
    await open(enterprise, "/ent/competition");
    await act(enterprise, other.name, label(competitionRegisterMachine.actions.commit));
    await send(enterprise);
    await open(clerk, "/competition/register");
    await act(clerk, other.name, label(competitionRegisterMachine.actions.confirm));
    await send(clerk);
    await closed(clerk);
    const numbers = await product.sql<{ registerNo: string }>(
      `select r.register_no as "registerNo" from competition_register r join competition_notice c on c.id = r.competition_id where c.competition_name = $1 order by r.id`,
      [name],
    );

    const referee = await product.as("assessor", { language, path: "/ass/competition" });
    for (const [n, { registerNo }] of numbers.entries()) {
      await pane(referee).getByRole("button", { name: w.score }).click();
      await fill(referee, {
        [label(result.registerNo)]: registerNo,
        [label(result.theoryScore)]: ["90", "75"][n] ?? "0",
        [label(result.practiceScore)]: ["95", "70"][n] ?? "0",
      });
      await assertAccessible(referee);
      await send(referee);
      await closed(referee);
    }
    // A number that nobody has.
    await pane(referee).getByRole("button", { name: w.score }).click();
    await fill(referee, { [label(result.registerNo)]: "JS0000" });
    await send(referee);
    await dialog(referee).getByRole("alert").first().waitFor();
    await referee.keyboard.press("Escape");
    await assertAccessible(referee);
    await shot(referee, `competition-referee-${language}`);

    await open(clerk, "/competition/record");
    await act(clerk, winner.name, w.edit);
    await choose(clerk, label(result.awardLevel), label(awardLevel.codes["1"]));
    await send(clerk);
    await closed(clerk);
    await pane(clerk)
      .getByRole("button", { name: label(competitionRecordCalls.publish) })
      .click();
    await choose(clerk, label(result.competitionId), name);
    await choose(clerk, label({ zh: "项目", en: "Item" }), "A");
    await send(clerk);
    await closed(clerk);
    await open(referee, "/ass/competition");
    const published = row(referee, numbers[0]?.registerNo ?? "");
    await published.waitFor();
    assert.equal(await published.getByRole("button", { name: w.edit }).count(), 0);

    await open(enterprise, "/ent/competition");
    await row(enterprise, label(awardLevel.codes["1"])).getByText("93.5").waitFor();
    const download = enterprise.waitForEvent("download");
    await act(enterprise, label(awardLevel.codes["1"]), w.paper);
    assert.match((await download).suggestedFilename(), /\.pdf$/);
    const [award] = await product.sql<{ code: string }>(
      "select t.verify_code as code from competition_record t join competition_register r on r.id = t.register_id where r.register_no = $1",
      [numbers[0]?.registerNo ?? ""],
    );
    const guest = await product.newPage({ size: phone, language });
    await guest.goto(
      `/award?${new URLSearchParams({ no: numbers[0]?.registerNo ?? "", code: award?.code ?? "", lang: language })}`,
    );
    await guest.getByText(w.valid).waitFor();
    await assertAccessible(guest);
    await guest.goto(`/portal?part=competitions&lang=${language}`);
    await guest.getByRole("link", { name }).click();
    await guest.getByRole("cell", { name: label(awardLevel.codes["1"]) }).waitFor();
    await assertAccessible(guest);
    await shot(guest, `competition-public-${language}`);
  });

/** The notice with its dates and one item, published. */
async function announce(clerk: Page, language: Language, name: string): Promise<void> {
  const w = words[language];
  const label = (named: Named) => new Words(language).label(named);
  await pane(clerk).getByRole("button", { name: w.add, exact: true }).click();
  await fill(clerk, {
    [label(notice.competitionName)]: name,
    [label(notice.hostOrg)]: "县人力资源和社会保障局",
    [label(notice.undertakeOrg)]: "县技工学校",
    [label(notice.place)]: "县技工学校实训中心",
    [label(notice.content)]: "企业职工均可报名。",
  });
  await choose(clerk, label(notice.competitionLevel), label(compLevel.codes["5"]));
  for (const [field, days] of [
    ["registerStart", 0],
    ["registerEnd", 10],
    ["competeStart", 15],
    ["competeEnd", 16],
  ] as const)
    await typeTime(dialog(clerk).getByLabel(label(notice[field]), { exact: true }), addDays(today(), days));
  await assertAccessible(clerk);
  await shot(clerk, `competition-notice-${language}`);
  await send(clerk);
  await closed(clerk);
  await act(clerk, name, w.items);
  await dialog(clerk).getByRole("button", { name: w.addItem }).click();
  for (const [n, value] of ["A", "焊工", "焊工", "5"].entries())
    await dialog(clerk)
      .getByLabel(w.item[n] ?? "", { exact: true })
      .fill(value);
  await send(clerk);
  await closed(clerk);
  await act(clerk, name, label(competitionMachine.actions.publish));
  await send(clerk);
  await closed(clerk);
  await row(clerk, name).getByText(label(noticeStatus.codes["1"])).waitFor();
}
