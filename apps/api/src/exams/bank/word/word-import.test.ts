import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { questionCalls as calls } from "@jipei/contract/exams/question.ts";
import { buildZip } from "@jipei/xlsx/testing/ooxml.ts";
import { aClassification } from "../../../../test/factories/question.ts";
import { type SavedCourse, aCourse } from "../../../../test/factories/teaching.ts";
import { sendWorkbook } from "../../../../test/support/send-workbook.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";

/** Questions from a Word document, checked and imported as a sheet is. */
let app: TestApp;
let course: SavedCourse;
before(async () => {
  app = await startTestApp();
  course = await aCourse(app);
  await aClassification(app, course.id, { name: "安全用电" });
});
after(() => app.close());

const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
/** A paragraph in several runs, as Word writes them. @param list number of the list that numbers it */
const paragraph = (text: string, list?: number): string =>
  `<w:p>${list === undefined ? "" : `<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`}${[
    text.slice(0, 2),
    text.slice(2),
  ]
    .map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`)
    .join("")}</w:p>`;
const numbering = `<w:numbering ${space}><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="upperLetter"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>`;
const word = (...paragraphs: string[]): Buffer =>
  buildZip({
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": `<w:document ${space}><w:body>${paragraphs.join("")}</w:body></w:document>`,
    "word/numbering.xml": numbering,
  });
const head = () => [paragraph(`课程：${course.courseName}`), paragraph("知识点：安全用电")];
const send = <T>(what: "dryRun" | "commit", bytes: Buffer, parts: Record<string, string> = {}) =>
  sendWorkbook<T>(app.http, app.as("clerk").token, calls.import[what].path, bytes, parts, "题库.docx");

describe("Question.importDryRun, Question.importCommit of a Word document", () => {
  it("import the questions of the document, numbered by Word or by hand", async () => {
    const document = word(
      ...head(),
      paragraph("验电器使用前应当做什么？", 1),
      paragraph("确认完好", 2),
      paragraph("清洗", 2),
      paragraph("答案：A"),
      paragraph("2. 熔丝可以用铜丝代替。（ × ）"),
    );
    const { data: report } = await send<ImportReport>("dryRun", document);
    assert.deepEqual([report.rows, report.bad], [2, 0], JSON.stringify(report));
    const { data: done } = await send<ImportResult>("commit", document);
    assert.equal(done.inserted, 2);
    const { records } = await app.as("clerk").list(calls.list, { courseId: course.id });
    assert.deepEqual(
      records
        .map(({ stem, answer, optionA, classificationName }) => [stem, answer, optionA, classificationName])
        .toSorted(),
      [
        ["熔丝可以用铜丝代替。（　）", "B", "正确", "安全用电"],
        ["验电器使用前应当做什么？", "A", "确认完好", "安全用电"],
      ].toSorted(),
    );
  });

  it("tell each fault by the row of its question and its field, and import nothing", async () => {
    const document = word(
      ...head(),
      paragraph("1. 好的题"),
      paragraph("A. 甲 B. 乙"),
      paragraph("答案：B"),
      paragraph("2. 没有答案的题"),
      paragraph("A. 甲 B. 乙"),
      paragraph("3. 答案不在选项中"),
      paragraph("A. 甲 B. 乙"),
      paragraph("答案：C"),
    );
    const { data: report } = await send<ImportReport>("dryRun", document);
    assert.deepEqual(
      report.cells.map(({ row, field }) => [row, field]),
      [
        [3, "answer"],
        [4, "answer"],
      ],
    );
    assert.equal((await send("commit", document)).errorCode, "IMPORT_BAD");
  });

  it("asks to confirm what is nearly the same as another question of the sheet or of the bank", async () => {
    const options = [paragraph("A. 切断电源 B. 呼叫医生"), paragraph("答案：A")];
    const document = word(
      ...head(),
      paragraph("1. 发现有人触电首先应当做什么？"),
      ...options,
      paragraph("2. 发现有人触电时首先应当做什么？"),
      ...options,
    );
    const { data: report } = await send<ImportReport>("dryRun", document);
    const [notice, ...others] = report.notices ?? [];
    assert.deepEqual([report.bad, others.length, notice?.cells.map(({ row }) => row)], [0, 0, [3]]);
    assert.equal((await send("commit", document)).errorCode, "IMPORT_UNCONFIRMED");
    const confirmed = JSON.stringify([notice?.key]);
    assert.equal((await send<ImportResult>("commit", document, { confirmed })).data.inserted, 2);
    const again = word(...head(), paragraph("1. 发现有人触电，首先应该做什么？"), ...options);
    assert.equal((await send<ImportReport>("dryRun", again)).data.notices?.length, 1);
  });

  it("refuse a damaged document, and one without questions (WORKBOOK_UNREADABLE, FIELD_INVALID)", async () => {
    const document = word(...head(), paragraph("1. 题"));
    assert.equal((await send("dryRun", document.subarray(0, 300))).errorCode, "WORKBOOK_UNREADABLE");
    assert.equal((await send("dryRun", buildZip({ "a.xml": "<a/>" }))).errorCode, "WORKBOOK_UNREADABLE");
    assert.equal((await send("dryRun", word(paragraph("关于培训的通知")))).errorCode, "FIELD_INVALID");
  });
});
