import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { examCalls as calls } from "@jipei/contract/exams/exam.calls.ts";
import { aFormalExam, anExam } from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { seeded } from "../exam/draws.ts";
import { readPool, sample } from "../exam/pool.ts";
import { drawQuestions } from "../paper/draw.ts";
import { brokenPng } from "../../../test/factories/attachment.ts";
import { isDrawable } from "../../core/print/picture.ts";
import { layOut } from "./formula-layout.ts";
import { drawPapers } from "./paper-pdf.ts";

/** Exams on paper: the same papers whenever they are printed, for those who hold the exam. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const head = { examName: "理论考试", examNo: "KS1", duration: 60, totalScore: "100" };

const print = ({ token }: TestUser, examId: string) =>
  app.http.inject({ url: `${calls.print.path}?examId=${examId}`, headers: { token } });

describe("Exam.print", () => {
  it("is a PDF of a published exam; a draft, and the bureau's exam for an institution, are refused", async () => {
    const { examId, base } = await aFormalExam(app);
    const printed = await print(app.as("clerk"), examId);
    assert.deepEqual([printed.statusCode, printed.headers["content-type"]], [200, "application/pdf"]);
    assert.match(printed.rawPayload.subarray(0, 5).toString(), /%PDF-/);
    assert.equal((await print(base.orgAdmin, examId)).statusCode, 403);
    const told = await app.db
      .selectFrom("auditRecord")
      .select("action")
      .where("bizType", "=", "Exam")
      .where("bizId", "=", examId)
      .where("action", "=", "print")
      .execute();
    assert.equal(told.length, 1);
    const draft = await anExam(app);
    assert.equal((await print(app.as("clerk"), draft.examId)).statusCode, 409);
  });

  it("draws formulas and pictures, and leaves out a picture that is none", async () => {
    const question = { questionType: "1", points: "2", options: [], key: "A" } as const;
    const draw = async (stem: string, picture: (() => Promise<Buffer | null>) | null = null) =>
      (
        await buffer(
          Readable.from(drawPapers(head, [{ name: "A", questions: [{ ...question, stem, picture }] }], layOut)),
        )
      ).length;
    const plain = await draw("求值");
    assert.ok((await draw("求$\\left(\\begin{matrix}a\\\\b\\\\c\\\\d\\end{matrix}\\right)\\text{值}$")) > plain);
    assert.ok((await draw("求$\\frac{1}$")) > plain, "LaTeX that cannot be read stays as it is");
    assert.equal(await isDrawable(brokenPng), false);
    await draw("图", async () => null);
    await draw("图", async () => Buffer.from("no picture"));
  });

  it("draws the same paper from the same seed, another from another", async () => {
    const { examId } = await aFormalExam(app);
    const pool = await readPool(app.db, app.services, examId);
    const drawn = (seed: string) => drawQuestions(pool, true, seeded(seed)).map(({ questionId }) => questionId);
    assert.deepEqual(drawn("KS1 A"), drawn("KS1 A"));
    assert.notDeepEqual(drawn("KS1 A"), drawn("KS1 B"));
    assert.equal(new Set(sample(10, 10, seeded("x"))).size, 10);
  });
});
