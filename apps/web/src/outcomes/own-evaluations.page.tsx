import {
  TrainEvaluation,
  type TrainEvaluationRow,
  trainEvaluationCalls as calls,
} from "@jipei/contract/outcomes/train-evaluation.ts";
import { Button } from "antd";
import { useState } from "react";
import { useCall } from "../core/api/use-call.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { FormDialog } from "../core/dialog/form-dialog.tsx";
import { formatDate } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { Unanswered } from "../core/ui/states.tsx";
import { ScoreControl } from "./score-control.tsx";
import "./outcomes.css";

const scores = ["teachScore", "contentScore", "siteScore", "serviceScore"] as const;
const form = [...scores, "suggestion", "isAnonymous"] as const;
const controls = Object.fromEntries(scores.map((name) => [name, ScoreControl]));

/** 培训评价 of a person: the classes that wait for it, and what was said. */
export default function OwnEvaluationsPage() {
  const label = useLabel();
  const due = useCall(calls.due, {});
  const [classId, setClassId] = useState<string | null>(null);
  const waiting = due.data;
  if (!waiting) return <Unanswered queries={[due]} />;
  return (
    <div className="page">
      <h1>{label(TrainEvaluation)}</h1>
      {waiting.length > 0 && (
        <ul className="due-evaluations">
          {waiting.map((one) => (
            <li key={one.classId}>
              <span>
                <strong>{one.className}</strong>{" "}
                <span className="unit">{`${one.orgName} · ${formatDate(one.endDate)}`}</span>
              </span>
              <Button type="primary" onClick={() => setClassId(one.classId)}>
                {label(["评价", "Evaluate"])}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <CrudPage
        entity={TrainEvaluation}
        calls={{ list: calls.list, detail: calls.detail, submit: calls.submit }}
        resource="train_evaluation"
        columns={[
          { field: "className", width: 220 },
          "orgName",
          "avgScore",
          "suggestion",
          "isAnonymous",
          "evaluateTime",
        ]}
        card={["className", "avgScore", "evaluateTime"]}
        form={form}
        controls={controls}
        inputOf={(input, values) => ({ ...input, classId: values.classId ?? "" })}
        frozen={(_row: TrainEvaluationRow) => null}
        embedded
      />
      <FormDialog
        open={classId !== null}
        title={waiting.find((one) => one.classId === classId)?.className ?? ""}
        entity={TrainEvaluation}
        sections={[{ fields: form }]}
        row={null}
        initial={{ isAnonymous: "1" }}
        controls={controls}
        submit={calls.submit}
        inputOf={(input) => ({ ...input, classId: classId ?? "" })}
        onDone={() => void due.refetch()}
        onClose={() => setClassId(null)}
      />
    </div>
  );
}
