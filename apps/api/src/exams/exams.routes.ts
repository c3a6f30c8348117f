import {
  QuestionClassification,
  questionClassificationCalls,
  questionClassificationResource,
} from "@jipei/contract/exams/question-classification.ts";
import { Question, questionCalls, questionResource } from "@jipei/contract/exams/question.ts";
import { crudRoutes } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { formImporter } from "../core/excel/import/form-import.ts";
import { type Domain, reads, writes } from "../core/http/implement.ts";
import { classificationOptions, findClassifications, getTree } from "./question-classification.ts";
import { wordToWorkbook } from "./word/word-to-workbook.ts";
import {
  countByDifficulty,
  countByType,
  findSimilar,
  questionDerived,
  questionOptions,
  saveQuestion,
} from "./question.ts";

/** The question bank: knowledge points of courses, and questions with all that they said before. */
export const exams: Domain = {
  name: "exams",
  owners: [classificationOptions, questionOptions],
  derived: questionDerived,
  routes: [
    ...crudRoutes(questionClassificationResource.calls, classificationOptions),
    exporter(QuestionClassification, questionClassificationResource.calls.export, classificationOptions),
    reads(questionClassificationCalls.tree, (db, actor, { courseId }) => getTree(db, actor, courseId)),
    ...crudRoutes(questionCalls, questionOptions, { submit: writes(questionCalls.submit, saveQuestion) }),
    exporter(Question, questionCalls.export, questionOptions),
    reads(questionCalls.similar, findSimilar),
    reads(questionCalls.countQuestionType, countByType),
    reads(questionCalls.countQuestionDifficulty, countByDifficulty),
  ],
  importers: [
    formImporter(questionClassificationResource.calls.import, classificationOptions, {
      columns: [{ field: "parentId", resolve: findClassifications }],
    }),
    formImporter(questionResource.calls.import, questionOptions, {
      convert: wordToWorkbook,
      columns: [
        { field: "classificationId", synonyms: ["知识点", "试题分类"], resolve: findClassifications },
        { field: "stem", synonyms: ["题目", "试题内容"], example: "焊接作业前首先应检查（ ）。" },
        { field: "optionA", example: "气瓶压力" },
        { field: "optionB", example: "作业环境" },
        { field: "answer", synonyms: ["正确答案", "标准答案"], example: "B" },
        { field: "analysis", synonyms: ["答案解析"] },
        { field: "isValid", needed: false },
      ],
    }),
  ],
  constraints: { question_once: "DUPLICATE", question_classification_once: "DUPLICATE" },
};
