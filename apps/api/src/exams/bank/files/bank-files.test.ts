import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { questionCalls as calls } from "@jipei/contract/exams/question.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { strFromU8, unzipSync } from "fflate";
import { type Place, aClassification, aPlace, aQuestion } from "../../../../test/factories/question.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";
import { storeFile } from "../../../core/storage/files.ts";
import { readParagraphs } from "../word/paragraphs.ts";
import { parseQuestions } from "../word/parse-questions.ts";
import { wordToWorkbook } from "../word/word-to-workbook.ts";

/** The bank as files for Word and for other exam systems. */
let app: TestApp;
let clerk: TestUser;
let place: Place;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  place = await aPlace(app);
  const below = await aClassification(app, place.courseId, { name: "触电", parentId: place.classificationId });
  await aQuestion(clerk, place, { stem: "电压 < 36 V & 干燥？", analysis: "见规程。\n第3条。" });
  await aQuestion(clerk, place, { stem: "应佩戴（　）。", questionType: "2", answer: "ACD" });
  await aQuestion(
    clerk,
    { ...place, classificationId: below },
    { stem: "可以用手拉开。", questionType: "3", answer: "错" },
  );
});
after(() => app.close());

const fetched = (by: TestUser, { path }: { path: string }) =>
  app.http.inject({ url: `${path}?courseId=${place.courseId}`, headers: { token: by.token } });

describe("Question.exportWord", () => {
  it("is read by the import as the same questions", async () => {
    const document = await fetched(clerk, calls.exportWord);
    assert.equal(document.statusCode, 200);
    const questions = parseQuestions((await readParagraphs(document.rawPayload)).paragraphs);
    assert.deepEqual(
      questions.map(({ kind, stem, answer, options, analysis }) => [
        kind,
        stem,
        answer,
        Object.keys(options).join(""),
        analysis,
      ]),
      [
        ["单选题", "电压 < 36 V & 干燥？", "B", "ABCD", "见规程。\n第3条。"],
        ["多选题", "应佩戴（　）。", "ACD", "ABCD", ""],
        ["判断题", "可以用手拉开。", "错", "", ""],
      ],
    );
    assert.match(questions[2]?.point ?? "", /\/触电$/);
  });

  it("takes pictures and formulas along, so that the import reads the same questions again", async () => {
    const there = await aPlace(app);
    const png = Buffer.from("89504e470d0a1a0a0000000d494844520000000a0000000a", "hex");
    const { id: attId } = await app.db
      .transaction()
      .execute((tx) => storeFile(tx, clerk.actor, { name: "图.png", kind: "pic", bytes: png }, app.services));
    const texts = { stem: "图中$R=\\frac{U}{I}$，成本\\$5", optionA: "$\\sqrt{2}$" };
    await aQuestion(clerk, there, { ...texts, attId });
    const url = `${calls.exportWord.path}?courseId=${there.courseId}`;
    const document = (await app.http.inject({ url, headers: { token: clerk.token } })).rawPayload;
    const { bytes, files, issues } = await wordToWorkbook({ name: "题库.docx", bytes: document });
    assert.deepEqual([issues, files?.map(({ row, field }) => [row, field])], [[], [[2, "attId"]]]);
    const cells: unknown[] = [];
    for await (const { values } of readWorkbook(bytes)) cells.push(...values);
    assert.ok(cells.includes(texts.stem) && cells.includes(texts.optionA), JSON.stringify(cells));
    assert.ok(files?.[0]?.bytes.equals(png));
    const archive = await app.http.inject({
      url: url.replace("exportWord", "exportQti"),
      headers: { token: clerk.token },
    });
    const parts = unzipSync(archive.rawPayload);
    assert.ok(parts[`items/P${attId}.png`]);
    const item = Object.entries(parts).find(([name]) => name.endsWith(".xml") && name.startsWith("items/"))?.[1];
    assert.match(
      strFromU8(item ?? new Uint8Array()),
      /<prompt>图中<math xmlns="[^"]+"><mrow>.*<mfrac>.*<\/math>，成本\$5<img src="P\d+\.png" alt=""\/><\/prompt>/,
    );
  });

  it("is for those who may export the bank", async () => {
    assert.equal((await fetched(app.as("student"), calls.exportWord)).statusCode, 403);
    const assessor = await fetched(app.as("assessor"), calls.exportWord);
    assert.equal(assessor.statusCode, 200);
  });
});

describe("Question.exportQti", () => {
  it("is a package with an item for each question", async () => {
    const files = unzipSync((await fetched(clerk, calls.exportQti)).rawPayload);
    const items = Object.entries(files).filter(([name]) => name.startsWith("items/"));
    assert.equal(items.length, 3);
    const texts = items.map(([, bytes]) => strFromU8(bytes));
    assert.ok(texts.some((text) => text.includes("电压 &lt; 36 V &amp; 干燥？") && text.includes('maxChoices="1"')));
    const multiple = texts.find((text) => text.includes('cardinality="multiple"'));
    assert.ok(multiple?.includes("<value>A</value><value>C</value><value>D</value>"));
    const manifest = strFromU8(files["imsmanifest.xml"] ?? new Uint8Array());
    for (const [name] of items) assert.ok(manifest.includes(`href="${name}"`));
  });
});
