import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { formKind, formRight } from "@jipei/contract/workflow/flow-codes.ts";
import { Button, Checkbox, Input, Select } from "antd";
import type { ReactNode } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import type { StepField } from "../steps/step-model.ts";
import { choicesText, readChoices } from "./choices.ts";
import "./field-list.css";

type Kind = CodeOf<typeof formKind>;
export type Right = CodeOf<typeof formRight>;
/** A field, where the step says it with what may be done with it there. */
export type ListedField = StepField & { right?: Right };

const kinds = Object.keys(formKind.codes) as Kind[];
const rights = Object.keys(formRight.codes) as Right[];

interface Props {
  fields: readonly ListedField[];
  onChange: (fields: ListedField[]) => void;
  /** Each field has a right of its own. */
  withRights?: boolean;
}

/** The fields of a form, one below the other. */
export function FieldList({ fields, onChange, withRights = false }: Props) {
  const label = useLabel();
  const change = (at: number, part: Partial<ListedField>) =>
    onChange(fields.map((field, place) => (place === at ? { ...field, ...part } : field)));
  const add = () => {
    const taken = new Set(fields.map(({ name }) => name));
    let number = fields.length + 1;
    while (taken.has(`field${number}`)) number++;
    onChange([
      ...fields,
      {
        name: `field${number}`,
        label: "",
        kind: "text",
        required: false,
        choices: [],
        ...(withRights && { right: "write" }),
      },
    ]);
  };
  return (
    <div className="field-list">
      {fields.map((field, at) => (
        <FieldRow
          key={at}
          field={field}
          place={at + 1}
          withRights={withRights}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(fields.filter((_, place) => place !== at))}
        />
      ))}
      <Button onClick={add}>{label(["增加字段", "Add a field"])}</Button>
    </div>
  );
}

interface RowProps {
  field: ListedField;
  place: number;
  withRights: boolean;
  onChange: (part: Partial<ListedField>) => void;
  onRemove: () => void;
}

function FieldRow({ field, place, withRights, onChange, onRemove }: RowProps) {
  const label = useLabel();
  const named = (words: readonly [string, string]) =>
    label([`字段${place}：${words[0]}`, `Field ${place}: ${words[1]}`]);
  const [name, variable, kind, right, choices] = [
    ["名称", "Label"],
    ["变量", "Variable"],
    ["控件", "Kind"],
    ["权限", "Right"],
    ["选项", "Choices"],
  ] as const;
  return (
    <div className="field-row" role="group" aria-label={label([`字段${place}`, `Field ${place}`])}>
      <Cell name={label(name)}>
        <Input
          aria-label={named(name)}
          value={field.label}
          maxLength={100}
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </Cell>
      <Cell name={label(variable)}>
        <Input
          aria-label={named(variable)}
          value={field.name}
          maxLength={60}
          onChange={(event) => onChange({ name: event.target.value.trim() })}
        />
      </Cell>
      <Cell name={label(kind)}>
        <Select
          aria-label={named(kind)}
          value={field.kind}
          onChange={(chosen) => onChange({ kind: chosen })}
          options={kinds.map((value) => ({ value, label: label(formKind.codes[value]) }))}
        />
      </Cell>
      {withRights && (
        <Cell name={label(right)}>
          <Select
            aria-label={named(right)}
            value={field.right ?? "write"}
            onChange={(chosen) => onChange({ right: chosen })}
            options={rights.map((value) => ({ value, label: label(formRight.codes[value]) }))}
          />
        </Cell>
      )}
      {field.kind === "choice" && (
        <Cell name={label(["选项，用逗号分隔", "Choices, with commas between"])}>
          <Input
            aria-label={named(choices)}
            defaultValue={choicesText(field.choices)}
            onBlur={(event) => onChange({ choices: readChoices(event.target.value) })}
          />
        </Cell>
      )}
      <span className="field-row-end">
        <Checkbox
          checked={field.required}
          aria-label={named(["必填", "Required"])}
          onChange={(event) => onChange({ required: event.target.checked })}
        >
          {label(["必填", "Required"])}
        </Checkbox>
        <button type="button" className="link-button danger" onClick={onRemove} aria-label={named(["删除", "Remove"])}>
          {label(["删除", "Remove"])}
        </button>
      </span>
    </div>
  );
}

/** A control under its name; screen readers have it from the control itself. */
const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="field-cell">
    <span className="unit" aria-hidden="true">
      {name}
    </span>
    {children}
  </div>
);
