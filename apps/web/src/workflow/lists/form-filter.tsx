import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import type { ListedField } from "@jipei/contract/workflow/flow-form.ts";
import { toCell } from "@jipei/contract/workflow/form-field.ts";
import { FilterOutlined } from "@ant-design/icons";
import { Button, Input, Select } from "antd";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { FieldControl } from "../../core/form/field-control.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import type { Asked } from "./asked.ts";
import "../../core/list/search-bar.css";

interface Props {
  processes: OutputOf<typeof flowDefinitionCalls.listed>;
  /** Those of the process that is chosen. */
  fields: readonly ListedField[];
  asked: Asked;
  onAsk: (asked: Asked) => void;
}

/** Chooses a process, one of its fields, and what it has to say; a button opens it, since most lists are searched by the fields above. */
export function FormFilter({ processes, fields, asked, onAsk }: Props) {
  const label = useLabel();
  const { formKey, formName } = asked;
  const [open, setOpen] = useState(false);
  const field = fields.find(({ name }) => name === formName);
  const name = label(["按表单查询", "Search by form"]);
  if (!open && !formKey)
    return (
      <div className="search-bar-folded">
        <Button icon={<FilterOutlined />} onClick={() => setOpen(true)} aria-expanded={false}>
          {name}
        </Button>
      </div>
    );
  return (
    <search className="search-bar" aria-label={name}>
      <Labelled text={label(["流程表单", "Form of"])}>
        {(id) => (
          <Select
            id={id}
            value={formKey}
            allowClear
            placeholder={label(["全部流程", "All processes"])}
            options={processes.map((one) => ({
              value: one.processDefinitionKey,
              label: one.processDefinitionName,
            }))}
            onChange={(key: string | undefined) => onAsk({ formKey: key })}
          />
        )}
      </Labelled>
      {fields.length > 0 && (
        <Labelled text={label(["表单字段", "Field"])}>
          {(id) => (
            <Select
              id={id}
              value={field?.name}
              allowClear
              options={fields.map(({ name, label: words }) => ({ value: name, label: words }))}
              onChange={(name: string | undefined) => onAsk({ formKey, formName: name })}
            />
          )}
        </Labelled>
      )}
      {field && (
        <ValueFilter key={field.name} field={field} asked={asked} onAsk={(part) => onAsk({ ...asked, ...part })} />
      )}
    </search>
  );
}

interface ValueProps {
  field: ListedField;
  asked: Asked;
  onAsk: (part: Asked) => void;
}

/** What a field has to say: a choice, a part of a text, or a range of numbers or days. */
function ValueFilter({ field, asked, onAsk }: ValueProps) {
  const label = useLabel();
  const control = toCell({ ...field, required: false });
  const pick = (name: keyof Asked, text: string) => (
    <Labelled text={text}>
      {(id) => (
        <FieldControl
          field={control}
          id={id}
          value={asked[name]}
          onChange={(value) => onAsk({ [name]: typeof value === "string" ? value : undefined })}
        />
      )}
    </Labelled>
  );
  const type = (name: keyof Asked, text: string) => (
    <Labelled text={text}>
      {(id) => (
        <Typed key={asked[name]} id={id} value={asked[name] ?? ""} onCommit={(value) => onAsk({ [name]: value })} />
      )}
    </Labelled>
  );
  const [from, to] = [
    label([`${field.label}从`, `${field.label} from`]),
    label([`${field.label}至`, `${field.label} to`]),
  ];
  if (field.kind === "choice" || field.kind === "yesNo") return pick("formValue", field.label);
  if (field.kind === "text") return type("formText", label([`${field.label}包含`, `${field.label} contains`]));
  const range = field.kind === "date" ? pick : type;
  return (
    <>
      {range("formFrom", from)}
      {range("formTo", to)}
    </>
  );
}

/** A text that counts once Enter is pressed or the field is left. */
function Typed({ id, value, onCommit }: { id: string; value: string; onCommit: (value: string) => void }) {
  const [text, setText] = useState(value);
  const commit = () => text.trim() !== value && onCommit(text.trim());
  return (
    <Input
      id={id}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={commit}
      onBlur={commit}
    />
  );
}

function Labelled({ text, children }: { text: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="search-field">
      <label htmlFor={id}>{text}</label>
      {children(id)}
    </div>
  );
}
