import { crc32, deflateSync } from "node:zlib";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { buildZip } from "@jipei/xlsx/testing/ooxml.ts";
import { aHeldClass } from "../../apps/api/test/factories/class.ts";
import { begin, examInput } from "../../apps/api/test/factories/exam.ts";
import { aClassification } from "../../apps/api/test/factories/question.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { act, assertFits, choose, closed, dialog, fill, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The question bank of the demo county: filled by a clerk in Chinese and by an assessor in English, and read on a phone. */

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
  await dialog(clerk).getByText("须为选项字母").first().waitFor();
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

/** A picture of a square within a frame, 240 by 120. */
function aPicture(): Buffer {
  const [width, height] = [240, 120];
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_pixel, x) =>
        x < 3 || y < 3 || x >= width - 3 || y >= height - 3 || (x > 90 && x < 150 && y > 30 && y < 90) ? 40 : 235,
      ),
    ]),
  );
  const part = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const data = part("IDAT", deflateSync(Buffer.concat(lines)));
  return Buffer.concat([signature, part("IHDR", head), data, part("IEND", Buffer.alloc(0))]);
}

const math = (inside: string): string => `<m:oMath>${inside}</m:oMath>`;
const signs = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const fraction = (above: string, below: string): string =>
  math(`<m:f><m:num>${signs(above)}</m:num><m:den>${signs(below)}</m:den></m:f>`);
/** A document of these paragraphs, with a picture that `image` names. */
const illustrated = (...paragraphs: string[]): Buffer =>
  buildZip({
    "word/document.xml": `<w:document ${space} xmlns:m="m" xmlns:a="a" xmlns:r="r"><w:body>${paragraphs.map((inside) => `<w:p>${inside}</w:p>`).join("")}</w:body></w:document>`,
    "word/_rels/document.xml.rels": `<Relationships><Relationship Id="image" Target="media/image1.png"/><Relationship Id="link" Target="https://example.com/a.png" TargetMode="External"/></Relationships>`,
    "word/media/image1.png": aPicture(),
  });
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const image = (relation: string): string => `<w:r><w:drawing><a:blip r:embed="${relation}"/></w:drawing></w:r>`;

const ofLanguage = {
  zh: {
    import: "导入",
    picture: "题目图片",
    outside: "图片是外部链接",
    good: "全部数据正确",
    other: "换一个文件",
    added: "新增 2 行",
    start: "开始考试",
    view: "查看",
  },
  en: {
    import: "Import",
    picture: "Picture of the question",
    outside: "The picture is a link",
    good: "Every row is correct",
    other: "Choose another file",
    added: "2 added",
    start: "Start the exam",
    view: "View",
  },
} as const;

for (const language of ["zh", "en"] as const)
  test(`a picture and formulas of a Word document are seen before they are imported, in the bank, and by a candidate (${language})`, async () => {
    const w = ofLanguage[language];
    const { classId, base, studentIds } = await aHeldClass(app, { students: 1 });
    await aClassification(app, base.courseId, { name: "电路" });
    const [course] = await product.sql<{ name: string }>("select course_name as name from course where id = $1", [
      base.courseId,
    ]);
    const stem = "图中电阻两端的电压为";
    const paragraphs = [
      run(`课程：${course?.name}`),
      run("知识点：电路"),
      run("一、单项选择题"),
      run(`1. ${stem}`) + math(signs("U")) + run("时，电流为（　）。") + image("image"),
      `${run("A. ")}${fraction("U", "R")}`,
      `${run("B. ")}${fraction("R", "U")}`,
      `${run("C. ")}${math(`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${signs("UR")}</m:e></m:rad>`)}`,
      run("答案：A"),
      run("解析：由") + math(signs("U=IR")) + run("得。"),
      run("二、判断题"),
    ];
    const judge = run("2. 图中为串联电路。（ √ ）");
    const file = (...last: string[]) => ({
      name: "题库.docx",
      mimeType: "application/octet-stream",
      buffer: illustrated(...paragraphs, ...last),
    });

    const clerk = await product.as("clerk", { language, path: "/exam/question" });
    await pane(clerk).getByRole("button", { name: w.import, exact: true }).click();
    await dialog(clerk)
      .locator("input[type=file]")
      .setInputFiles(file(judge + image("link")));
    await dialog(clerk).getByRole("article").getByText(w.outside).waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `bank-preview-bad-${language}`);
    await dialog(clerk).getByRole("button", { name: w.other }).click();
    await dialog(clerk).locator("input[type=file]").setInputFiles(file(judge));
    await dialog(clerk).getByText(w.good).waitFor();
    const first = dialog(clerk).getByRole("article").first();
    await first.locator("math mfrac").first().waitFor();
    await first.getByRole("img", { name: w.picture }).scrollIntoViewIfNeeded();
    await assertAccessible(clerk);
    await shot(clerk, `bank-preview-${language}`);
    await clerk.setViewportSize(phone);
    await first.getByRole("img", { name: w.picture }).scrollIntoViewIfNeeded();
    await assertFits(clerk);
    await assertAccessible(clerk);
    await shot(clerk, `bank-preview-phone-${language}`);
    await clerk.setViewportSize({ width: 1440, height: 900 });
    await send(clerk);
    await closed(clerk);
    // The message would stand above the button that closes the dialog.
    await clerk.getByText(w.added).waitFor();
    await clerk.getByText(w.added).waitFor({ state: "hidden" });
    await act(clerk, stem, w.view);
    await dialog(clerk).getByRole("img", { name: w.picture }).waitFor();
    await dialog(clerk).locator("math mfrac").first().waitFor();
    await dialog(clerk).locator(".question-paper").scrollIntoViewIfNeeded();
    await assertAccessible(clerk);
    await shot(clerk, `bank-formula-${language}`);

    const plan = { singleCount: 1, singleScore: "100", multiCount: 0, judgeCount: 0 };
    const { id: examId } = await app.as("clerk").call(examCalls.submit, examInput(classId, plan));
    await app.as("clerk").call(examCalls.submit, { id: examId, status: "1" } as never);
    await begin(app, examId);
    await product.sql(
      "update app_user u set id_number_hash = s.id_number_hash, name = s.name, real_name = s.name from student s where u.account = 'student' and s.id = $1",
      [studentIds[0]],
    );
    const student = await product.as("student", { language });
    await open(student, "/stu/exam");
    await pane(student).getByRole("button", { name: w.start }).first().click();
    const question = pane(student).locator(".sitting-question");
    await question.locator("math mfrac").first().waitFor();
    await question.locator("img.question-picture").waitFor();
    await assertAccessible(student);
    await shot(student, `sitting-formula-${language}`);
  });
