import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { formKind, formRight } from "@jipei/contract/workflow/flow-codes.ts";
import type { FormKind } from "@jipei/contract/workflow/flow-form.ts";
import { columnKinds, computedKinds, listedKinds } from "@jipei/contract/workflow/form-types.ts";
import { Button, Checkbox, Input, Select } from "antd";
import { useLabel } from "../../core/i18n/language.ts";
import type { StepField } from "../steps/step-model.ts";
import { choicesText, readChoices } from "./choices.ts";
import { FieldCell } from "./field-cell.tsx";
import { TableParts } from "./table-parts.tsx";
import "./field-list.css";

export type Right = CodeOf<typeof formRight>;
/** A field, where the step says it with what may be done with it there. */
export type EditedField = StepField & { right?: Right };

const kinds = Object.keys(formKind.codes) as FormKind[];
const rights = Object.keys(formRight.codes) as Right[];

interface Props {
  fields: readonly EditedField[];
  onChange: (fields: EditedField[]) => void;
  /** Each field has a right of its own. */
  withRights?: boolean;
  /** The table whose columns they are. */
  columnsOf?: readonly [zh: string, en: string];
}

/** The fields of a form, one below the other; or the columns of a table in it. */
export function FieldList({ fields, onChange, withRights = false, columnsOf }: Props) {
  const label = useLabel();
  const change = (at: number, part: Partial<EditedField>) =>
    onChange(fields.map((field, place) => (place === at ? { ...field, ...part } : field)));
  const base = columnsOf ? "column" : "field";
  const add = () => {
    const taken = new Set(fields.map(({ name }) => name));
    let number = fields.length + 1;
    while (taken.has(`${base}${number}`)) number++;
    onChange([
      ...fields,
      {
        name: `${base}${number}`,
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
          words={
            columnsOf
              ? [`${columnsOf[0]} 列${at + 1}`, `${columnsOf[1]} column ${at + 1}`]
              : [`字段${at + 1}`, `Field ${at + 1}`]
          }
          kinds={columnsOf ? columnKinds : kinds}
          withRights={withRights}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(fields.filter((_, place) => place !== at))}
        />
      ))}
      {columnsOf ? (
        <Button onClick={add} aria-label={label([`${columnsOf[0]}：增加列`, `${columnsOf[1]}: add a column`])}>
          {label(["增加列", "Add a column"])}
        </Button>
      ) : (
        <Button onClick={add}>{label(["增加字段", "Add a field"])}</Button>
      )}
    </div>
  );
}

interface RowProps {
  field: EditedField;
  /** What the row is called, such as `字段1`. */
  words: readonly [zh: string, en: string];
  kinds: readonly FormKind[];
  withRights: boolean;
  onChange: (part: Partial<EditedField>) => void;
  onRemove: () => void;
}

function FieldRow({ field, words, kinds: offered, withRights, onChange, onRemove }: RowProps) {
  const label = useLabel();
  const named = ([zh, en]: readonly [string, string]) => label([`${words[0]}：${zh}`, `${words[1]}: ${en}`]);
  const [name, variable, kind, right, choices, formula] = [
    ["名称", "Label"],
    ["变量", "Variable"],
    ["控件", "Kind"],
    ["权限", "Right"],
    ["选项", "Choices"],
    ["公式", "Formula"],
  ] as const;
  const mayCompute = computedKinds.includes(field.kind);
  const mayList = offered === kinds && listedKinds.includes(field.kind);
  return (
    <div className="field-row" role="group" aria-label={label(words)}>
      <FieldCell name={label(name)}>
        <Input
          aria-label={named(name)}
          value={field.label}
          maxLength={100}
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </FieldCell>
      <FieldCell name={label(variable)}>
        <Input
          aria-label={named(variable)}
          value={field.name}
          maxLength={60}
          onChange={(event) => onChange({ name: event.target.value.trim() })}
        />
      </FieldCell>
      <FieldCell name={label(kind)}>
        <Select
          aria-label={named(kind)}
          value={field.kind}
          onChange={(chosen) => onChange({ kind: chosen })}
          options={offered.map((value) => ({ value, label: label(formKind.codes[value]) }))}
        />
      </FieldCell>
      {withRights && (
        <FieldCell name={label(right)}>
          <Select
            aria-label={named(right)}
            value={field.right ?? "write"}
            onChange={(chosen) => onChange({ right: chosen })}
            options={rights.map((value) => ({ value, label: label(formRight.codes[value]) }))}
          />
        </FieldCell>
      )}
      {field.kind === "choice" && (
        <FieldCell name={label(["选项，用逗号分隔", "Choices, with commas between"])}>
          <Input
            aria-label={named(choices)}
            defaultValue={choicesText(field.choices)}
            onBlur={(event) => onChange({ choices: readChoices(event.target.value) })}
          />
        </FieldCell>
      )}
      {mayCompute && (
        <FieldCell name={label(formula)}>
          <Input
            aria-label={named(formula)}
            value={field.calculation ?? ""}
            maxLength={2000}
            placeholder={label(["不填则由人填写", "Filled in by people"])}
            title={label(["如 price * number", "Such as price * number"])}
            onChange={(event) => onChange({ calculation: event.target.value || null })}
          />
        </FieldCell>
      )}
      <span className="field-row-end">
        {!(mayCompute && field.calculation) && (
          <Checkbox
            checked={field.required}
            aria-label={named(["必填", "Required"])}
            onChange={(event) => onChange({ required: event.target.checked })}
          >
            {label(["必填", "Required"])}
          </Checkbox>
        )}
        {mayList && (
          <Checkbox
            checked={field.inLists ?? false}
            aria-label={named(["列表中显示", "In lists"])}
            onChange={(event) => onChange({ inLists: event.target.checked })}
          >
            {label(["列表中显示", "In lists"])}
          </Checkbox>
        )}
        <button type="button" className="link-button danger" onClick={onRemove} aria-label={named(["删除", "Remove"])}>
          {label(["删除", "Remove"])}
        </button>
      </span>
      {field.kind === "table" && (
        <TableParts field={field} words={words} onChange={onChange}>
          <FieldList fields={field.columns ?? []} columnsOf={words} onChange={(columns) => onChange({ columns })} />
        </TableParts>
      )}
    </div>
  );
}
