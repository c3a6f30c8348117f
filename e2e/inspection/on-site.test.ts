import assert from "node:assert/strict";
import { investigateKind } from "@jipei/contract/inspection/investigation-codes.ts";
import { investigationMachine } from "@jipei/contract/inspection/investigation.machine.ts";
import { Investigation } from "@jipei/contract/inspection/investigation.ts";
import type { Page } from "@playwright/test";
import { fillText } from "../../apps/web/src/core/i18n/fill-text.ts";
import onSiteEn from "../../apps/web/src/inspection/on-site/texts.en.ts";
import onSiteZh from "../../apps/web/src/inspection/on-site/texts.zh.ts";
import visitEn from "../../apps/web/src/inspection/texts.en.ts";
import visitZh from "../../apps/web/src/inspection/texts.zh.ts";
import { anApprovedStaffClass } from "../../apps/api/test/factories/enterprise-class.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { choose, dialog, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Named, Words } from "../chain/words.ts";
import { png } from "../files.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Investigations on a phone without a network: the tab is closed meanwhile, and nothing is lost. */

let product: Product;
let app: TestApp;
const classNames = { zh: "叉车工现场一班", en: "叉车工现场二班" } as const;

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  for (const className of Object.values(classNames)) await anApprovedStaffClass(app, { overrides: { className } });
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

/** Waits until the browser has stored the page for times without a network. */
const stored = (page: Page) => page.getByText(/本页已存到本机|This page is stored on this machine/).waitFor();

const { fields } = Investigation;
const pages = {
  zh: { ...onSiteZh, add: "新增", view: "查看" },
  en: { ...onSiteEn, add: "Add", view: "View" },
} as const;
const visits = { zh: visitZh, en: visitEn } as const;
/** A text of a page without what follows its first gap. */
const start = (text: string): string => text.split("{")[0]?.trim() ?? "";

for (const language of ["zh", "en"] as const)
  test(`a survey is taken along, written without a network, filed once there is one, and verified (${language})`, async () => {
    const w = pages[language];
    const words = new Words(language);
    const label = (named: Named) => words.label(named);
    const className = classNames[language];
    const place = fillText(w.placeAt, { latitude: "30.274085", longitude: "120.155070", accuracy: "12" });
    const page = await product.as("clerk", { path: "/enterprise/investigation", size: phone, language });
    const context = page.context();
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 30.274085, longitude: 120.15507, accuracy: 11.2 });
    await pane(page).getByRole("button", { name: w.add, exact: true }).click();
    const [ofClass] = await product.sql<{ no: string }>(
      "select class_no as no from training_class where class_name = $1",
      [className],
    );
    await dialog(page)
      .getByLabel(label(fields.classNo))
      .fill(ofClass?.no ?? "");
    await choose(page, label(fields.investigateKind), label(investigateKind.codes["2"]));
    await dialog(page).getByLabel(label(fields.investigateDate)).fill(new Date().toISOString().slice(0, 10));
    await send(page);
    await page.waitForURL(/\/enterprise\/investigation\/\d+/);
    await pane(page).getByRole("button", { name: w.takeAlong }).click();
    await page.getByRole("textbox", { name: label(fields.content) }).waitFor();
    await stored(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByText(w.offline).waitFor();
    await page.getByRole("textbox", { name: label(fields.content) }).fill("学员能独立操作叉车，");
    await page.getByLabel(label(fields.investigator)).fill("李敏");
    // A phone opens its camera for the one and its album for the other.
    const camera = page.getByLabel(w.takePhoto);
    assert.equal(await camera.getAttribute("capture"), "environment");
    await camera.setInputFiles({ name: "现场.png", mimeType: "image/png", buffer: png });
    await page.getByRole("img", { name: fillText(w.photo, { n: 1 }) }).waitFor();
    const album = page.getByLabel(w.choosePhotos);
    assert.equal(await album.getAttribute("capture"), null);
    await album.setInputFiles([{ name: "课堂.png", mimeType: "image/png", buffer: png }]);
    await page.getByRole("img", { name: fillText(w.photo, { n: 2 }) }).waitFor();
    await page.getByRole("button", { name: w.takePlace }).click();
    await page.getByText(place).waitFor();
    await page.getByText(start(w.stored)).last().waitFor();
    await assertAccessible(page);
    await shot(page, `on-site-offline-${language}`);
    const address = page.url();
    await page.close();

    const later = await context.newPage();
    await later.goto(address);
    await later.getByRole("img", { name: fillText(w.photo, { n: 2 }) }).waitFor();
    await later.getByText(place).waitFor();
    await later.getByRole("button", { name: fillText(w.removePhoto, { n: 2 }) }).click();
    const content = later.getByRole("textbox", { name: label(fields.content) });
    await content.fill(`${await content.inputValue()}安全意识明显提高`);
    await later.getByRole("button", { name: w.finish }).click();
    // What is missing is said before there is a network.
    await later.getByText({ zh: "请输入满意度", en: "Please fill in: Satisfaction" }[language]).waitFor();
    await later.getByLabel(label(fields.satisfaction)).fill("5");
    await later.getByRole("button", { name: w.finish }).click();
    await later.getByText(w.ready).waitFor();
    await context.setOffline(false);
    await later.getByText(fillText(w.sent, { name: className })).waitFor();
    await later.getByRole("link", { name: w.view }).click();
    await pane(later).getByText(visits[language].visit.next1).waitFor();
    await pane(later).getByText("学员能独立操作叉车，安全意识明显提高").waitFor();
    await pane(later).getByText("30.274085").first().waitFor();
    await pane(later).getByText("现场.png").first().waitFor();
    assert.equal(await pane(later).getByText("课堂.png").count(), 0);
    await shot(later, `on-site-sent-${language}`);

    const verifier = await product.as("first", { language });
    await open(verifier, "/enterprise/investigation");
    await row(verifier, className).getByRole("button", { name: w.view }).click();
    await pane(verifier)
      .getByRole("button", { name: label(investigationMachine.actions.verify), exact: true })
      .click();
    await send(verifier);
    await pane(verifier).getByText(visits[language].visit.next2).waitFor();
  });

test("what the server refuses stays on the phone with its reason, and is sent once mended", async () => {
  const page = await product.as("enterprise", { path: "/ent/investigation", size: phone, language: "en" });
  const context = page.context();
  const [own] = await product.sql<{ no: string }>(
    `select c.class_no as no from training_class c join organisation o on o.id = c.org_id join app_user u on u.ent_id = o.dept_id
     where u.account = 'enterprise' and c.side = '2' and c.status = 'Confirm' order by c.id limit 1`,
  );
  await pane(page).getByRole("button", { name: "On site" }).click();
  await page.getByText("No notes on this machine").waitFor();
  await stored(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Training needs" }).click();
  await page.getByLabel("Class number").fill("X0000");
  await page.getByText("The courses cannot be fetched without a network").waitFor();
  await page.getByLabel("People to be trained").fill("12");
  await page.getByRole("textbox", { name: "Findings" }).fill("Twelve people need forklift licences");
  await page.getByLabel("File it on arrival").uncheck();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Done, send once there is a network" }).click();
  await page.getByText("Waiting to be sent").waitFor();
  await context.setOffline(false);
  await page.getByText("Not accepted").waitFor();
  await shot(page, "on-site-refused");
  await page.getByRole("link", { name: "X0000" }).click();
  await page.getByText(/Not accepted.*X0000/).waitFor();
  await page.getByRole("button", { name: "Go on writing" }).click();
  await page.getByLabel("Class number").fill(own?.no ?? "");
  await page.getByRole("button", { name: "Done, send once there is a network" }).click();
  await page.getByText(`Sent: ${own?.no}`).waitFor();
  await page.getByRole("link", { name: "View" }).click();
  await pane(page).getByText("Twelve people need forklift licences").waitFor();
});
