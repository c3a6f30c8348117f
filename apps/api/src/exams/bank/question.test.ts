import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { questionCalls as calls } from "@jipei/contract/exams/question.ts";
import { StudentQuestion } from "@jipei/contract/exams/student-question.ts";
import { sql } from "kysely";
import { type Place, aClassification, aPlace, aQuestion, questionInput } from "../../../test/factories/question.ts";
import { newRow } from "../../../test/factories/any-row.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Questions of the bank: what they must say, who reads them, and what stays when they change. */
let app: TestApp;
let clerk: TestUser;
let place: Place;
let institution: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  place = await aPlace(app);
  institution = (await aTrainingBase(app)).orgAdmin;
});
after(() => app.close());

const read = (id: string) => clerk.call(calls.detail, { id });
const refusedField = async (overrides: object) =>
  (await clerk.refused(calls.submit, questionInput(place, overrides))).failures[0]?.field;

describe("Question.submit", () => {
  it("stores the letters of the answer in their order, however they were written", async () => {
    const many = { questionType: "2" };
    for (const [overrides, answer] of [
      [{ answer: "b" }, "B"],
      [{ answer: " Ｂ " }, "B"],
      [{ ...many, answer: "D、A" }, "AD"],
      [{ ...many, answer: "C,B A" }, "ABC"],
    ] as const)
      assert.equal((await read(await aQuestion(clerk, place, overrides))).answer, answer);
  });

  it("gives true or false its own options, and understands the words for them", async () => {
    for (const [written, answer] of Object.entries({
      对: "A",
      "√": "A",
      正确: "A",
      A: "A",
      错: "B",
      "×": "B",
      f: "B",
    })) {
      const row = await read(await aQuestion(clerk, place, { questionType: "3", answer: written }));
      assert.deepEqual([row.answer, row.options, row.optionC], [answer, { A: "正确", B: "错误" }, null]);
    }
  });

  it("takes the options by their letters too", async () => {
    const options = { A: "甲", B: "乙", C: "丙" };
    const row = await read(
      await aQuestion(clerk, place, { optionA: null, optionB: null, optionC: null, optionD: null, options }),
    );
    assert.deepEqual(row.options, options);
  });

  it("refuses missing, repeated and skipped options, and answers that are none of them (FIELD_INVALID)", async () => {
    for (const [overrides, field] of [
      [{ optionB: null, optionC: null, optionD: null }, "optionB"],
      [{ optionC: null }, "optionC"],
      [{ optionD: " 气 瓶" }, "optionD"],
      [{ answer: "E" }, "answer"],
      [{ answer: "AB" }, "answer"],
      [{ answer: "、" }, "answer"],
      [{ questionType: "2", answer: "B" }, "answer"],
      [{ questionType: "2", answer: "BB" }, "answer"],
      [{ questionType: "3", answer: "C" }, "answer"],
      [{ stem: "" }, "stem"],
      [{ stem: "长".repeat(2001) }, "stem"],
      [{ optionA: "长".repeat(501) }, "optionA"],
    ] as const)
      assert.equal(await refusedField(overrides), field, JSON.stringify(overrides).slice(0, 80));
    const elsewhere = await aPlace(app);
    assert.equal(await refusedField({ classificationId: elsewhere.classificationId }), "classificationId");
  });

  it("takes formulas in stem, options and explanation, and prices as they are", async () => {
    const texts = {
      stem: "由$U=IR$得电阻$R=\\frac{U}{I}$，成本$5 或 $6",
      optionA: "$-1$",
      optionB: "$1$",
      optionC: "$\\sqrt[3]{x}$",
      optionD: "$\\text{电压}U$",
      analysis: "$\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}$",
    };
    const row = await read(await aQuestion(clerk, place, texts));
    assert.deepEqual([row.stem, row.optionA, row.analysis], [texts.stem, texts.optionA, texts.analysis]);
  });

  it("refuses a formula that cannot be read, is too deep, or reaches out of itself (FIELD_INVALID)", async () => {
    for (const [field, tex] of [
      ["stem", "\\frac{1}"],
      ["optionA", "\\nosuchcommand"],
      ["analysis", "\\href{javascript:alert(1)}{x}"],
      ["stem", "\\def\\a{\\a\\a}\\a"],
      ["optionB", "{".repeat(200) + "}".repeat(200)],
      ["stem", "\\sqrt".repeat(99) + "x" + "{".repeat(5)],
    ] as const) {
      const { failures } = await clerk.refused(calls.submit, questionInput(place, { [field]: `求$${tex}$` }));
      assert.deepEqual(
        [failures[0]?.field, /公式/.test(failures[0]?.msg ?? ""), /formula/i.test(failures[0]?.msgEn ?? "")],
        [field, true, true],
        tex,
      );
    }
  });

  it("refuses a stem that the course has already, however it was typed (DUPLICATE), also by two at once", async () => {
    const stem = "手工电弧焊的电源，应选用什么特性？";
    await aQuestion(clerk, place, { stem });
    for (const same of [stem, "手工电弧焊的电源 应选用什么特性?", `${stem}  `])
      assert.equal((await clerk.refused(calls.submit, questionInput(place, { stem: same }))).errorCode, "DUPLICATE");
    const twice = questionInput(place, { stem: "只出一次的题" });
    const answers = await Promise.all([clerk, app.as("sysAdmin")].map((user) => user.attempt(calls.submit, twice)));
    assert.deepEqual(answers.map(({ errorCode }) => errorCode ?? "ok").toSorted(), ["DUPLICATE", "ok"]);
    await aQuestion(clerk, await aPlace(app), { stem });
    // In a formula each sign and each case counts.
    await aQuestion(clerk, place, { stem: "求$P$的值" });
    await aQuestion(clerk, place, { stem: "求$p$的值" });
    assert.equal(
      (await clerk.refused(calls.submit, questionInput(place, { stem: "求 $P$ 的值。" }))).errorCode,
      "DUPLICATE",
    );
  });

  it("keeps every edition of what a candidate reads; other changes make none", async () => {
    const id = await aQuestion(clerk, place, { stem: "改过的题" });
    await clerk.call(calls.submit, { id, score: "2.0", isValid: "unValid" } as never);
    await clerk.call(calls.submit, { id, answer: "C" } as never);
    await clerk.call(calls.submit, { id, answer: "c" } as never);
    const row = await read(id);
    assert.deepEqual(
      row.editions.map(({ edition, answer }) => [edition, answer]),
      [
        [2, "C"],
        [1, "B"],
      ],
    );
    assert.equal(row.edition, 2);
    await assert.rejects(sql`update question_edition set answer = 'A' where question_id = ${id}`.execute(app.db));
  });
});

describe("Question.remove", () => {
  it("refuses one that a paper has used (QUESTION_IN_USE), and frees the stem of one that is removed", async () => {
    const unused = await aQuestion(clerk, place, { stem: "再出一次" });
    const answer = await newRow(app, StudentQuestion);
    const { questionId: used } = await app.db
      .selectFrom("studentQuestion")
      .select("questionId")
      .where("id", "=", answer)
      .executeTakeFirstOrThrow();
    assert.equal((await clerk.refused(calls.remove, { ids: used })).errorCode, "QUESTION_IN_USE");
    await clerk.call(calls.remove, { ids: unused });
    await aQuestion(clerk, place, { stem: "再出一次" });
  });
});

describe("Question.list", () => {
  it("shows institutions their own questions alone, and the answers of no others (NOT_FOUND, NOT_OWNER)", async () => {
    const id = await aQuestion(clerk, place);
    const own = await aQuestion(institution, place);
    const { records } = await institution.list(calls.list);
    assert.deepEqual(
      records.map((row) => row.id),
      [own],
    );
    assert.equal((await institution.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    assert.equal((await institution.refused(calls.submit, { id, answer: "A" } as never)).errorCode, "NOT_OWNER");
    const other = (await aTrainingBase(app)).orgAdmin;
    assert.equal((await other.refused(calls.detail, { id: own })).errorCode, "NOT_FOUND");
    for (const role of ["student", "entAdmin", "finance"] as const)
      assert.equal((await app.as(role).refused(calls.list, {})).status, 403);
  });

  it("shows assessors the bank, where they add and change but do not remove", async () => {
    const assessor = app.as("assessor");
    const id = await aQuestion(assessor, place);
    await assessor.call(calls.submit, { id, answer: "A" } as never);
    assert.equal((await read(id)).orgId, null);
    assert.equal((await assessor.refused(calls.remove, { ids: id })).status, 403);
  });
});

describe("Question.similar", () => {
  it("finds stems that are nearly the same, the likest first, without the question itself", async () => {
    const stem = "使用氧气瓶时，与明火的距离不得小于多少米？";
    const id = await aQuestion(clerk, place, { stem });
    const near = await aQuestion(clerk, place, { stem: "使用乙炔瓶时，与明火的距离不得小于多少米？" });
    await aQuestion(clerk, place, { stem: "焊条烘干的温度是多少？" });
    const found = await clerk.call(calls.similar, { courseId: place.courseId, stem, questionId: id });
    assert.deepEqual(
      found.map((row) => row.id),
      [near],
    );
    const [first, second] = await clerk.call(calls.similar, { courseId: place.courseId, stem });
    assert.deepEqual([first?.id, first?.likeness, second?.id], [id, "1.00", near]);
    assert.deepEqual(await institution.call(calls.similar, { courseId: place.courseId, stem }), []);
  });
});

describe("Question.countQuestionType, Question.countQuestionDifficulty", () => {
  it("count by kind and difficulty, of a course or of a knowledge point with those below it", async () => {
    const own = await aPlace(app);
    const below = await aClassification(app, own.courseId, { parentId: own.classificationId });
    await aQuestion(clerk, own, { difficulty: "1" });
    await aQuestion(clerk, { ...own, classificationId: below }, { difficulty: "3" });
    await aQuestion(clerk, own, { questionType: "3", answer: "对", isValid: "unValid" });
    const types = (input: object) => clerk.call(calls.countQuestionType, input);
    assert.deepEqual(await types({ courseId: own.courseId }), [
      { questionType: "1", count: 2 },
      { questionType: "3", count: 1 },
    ]);
    assert.deepEqual(await types({ classificationId: own.classificationId, isValid: "isValid" }), [
      { questionType: "1", count: 2 },
    ]);
    assert.deepEqual(await types({ classificationId: below }), [{ questionType: "1", count: 1 }]);
    assert.deepEqual(await clerk.call(calls.countQuestionDifficulty, { courseId: own.courseId }), [
      { questionType: "1", difficulty: "1", count: 1 },
      { questionType: "1", difficulty: "3", count: 1 },
      { questionType: "3", difficulty: "2", count: 1 },
    ]);
    // Institutions plan practice by what is in use, and read none of it.
    assert.deepEqual(await institution.call(calls.countQuestionType, { courseId: own.courseId }), [
      { questionType: "1", count: 2 },
    ]);
  });
});
