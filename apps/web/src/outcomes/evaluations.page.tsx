import {
  TrainEvaluation,
  type TrainEvaluationRow,
  trainEvaluationCalls as calls,
} from "@jipei/contract/outcomes/train-evaluation.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { getViewer, useSession } from "../core/session/session.ts";
import { EvaluationSummary } from "./evaluation-summary.tsx";

/** 培训评价, for the bureau and institutions. */
export default function EvaluationsPage() {
  const isBureau = getViewer(useSession()).audience === "bureau";
  return (
    <CrudPage
      entity={TrainEvaluation}
      calls={{ list: calls.list, detail: calls.detail, export: calls.export }}
      resource="train_evaluation"
      actions={() => <EvaluationSummary />}
      columns={[
        { field: "className", width: 220 },
        ...(isBureau ? (["orgName"] as const) : []),
        { field: "avgScore", width: 100 },
        {
          key: "scores",
          title: ["教学 / 内容 / 场地 / 服务", "Teaching / content / place / service"],
          width: 210,
          render: ({ teachScore, contentScore, siteScore, serviceScore }: TrainEvaluationRow) => (
            <span className="numeric">{`${teachScore} / ${contentScore} / ${siteScore} / ${serviceScore}`}</span>
          ),
        },
        { field: "suggestion", width: 260 },
        "studentName",
        "evaluateTime",
      ]}
      search={["className", ...(isBureau ? (["orgName"] as const) : []), "avgScore", "evaluateTime"]}
      card={["className", "avgScore", "suggestion", "evaluateTime"]}
    />
  );
}
