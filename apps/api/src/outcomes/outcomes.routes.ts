import { trainEmploymentCalls } from "@jipei/contract/outcomes/train-employment.ts";
import { trainEvaluationCalls } from "@jipei/contract/outcomes/train-evaluation.ts";
import { crudRoutes } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { type Domain, reads, writesPrepared } from "../core/http/implement.ts";
import { askAboutWork, employmentOptions, saveEmployment } from "./train-employment.ts";
import { evaluationDerived, evaluationOptions, findDue, getSummary } from "./train-evaluation.ts";

const employment = employmentOptions();

/** What came of training: what people say of it, and what they do afterwards. */
export const outcomes: Domain = {
  name: "outcomes",
  derived: evaluationDerived,
  routes: [
    ...crudRoutes(trainEvaluationCalls, evaluationOptions),
    reads(trainEvaluationCalls.due, (db, actor) => findDue(db, actor)),
    reads(trainEvaluationCalls.summary, getSummary),
    exporter(evaluationOptions.entity, trainEvaluationCalls.export, evaluationOptions),
    ...crudRoutes(trainEmploymentCalls, employment, {
      submit: writesPrepared(trainEmploymentCalls.submit, askAboutWork, saveEmployment),
    }),
    exporter(employment.entity, trainEmploymentCalls.export, employment),
  ],
  constraints: { train_evaluation_once: "DUPLICATE", train_employment_once: "DUPLICATE" },
};
