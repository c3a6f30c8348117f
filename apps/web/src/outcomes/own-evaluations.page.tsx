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
import { useTexts } from "../core/i18n/core-texts.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { Unanswered } from "../core/ui/states.tsx";
import { ScoreControl } from "./score-control.tsx";
import "./outcomes.css";

const scores = ["teachScore", "contentScore", "siteScore", "serviceScore"] as const;
const form = [...scores, "suggestion", "isAnonymous"] as const;
const controls = Object.fromEntries(scores.map((name) => [name, ScoreControl]));

interface Opened {
  classId: string;
  /** What was said before; null: nothing yet. */
  row: TrainEvaluationRow | null;
  reload?: () => void;
}

/** 培训评价 of a person: the classes that wait for it, and what was said. */
export default function OwnEvaluationsPage() {
  const label = useLabel();
  const due = useCall(calls.due, {});
  const core = useTexts();
  const [opened, setOpened] = useState<Opened | null>(null);
  const waiting = due.data;
  if (!waiting) return <Unanswered queries={[due]} />;
  return (
    <div className="page">
      <PageHeader title={label(TrainEvaluation)} />
      {waiting.length > 0 && (
        <ul className="due-evaluations">
          {waiting.map((one) => (
            <li key={one.classId}>
              <span>
                <strong>{one.className}</strong>{" "}
                <span className="unit">{`${one.orgName} · ${formatDate(one.endDate)}`}</span>
              </span>
              <Button type="primary" onClick={() => setOpened({ classId: one.classId, row: null })}>
                {label(["评价", "Evaluate"])}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <CrudPage
        entity={TrainEvaluation}
        calls={{ list: calls.list, detail: calls.detail }}
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
        rowActions={(row: TrainEvaluationRow, { reload }) => [
          { key: "edit", label: core("list.edit"), run: () => setOpened({ classId: row.classId, row, reload }) },
        ]}
        embedded
      />
      <FormDialog
        open={opened !== null}
        title={opened?.row?.className ?? waiting.find((one) => one.classId === opened?.classId)?.className ?? ""}
        entity={TrainEvaluation}
        sections={[{ fields: form }]}
        row={opened?.row ?? null}
        draftOf={opened?.classId}
        initial={{ isAnonymous: "1" }}
        controls={controls}
        submit={calls.submit}
        inputOf={(input) => ({ ...input, classId: opened?.classId ?? "" })}
        onDone={() => {
          opened?.reload?.();
          void due.refetch();
        }}
        onClose={() => setOpened(null)}
      />
    </div>
  );
}
