import { questionClassificationCalls } from "@jipei/contract/exams/question-classification.ts";
import { questionCalls } from "@jipei/contract/exams/question.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { aCourse } from "./teaching.ts";

let count = 0;

/** A knowledge point of a course. */
export async function aClassification(app: TestApp, courseId: string, overrides: object = {}): Promise<string> {
  const values = { courseId, name: `知识点${++count}`, sort: 1, ...overrides };
  return (await app.as("clerk").call(questionClassificationCalls.submit, values as never)).id ?? "";
}

export interface Place {
  courseId: string;
  classificationId: string;
}
/** A course with a knowledge point. */
export async function aPlace(app: TestApp): Promise<Place> {
  const { id: courseId } = await aCourse(app);
  return { courseId, classificationId: await aClassification(app, courseId) };
}

/** A single choice with four options, whose answer is B. */
export const questionInput = (place: Place, overrides: object = {}) =>
  ({
    ...place,
    questionType: "1",
    difficulty: "2",
    stem: `第${++count}题：焊接作业前首先应检查什么？`,
    optionA: "气瓶",
    optionB: "作业环境",
    optionC: "焊条",
    optionD: "面罩",
    answer: "B",
    ...overrides,
  }) as never;

export const aQuestion = async (by: TestUser, place: Place, overrides: object = {}): Promise<string> =>
  (await by.call(questionCalls.submit, questionInput(place, overrides))).id;
