import { trainEmploymentCalls } from "@jipei/contract/outcomes/train-employment.ts";
import { trainEvaluationCalls } from "@jipei/contract/outcomes/train-evaluation.ts";
import { crudRoutes } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { assertNoPerson, formImporter, rowsOf } from "../core/excel/import/form-import.ts";
import { type Domain, reads, writesPrepared } from "../core/http/implement.ts";
import { findFollowUpsDue, followUpReminders } from "./follow-ups-due.ts";
import { askAboutWork, employmentDerived, employmentOptions, saveEmployment } from "./train-employment.ts";
import { evaluationDerived, evaluationOptions, findDue, getSummary } from "./train-evaluation.ts";
import { verificationTimer } from "./verification.ts";

const employment = employmentOptions();

/** People are named by their number in the roster; the registers are asked about them in the night. */
const employmentImporter = formImporter(trainEmploymentCalls.import, employment, {
  assertAllowed: assertNoPerson,
  columns: [
    {
      field: "studentId",
      synonyms: ["学号", "学员编号", "Student number"],
      needed: true,
      resolve: rowsOf("Student", "studentNo"),
    },
  ],
});

/** What came of training: what people say of it, and what they do afterwards. */
export const outcomes: Domain = {
  name: "outcomes",
  derived: [...evaluationDerived, ...employmentDerived],
  routes: [
    ...crudRoutes(trainEvaluationCalls, evaluationOptions),
    reads(trainEvaluationCalls.due, (db, actor) => findDue(db, actor)),
    reads(trainEvaluationCalls.summary, getSummary),
    exporter(evaluationOptions.entity, trainEvaluationCalls.export, evaluationOptions),
    ...crudRoutes(trainEmploymentCalls, employment, {
      submit: writesPrepared(trainEmploymentCalls.submit, askAboutWork, saveEmployment),
    }),
    reads(trainEmploymentCalls.due, findFollowUpsDue),
    exporter(employment.entity, trainEmploymentCalls.export, employment),
  ],
  importers: [employmentImporter],
  timers: [verificationTimer, followUpReminders],
  constraints: { train_evaluation_once: "DUPLICATE", train_employment_once: "DUPLICATE" },
};
