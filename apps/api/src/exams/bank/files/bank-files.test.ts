import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { questionCalls as calls } from "@jipei/contract/exams/question.ts";
import { strFromU8, unzipSync } from "fflate";
import { type Place, aClassification, aPlace, aQuestion } from "../../../../test/factories/question.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";
import { readParagraphs } from "../word/paragraphs.ts";
import { parseQuestions } from "../word/parse-questions.ts";

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
