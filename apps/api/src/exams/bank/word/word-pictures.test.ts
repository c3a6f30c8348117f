import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { importBatchCalls } from "@jipei/contract/core/import-batch.ts";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { attachmentCalls } from "@jipei/contract/files/attachment.ts";
import { questionCalls as calls } from "@jipei/contract/exams/question.ts";
import { buildZip } from "@jipei/xlsx/testing/ooxml.ts";
import { sql } from "kysely";
import { aClassification } from "../../../../test/factories/question.ts";
import { type SavedCourse, aCourse } from "../../../../test/factories/teaching.ts";
import { sendWorkbook } from "../../../../test/support/send-workbook.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";

/** Pictures and formulas of questions, out of a Word document. */
let app: TestApp;
let course: SavedCourse;
before(async () => {
  app = await startTestApp();
  course = await aCourse(app);
  await aClassification(app, course.id, { name: "电路" });
});
after(() => app.close());

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const hugePng = () => {
  const head = Buffer.from(png.subarray(0, 33));
  head.writeUInt32BE(60_000, 16);
  head.writeUInt32BE(60_000, 20);
  return head;
};
const relation = (id: string, target: string, mode = "") =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}"${mode}/>`;
const picture = (id: string) => `<w:r><w:drawing><a:blip r:embed="${id}"/></w:drawing></w:r>`;
const paragraph = (text: string, ...runs: string[]) => `<w:p><w:r><w:t>${text}</w:t></w:r>${runs.join("")}</w:p>`;
const word = (paragraphs: string[], relations = "", parts: Record<string, Buffer> = {}, packed = false) =>
  buildZip(
    {
      "word/document.xml": `<w:document xmlns:w="w" xmlns:r="r" xmlns:a="a" xmlns:v="v" xmlns:m="m"><w:body>${[
        paragraph(`课程：${course.courseName}`),
        paragraph("知识点：电路"),
        ...paragraphs,
      ].join("")}</w:body></w:document>`,
      "word/_rels/document.xml.rels": `<Relationships>${relations}</Relationships>`,
      ...parts,
    },
    packed,
  );
const options = [paragraph("A. 甲 B. 乙"), paragraph("答案：A")];
const send = <T>(what: "dryRun" | "commit", bytes: Buffer, parts: Record<string, string> = {}) =>
  sendWorkbook<T>(app.http, app.as("clerk").token, calls.import[what].path, bytes, parts, "题库.docx");
const faults = async (bytes: Buffer) => {
  const { data } = await send<ImportReport>("dryRun", bytes);
  return data.cells.map(({ row, field, reasonZh }) => `${row} ${field} ${reasonZh}`);
};
const countOf = async (table: string): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(app.db)).rows[0]?.n);

describe("Question.importDryRun, Question.importCommit of pictures in a Word document", () => {
  it("show the picture of a question with it, store it once all is written, and are undone", async () => {
    const document = word(
      [
        paragraph("1. 图中是什么元件？", picture("p1")),
        ...options,
        paragraph("2. 图中的电压是多少？"),
        paragraph("A. 1 V"),
        `<w:p><w:r><w:pict><v:imagedata r:id="p2"/></w:pict></w:r></w:p>`,
        paragraph("B. 2 V"),
        paragraph("答案：B"),
      ],
      relation("p1", "media/image1.png") + relation("p2", "/word/media/image1.png"),
      { "word/media/image1.png": png },
    );
    const before = [await countOf("attachment"), await countOf("stored_object")];
    const { data: report } = await send<ImportReport>("dryRun", document);
    assert.deepEqual([report.rows, report.bad, report.notices.length], [2, 0, 0], JSON.stringify(report.cells));
    const [first, second] = report.previews;
    assert.equal(first?.pictures.attId, `data:image/png;base64,${png.toString("base64")}`);
    assert.deepEqual(
      [second?.row, second?.values.stem, second?.values.answer, second?.values.courseId, second?.values.questionType],
      [3, "图中的电压是多少？", "B", course.courseName, "1"],
    );
    assert.deepEqual([await countOf("attachment"), await countOf("stored_object")], before, "a check stores nothing");

    const { data: done } = await send<ImportResult>("commit", document);
    assert.equal(done.inserted, 2);
    const clerk = app.as("clerk");
    const { records } = await clerk.list<any>(calls.list, { courseId: course.id, stem: "图中" });
    assert.equal(records.length, 2);
    for (const { attId } of records) {
      const file = await clerk.call(attachmentCalls.detail, { id: attId });
      const answer = await app.http.inject({ url: file.attLink ?? "", headers: { token: clerk.token } });
      assert.ok(answer.rawPayload.equals(png));
    }
    await clerk.call(importBatchCalls.undo, { id: done.batchId ?? "" });
    assert.equal((await clerk.list(calls.list, { courseId: course.id, stem: "图中" })).total, 0);
  });

  it("leave no file behind where the import fails after they were stored", async () => {
    const document = word(
      [paragraph("1. 失败的题，其图何在？", picture("p1")), ...options],
      relation("p1", "media/image1.png"),
      { "word/media/image1.png": png },
    );
    await sql`create function refuse_record() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      app.db,
    );
    await sql`create trigger refuse_record before insert on import_row for each row execute function refuse_record()`.execute(
      app.db,
    );
    const before = [await countOf("attachment"), await countOf("stored_object"), await countOf("question")];
    assert.equal((await send("commit", document)).errorCode, "INTERNAL");
    assert.deepEqual([await countOf("attachment"), await countOf("stored_object"), await countOf("question")], before);
    await sql`drop trigger refuse_record on import_row`.execute(app.db);
  });

  it("tell each picture that cannot be taken, by its question: linked, missing, damaged, of another format, a second one, a shape", async () => {
    const emf = Buffer.from("0100000000000000", "hex");
    const found = await faults(
      word(
        [
          paragraph("1. 链接", picture("out")),
          ...options,
          paragraph("2. 缺失", picture("gone")),
          ...options,
          paragraph("3. 无关系", picture("nowhere")),
          ...options,
          paragraph("4. 格式", picture("emf")),
          ...options,
          paragraph("5. 两张", picture("p1"), picture("p1")),
          ...options,
          paragraph("6. 形状", "<w:r><w:drawing><wps:wsp/></w:drawing></w:r>"),
          ...options,
          paragraph("7. 像素", picture("huge")),
          ...options,
          paragraph("8. 解析"),
          ...options,
          paragraph("解析：见图", picture("p1")),
          paragraph("9. 改名", picture("fake")),
          ...options,
        ],
        [
          relation("out", "https://example.com/a.png", ' TargetMode="External"'),
          relation("gone", "media/none.png"),
          relation("emf", "media/a.emf"),
          relation("p1", "media/a.png"),
          relation("huge", "media/huge.png"),
          relation("fake", "media/fake.png"),
        ].join(""),
        {
          "word/media/a.emf": emf,
          "word/media/a.png": png,
          "word/media/huge.png": hugePng(),
          "word/media/fake.png": Buffer.from("<svg onload='alert(1)'/>"),
        },
      ),
    );
    assert.deepEqual(
      found.map((one) => one.split(/[，（]/)[0]),
      [
        "2 attId 第1题：图片是外部链接",
        "3 attId 第2题：图片无法读取",
        "4 attId 第3题：图片无法读取",
        "5 attId 第4题：图片格式为emf",
        "6 attId 第5题：每题只能有一张图片",
        "7 attId 第6题：图形不是图片",
        "8 attId 图片尺寸超出限制",
        "9 attId 第8题：图片在答案之后",
        "10 attId 第9题：图片无法读取",
      ],
    );
  });

  it("refuse a picture of 50 MB in a small archive before it is unpacked", async () => {
    // Not so uniform that the archive itself is refused.
    const noise = Buffer.from(Array.from({ length: 997 }, (_, at) => (at * 7919) % 251));
    const large = Buffer.concat([png, Buffer.alloc(50 * 1024 * 1024, noise)]);
    const document = word(
      [paragraph("1. 大图", picture("p1")), ...options],
      relation("p1", "media/a.png"),
      { "word/media/a.png": large },
      true,
    );
    assert.ok(document.length < 1024 * 1024, String(document.length));
    assert.deepEqual(await faults(document), ["2 attId 第1题：图片超过25 MB"]);
    const zeros = word(
      [paragraph("1. 零", picture("p1")), ...options],
      relation("p1", "media/a.png"),
      { "word/media/a.png": Buffer.alloc(50 * 1024 * 1024) },
      true,
    );
    assert.equal((await send("dryRun", zeros)).errorCode, "WORKBOOK_UNREADABLE");
  });

  it("ask to confirm that a picture above the first question is left out", async () => {
    const document = word(
      [paragraph("考试题库", picture("p1")), paragraph("1. 标志在上面吗？"), ...options],
      relation("p1", "media/a.png"),
      { "word/media/a.png": png },
    );
    const { data } = await send<ImportReport>("dryRun", document);
    assert.deepEqual([data.bad, data.notices.map(({ zh }) => zh)], [0, ["1处图片、公式不在任何试题中，不会导入"]]);
  });
});

describe("Question.importDryRun of formulas in a Word document", () => {
  it("tells a formula that is not known by its cell, until the cell is corrected", async () => {
    const document = word([
      paragraph("1. 求", "<m:oMath><m:foo/></m:oMath>"),
      paragraph("A. ", "<m:oMath><m:r><m:t>x≤1</m:t></m:r></m:oMath>", "<w:r><w:tab/><w:t>B. 乙</w:t></w:r>"),
      paragraph("答案：A"),
    ]);
    const { data: report } = await send<ImportReport>("dryRun", document);
    assert.deepEqual(
      report.cells.map(({ row, field, column, value }) => [row, field, column, value]),
      [[2, "stem", "E", "求"]],
    );
    assert.equal(report.previews[0]?.values.optionA, "$x\\le1$");
    const corrections = JSON.stringify([{ row: 2, field: "stem", value: "求$x^2$的值" }]);
    const { data: corrected } = await send<ImportReport>("dryRun", document, { corrections });
    assert.deepEqual([corrected.bad, corrected.previews[0]?.values.stem], [0, "求$x^2$的值"]);
    const broken = JSON.stringify([{ row: 2, field: "stem", value: "求$\\href{javascript:alert(1)}{x}$" }]);
    assert.equal((await send<ImportReport>("dryRun", document, { corrections: broken })).data.cells[0]?.field, "stem");
  });
});
