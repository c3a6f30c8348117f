import { buildZip } from "@jipei/xlsx/testing/ooxml.ts";
import { act, choose, closed, dialog, fill, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The question bank of the demo county: filled by a clerk in Chinese and by an assessor in English, and read on a phone. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("a clerk finds the questions of a knowledge point, adds one, and changes it into a new edition", async () => {
  const clerk = await product.as("clerk", { path: "/exam/question" });
  const bank = pane(clerk).getByRole("region", { name: "课程与知识点" });
  await choose(clerk, "课程", "电工（五级）", bank);
  await bank.getByRole("treeitem", { name: "安全用电" }).click();
  await row(clerk, "发现有人触电").waitFor();
  await bank.getByRole("table", { name: "启用的试题" }).waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "bank-zh");
  await pane(clerk).getByRole("button", { name: "新增", exact: true }).click();
  await fill(clerk, { 题干: "发现有人触电，首先应当先（　）。" });
  await dialog(clerk).getByText("该课程有相近的试题").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "bank-similar-zh");
  const stem = "电气设备着火时，第一步应当做什么（　）。";
  await fill(clerk, { 题干: stem, 选项A: "泼水", 选项B: "切断电源", 选项C: "打开门窗" });
  await dialog(clerk).getByRole("radio", { name: "B", exact: true }).check();
  await send(clerk);
  await closed(clerk);
  await act(clerk, stem, "修改");
  await fill(clerk, { 选项D: "报警" });
  await dialog(clerk).getByRole("radio", { name: "D", exact: true }).check();
  await send(clerk);
  await closed(clerk);
  await act(clerk, stem, "查看");
  await dialog(clerk).getByText("第1版").click();
  await dialog(clerk).getByText("D. 报警").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "bank-editions-zh");
  await clerk.keyboard.press("Escape");
  await closed(clerk);
  // The same words again, typed otherwise.
  await pane(clerk).getByRole("button", { name: "新增", exact: true }).click();
  await fill(clerk, { 题干: "电气设备着火时 第一步应当做什么？", 选项A: "x", 选项B: "y" });
  await dialog(clerk).getByRole("radio", { name: "A", exact: true }).check();
  await send(clerk);
  await dialog(clerk).getByText("该课程的题干").first().waitFor();
});

test("an assessor adds to the bank in English, and it is read on a phone", async () => {
  const assessor = await product.as("assessor", { language: "en", path: "/ass/question" });
  const bank = pane(assessor).getByRole("region", { name: "Course and knowledge points" });
  await choose(assessor, "Course", "养老护理员（五级）", bank);
  await bank.getByRole("treeitem", { name: "生活照料" }).click();
  await row(assessor, "协助老人进食时").waitFor();
  await pane(assessor).getByRole("button", { name: "Add", exact: true }).click();
  await choose(assessor, "Kind", "True/false");
  await fill(assessor, { Question: "为老人修剪指甲应在洗手后进行。" });
  await dialog(assessor).getByRole("radio", { name: "True" }).check();
  await assertAccessible(assessor);
  await shot(assessor, "bank-judge-en");
  await send(assessor);
  await closed(assessor);
  await row(assessor, "为老人修剪指甲").waitFor();
  await assessor.setViewportSize(phone);
  await pane(assessor).getByText("为老人修剪指甲").first().waitFor();
  await assertAccessible(assessor);
  await shot(assessor, "bank-phone-en");
});

test("a clerk keeps the knowledge points of a course, whose weights are shares of a hundred", async () => {
  const clerk = await product.as("clerk", { path: "/exam/classification" });
  await row(clerk, "安全用电").waitFor();
  await assertAccessible(clerk);
  await pane(clerk).getByRole("button", { name: "新增", exact: true }).click();
  await choose(clerk, "课程", "电工（五级）");
  await fill(clerk, { 分类名称: "登高作业", 鉴定比重: "10" });
  await send(clerk);
  await dialog(clerk).getByText("不能超过100%").first().waitFor();
  await choose(clerk, "上级分类", "安全用电");
  await send(clerk);
  await closed(clerk);
  await row(clerk, "登高作业").getByText("安全用电").waitFor();
  await shot(clerk, "bank-points-zh");
});

const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
/** A Word document of these paragraphs. */
const word = (...lines: string[]): Buffer =>
  buildZip({
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": `<w:document ${space}><w:body>${lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join("")}</w:body></w:document>`,
  });

test("a clerk imports questions from a Word document, and mends the one whose answer is wrong", async () => {
  const clerk = await product.as("clerk", { path: "/exam/question" });
  await pane(clerk).getByRole("button", { name: "导入", exact: true }).click();
  await dialog(clerk).getByText("Word（.docx）").waitFor();
  const lines = [
    "课程：电工（五级）",
    "知识点：电路与测量",
    "一、单项选择题",
    "1. 我国工频交流电的频率是（　）。",
    "A. 50 Hz  B. 60 Hz  C. 100 Hz",
    "答案：A",
    "2. 串联电路中各处的（　）相等。",
    "A. 电压  B. 电流  C. 电阻",
    "答案：D",
    "二、判断题",
    "3. 并联电路各支路两端的电压相等。（ √ ）",
  ];
  await dialog(clerk)
    .locator("input[type=file]")
    .setInputFiles({ name: "题库.docx", mimeType: "application/octet-stream", buffer: word(...lines) });
  await dialog(clerk).getByText("须为选项字母").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "bank-word-zh");
  await dialog(clerk).getByLabel("第 3 行 L 列更正为").fill("B");
  await send(clerk);
  await dialog(clerk).getByText("全部数据正确").waitFor();
  await send(clerk);
  await closed(clerk);
  await row(clerk, "并联电路各支路").waitFor();
  await row(clerk, "串联电路中各处").filter({ hasText: "B" }).waitFor();
});
