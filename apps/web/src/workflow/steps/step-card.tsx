import { formRight } from "@jipei/contract/workflow/flow-codes.ts";
import { Input, InputNumber, Select } from "antd";
import { useId } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import type { Right } from "../model/field-list.tsx";
import { PeopleEditor } from "../model/people-editor.tsx";
import type { Step, StepField } from "./step-model.ts";

const rights = Object.keys(formRight.codes) as Right[];

interface Props {
  step: Step;
  place: number;
  fields: readonly StepField[];
  onChange: (step: Step) => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

/** One step: what it is called, who does it, until when, and what they may fill in. */
export function StepCard({ step, place, fields, onChange, onUp, onDown, onRemove }: Props) {
  const label = useLabel();
  const id = useId();
  const title = label([`第${place}步`, `Step ${place}`]);
  return (
    <li className="step-card" aria-label={title}>
      <div className="step-card-head">
        <strong>{title}</strong>
        <span className="toolbar">
          {onUp && <LinkButton text={label(["上移", "Up"])} of={title} onClick={onUp} />}
          {onDown && <LinkButton text={label(["下移", "Down"])} of={title} onClick={onDown} />}
          <LinkButton text={label(["删除", "Remove"])} of={title} danger onClick={onRemove} />
        </span>
      </div>
      <div className="step-card-fields">
        <div>
          <label htmlFor={`${id}-name`}>{label(["步骤名称", "Name of the step"])}</label>
          <Input
            id={`${id}-name`}
            maxLength={100}
            value={step.name}
            onChange={(event) => onChange({ ...step, name: event.target.value })}
          />
        </div>
        <PeopleEditor
          people={step.people}
          signing={step.signing}
          onChange={(people, signing) => onChange({ ...step, people, signing })}
        />
        <div>
          <label htmlFor={`${id}-days`}>{label(["办理期限（天）", "Due within days"])}</label>
          <InputNumber
            id={`${id}-days`}
            min={1}
            max={365}
            precision={0}
            value={step.days}
            placeholder={label(["不限", "No limit"])}
            onChange={(days) => onChange({ ...step, days })}
            style={{ width: "100%" }}
          />
        </div>
        {fields.map(({ name, label: words, calculation }) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>{label([`字段“${words || name}”`, `Field “${words || name}”`])}</label>
            <Select
              id={`${id}-${name}`}
              value={calculation && step.rights[name] === "write" ? "read" : (step.rights[name] ?? "read")}
              onChange={(right: Right) => onChange({ ...step, rights: { ...step.rights, [name]: right } })}
              // What is computed is filled in by nobody.
              options={rights
                .filter((value) => value !== "write" || !calculation)
                .map((value) => ({ value, label: label(formRight.codes[value]) }))}
              style={{ width: "100%" }}
            />
          </div>
        ))}
      </div>
    </li>
  );
}

interface LinkProps {
  text: string;
  of: string;
  danger?: boolean;
  onClick: () => void;
}

const LinkButton = ({ text, of, danger, onClick }: LinkProps) => (
  <button
    type="button"
    className={danger ? "link-button danger" : "link-button"}
    aria-label={`${text} ${of}`}
    onClick={onClick}
  >
    {text}
  </button>
);
