import { type FlowModelRow, flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { Button, Input, Radio } from "antd";
import { Suspense, lazy, useCallback, useId, useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useCan } from "../../core/session/session.ts";
import { useDelayed } from "../../core/ui/use-delayed.ts";
import { Skeleton } from "../../core/ui/states.tsx";
import { IssueList } from "../designer/issue-list.tsx";
import { FieldList } from "../model/field-list.tsx";
import { DeployModel } from "../models/deploy-model.tsx";
import { useBase, useUnsaved } from "../models/use-base.ts";
import { useSaveModel } from "../models/use-save-model.ts";
import { DrawnModel } from "./drawn-model.tsx";
import { readSteps } from "./read-steps.ts";
import { StepCard } from "./step-card.tsx";
import { type Step, type StepModel, newStep } from "./step-model.ts";
import { writeSteps } from "./write-steps.ts";
import "./steps.css";

const DiagramView = lazy(() => import("../diagram/diagram-view.tsx"));

type Model = Pick<FlowModelRow, "id" | "name" | "category" | "version">;

interface Props {
  model: Model | null;
  /** As it is stored, or as a new one begins. */
  xml: string;
  /** Gets the id of a new model once it is saved. */
  onStored?: (id: string) => void;
}

/** A process as a list of steps, or, where somebody has drawn more than a list, the way to the drawing. */
export function StepsEditor({ model, xml, onStored }: Props) {
  const [steps, setSteps] = useState(() => readSteps(xml));
  const unsaved = useUnsaved();
  const takeOver = useBase(
    model?.version ?? null,
    xml,
    unsaved.dirty,
    useCallback((stored) => setSteps(readSteps(stored)), []),
  );
  const saving = useSaveModel((id) => {
    unsaved.saved();
    if (!model) onStored?.(id);
  });
  if (!steps) return <DrawnModel id={model?.id ?? "new"} />;
  const save = () => {
    unsaved.saving();
    const written = writeSteps(steps);
    void saving.save({
      id: model?.id ?? null,
      version: takeOver(written),
      key: steps.key,
      name: steps.name.trim() || steps.key,
      xml: written,
    });
  };
  const change = (part: Partial<StepModel>) => {
    setSteps({ ...steps, ...part });
    unsaved.changed();
  };
  return <Editing model={model} steps={steps} dirty={unsaved.dirty} saving={saving} onSave={save} onChange={change} />;
}

interface EditingProps {
  model: Model | null;
  steps: StepModel;
  dirty: boolean;
  saving: Pick<ReturnType<typeof useSaveModel>, "busy" | "error">;
  onSave: () => void;
  onChange: (part: Partial<StepModel>) => void;
}

/** Writes a process down: what who starts it fills in, then step by step who does what. The picture follows. */
function Editing({ model, steps, dirty, saving, onSave, onChange }: EditingProps) {
  const label = useLabel();
  const go = useGo();
  const [deploying, setDeploying] = useState(false);
  const mayDeploy = useCan("flow_model_deploy");
  const xml = useDelayed(writeSteps(steps), 500);
  const check = useCall(flowModelCalls.check, { xml }, { keepPrevious: true });
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
            <Button type="primary" loading={saving.busy} onClick={onSave}>
              {label(["保存", "Save"])}
            </Button>
          </>
        }
      />
      {saving.error && <FailureList error={saving.error} />}
      <div className="steps-columns">
        <div>
          <Head steps={steps} onChange={onChange} />
          <section>
            <h2 className="section-title">{label(["发起时填写", "Filled in by the starter"])}</h2>
            <FieldList fields={steps.fields} onChange={(fields) => onChange({ fields })} />
          </section>
          <StepList steps={steps} onChange={(all) => onChange({ steps: all })} />
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
