import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { questionClassificationCalls as calls } from "@jipei/contract/exams/question-classification.ts";
import { aClassification, aPlace, aQuestion } from "../../../test/factories/question.ts";
import { aCourse } from "../../../test/factories/teaching.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** The tree of the knowledge points of a course. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const refused = (input: object) => clerk.refused(calls.submit, input as never);

describe("QuestionClassification.submit", () => {
  it("builds a tree of three levels within one course, without a circle (FIELD_INVALID)", async () => {
    const { id: courseId } = await aCourse(app);
    const first = await aClassification(app, courseId, { name: "安全" });
    const second = await aClassification(app, courseId, { name: "用电", parentId: first });
    const third = await aClassification(app, courseId, { name: "触电急救", parentId: second });
    const values = { courseId, name: "x", sort: 1 };
    assert.equal((await refused({ ...values, parentId: third })).failures[0]?.field, "parentId");
    assert.equal((await refused({ id: first, parentId: third })).failures[0]?.field, "parentId");
    const other = await aPlace(app);
    assert.equal((await refused({ ...values, parentId: other.classificationId })).failures[0]?.field, "parentId");
    // What has two levels below it cannot stand below anything.
    const root = await aClassification(app, courseId, { name: "总则" });
    assert.equal((await refused({ id: first, parentId: root })).failures[0]?.field, "parentId");
    const [node] = await clerk.call(calls.tree, { courseId });
    assert.deepEqual(
      [node?.title, node?.children?.[0]?.title, node?.children?.[0]?.children?.[0]?.title],
      ["安全", "用电", "触电急救"],
    );
  });

  it("takes weights of a hundred at most beside each other, also by two at once (FIELD_INVALID)", async () => {
    const { id: courseId } = await aCourse(app);
    const parentId = await aClassification(app, courseId, { weight: "100.00" });
    await aClassification(app, courseId, { parentId, weight: "60.00" });
    assert.equal(
      (await refused({ courseId, name: "y", sort: 1, parentId, weight: "40.01" })).failures[0]?.field,
      "weight",
    );
    const answers = await Promise.all(
      ["甲", "乙"].map((name) =>
        clerk.attempt(calls.submit, { courseId, name, sort: 1, parentId, weight: "40.00" } as never),
      ),
    );
    assert.deepEqual(answers.map(({ errorCode }) => errorCode ?? "ok").toSorted(), ["FIELD_INVALID", "ok"]);
  });

  it("refuses a second one of the name in its place (DUPLICATE), and another course for one in use (FIELD_FROZEN)", async () => {
    const place = await aPlace(app);
    const values = { courseId: place.courseId, name: "同名", sort: 1 };
    await aClassification(app, place.courseId, { name: "同名" });
    assert.equal((await refused(values)).errorCode, "DUPLICATE");
    await aClassification(app, place.courseId, { name: "同名", parentId: place.classificationId });
    const { id: courseId } = await aCourse(app);
    assert.equal((await refused({ id: place.classificationId, courseId })).errorCode, "FIELD_FROZEN");
  });
});

describe("QuestionClassification.remove", () => {
  it("refuses one with questions or points below it (CLASSIFICATION_IN_USE)", async () => {
    const place = await aPlace(app);
    const below = await aClassification(app, place.courseId, { parentId: place.classificationId });
    const refusedRemoval = async (ids: string) => (await clerk.refused(calls.remove, { ids })).errorCode;
    assert.equal(await refusedRemoval(place.classificationId), "CLASSIFICATION_IN_USE");
    await aQuestion(clerk, { ...place, classificationId: below });
    assert.equal(await refusedRemoval(below), "CLASSIFICATION_IN_USE");
    await clerk.call(calls.remove, { ids: await aClassification(app, place.courseId) });
  });
});

describe("QuestionClassification.list", () => {
  it("is read by institutions, changed by bureau and assessors, and for nobody else", async () => {
    const { orgAdmin } = await aTrainingBase(app);
    await aPlace(app);
    assert.ok((await orgAdmin.list(calls.list)).records.length > 0);
    assert.equal((await orgAdmin.refused(calls.submit, {} as never)).status, 403);
    for (const role of ["student", "entAdmin"] as const)
      assert.equal((await app.as(role).refused(calls.list, {})).status, 403);
  });
});
