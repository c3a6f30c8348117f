import { type FlowModelRow, flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { Button, Input, Radio } from "antd";
import { Suspense, lazy, useId, useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useCan } from "../../core/session/session.ts";
import { useDelayed } from "../../core/ui/use-delayed.ts";
import { Skeleton } from "../../core/ui/states.tsx";
import { IssueList } from "../designer/issue-list.tsx";
import { FieldList } from "../model/field-list.tsx";
import { DeployModel } from "../models/deploy-model.tsx";
import { useSaveModel } from "../models/use-save-model.ts";
import { StepCard } from "./step-card.tsx";
import { type Step, type StepModel, newStep } from "./step-model.ts";
import { writeSteps } from "./write-steps.ts";
import "./steps.css";

const DiagramView = lazy(() => import("../diagram/diagram-view.tsx"));

type Model = Pick<FlowModelRow, "id" | "name" | "category" | "version">;

/** Writes a process down: what who starts it fills in, then step by step who does what. The picture follows. */
export function StepsEditor({ model, start }: { model: Model | null; start: StepModel }) {
  const label = useLabel();
  const go = useGo();
  const [steps, setSteps] = useState(start);
  const [dirty, setDirty] = useState(false);
  const [deploying, setDeploying] = useState(false);
  const mayDeploy = useCan("flow_model_deploy");
  useDirtyGuard(dirty);
  const change = (part: Partial<StepModel>) => {
    setSteps((before) => ({ ...before, ...part }));
    setDirty(true);
  };
  const xml = useDelayed(writeSteps(steps), 500);
  const check = useCall(flowModelCalls.check, { xml }, { keepPrevious: true });
  const saving = useSaveModel((id) => {
    setDirty(false);
    if (!model) void go(`/flow/model/steps/${id}`, { replace: true });
  });
  const save = () =>
    void saving.save({
      id: model?.id ?? null,
      version: model?.version ?? null,
      key: steps.key,
      name: steps.name.trim() || steps.key,
      xml: writeSteps(steps),
    });
  return (
    <div className="page">
      <PageHeader
        title={steps.name || label(["新流程", "New process"])}
        subtitle={steps.key}
        actions={
          <>
            {model && (
              <Button onClick={() => void go(`/flow/model/design/${model.id}`)}>{label(["流程图", "Drawing"])}</Button>
            )}
            {mayDeploy && (
              <Button
                disabled={!model || dirty}
                title={!model || dirty ? label(["请先保存", "Save it first"]) : undefined}
                onClick={() => setDeploying(true)}
              >
                {label(["部署", "Deploy"])}
              </Button>
            )}
            <Button type="primary" loading={saving.busy} onClick={save}>
              {label(["保存", "Save"])}
            </Button>
          </>
        }
      />
      {saving.error && <FailureList error={saving.error} />}
      <div className="steps-columns">
        <div>
          <Head steps={steps} onChange={change} />
          <section>
            <h2 className="section-title">{label(["发起时填写", "Filled in by the starter"])}</h2>
            <FieldList fields={steps.fields} onChange={(fields) => change({ fields })} />
          </section>
          <StepList steps={steps} onChange={(all) => change({ steps: all })} />
        </div>
        <div className="steps-side">
          <Suspense fallback={<Skeleton rows={6} />}>
            <DiagramView xml={xml} label={label(["流程图", "Diagram"])} />
          </Suspense>
          <IssueList issues={check.data?.issues ?? []} />
        </div>
      </div>
      {deploying && model && <DeployModel model={{ ...model, name: steps.name }} onClose={() => setDeploying(false)} />}
    </div>
  );
}

interface HeadProps {
  steps: StepModel;
  onChange: (part: Partial<StepModel>) => void;
}

/** Name and key of the process, and what a refusal does. */
function Head({ steps, onChange }: HeadProps) {
  const label = useLabel();
  const id = useId();
  const refusal = label(["不同意时", "When somebody refuses"]);
  return (
    <div className="steps-head">
      <div>
        <label htmlFor={`${id}-name`}>{label(["流程名称", "Name"])}</label>
        <Input
          id={`${id}-name`}
          maxLength={100}
          value={steps.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-key`}>{label(["流程标识", "Key"])}</label>
        <Input
          id={`${id}-key`}
          maxLength={60}
          value={steps.key}
          onChange={(event) => onChange({ key: event.target.value.replace(/[^\w.-]/g, "") })}
        />
      </div>
      <fieldset className="plain-fieldset">
        <legend>{refusal}</legend>
        <Radio.Group
          aria-label={refusal}
          value={steps.refusal}
          onChange={(event) => onChange({ refusal: event.target.value === "end" ? "end" : "return" })}
          options={[
            { value: "return", label: label(["退回发起人修改", "Back to the starter"]) },
            { value: "end", label: label(["流程结束", "The process ends"]) },
          ]}
        />
      </fieldset>
    </div>
  );
}

function StepList({ steps: { steps, fields }, onChange }: { steps: StepModel; onChange: (all: Step[]) => void }) {
  const label = useLabel();
  const put = (at: number, step: Step) => onChange(steps.map((one, place) => (place === at ? step : one)));
  const swap = (at: number, to: number) => {
    const all = [...steps];
    const [moved] = all.splice(at, 1);
    if (moved) all.splice(to, 0, moved);
    onChange(all);
  };
  return (
    <section>
      <h2 className="section-title">{label(["审批步骤", "Steps"])}</h2>
      <ol className="step-cards">
        {steps.map((step, at) => (
          <StepCard
            key={at}
            step={step}
            place={at + 1}
            fields={fields}
            onChange={(next) => put(at, next)}
            onUp={at > 0 ? () => swap(at, at - 1) : null}
            onDown={at < steps.length - 1 ? () => swap(at, at + 1) : null}
            onRemove={() => onChange(steps.filter((_, place) => place !== at))}
          />
        ))}
      </ol>
      <Button onClick={() => onChange([...steps, newStep("")])}>{label(["增加步骤", "Add a step"])}</Button>
    </section>
  );
}
