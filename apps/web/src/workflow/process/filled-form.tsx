import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import type { FormInstance } from "antd";
import { useMemo } from "react";
import type { ComponentProps } from "react";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Control, ControlProps } from "../../core/form/field-control.tsx";
import { EntityForm } from "../../core/form/entity-form.tsx";
import { FieldValue } from "../../core/form/field-value.tsx";
import type { Values } from "../../core/form/form-values.ts";
import { label } from "../../core/i18n/language.ts";
import { fieldKey } from "./form-entity.ts";
import { computeLive, findLive } from "./live-fields.ts";
import { findRowsIssue } from "./rows-issue.ts";
import { tableControl } from "./table-control.tsx";

type Props = Omit<ComponentProps<typeof EntityForm<Entity>>, "controls" | "checks"> & {
  form: FormInstance<Values>;
  /** The whole form of the step: what is computed may need what is only read here. */
  fields: readonly FormField[];
};

/** A form of a step that is filled in: its tables, and what is computed while one types. */
export function FilledForm({ fields, onChange, ...props }: Props) {
  const { form } = props;
  const live = useMemo(() => findLive(fields), [fields]);
  const tables = useMemo(() => fields.filter(({ kind, right }) => kind === "table" && right === "write"), [fields]);
  const controls = useMemo(
    () =>
      Object.fromEntries<Control>([
        ...tables.map((field) => [fieldKey(field.name), tableControl(field)] as const),
        ...live.map(({ name }) => [fieldKey(name), ComputedValue] as const),
      ]),
    [tables, live],
  );
  const checks = useMemo(
    () =>
      Object.fromEntries(
        tables.map((field) => [
          fieldKey(field.name),
          (value: unknown) => {
            const issue = findRowsIssue(field, value);
            return issue && label(issue);
          },
        ]),
      ),
    [tables],
  );
  return (
    <EntityForm
      {...props}
      controls={controls}
      checks={checks}
      onChange={(values) => {
        if (live.length > 0) form.setFieldsValue(computeLive(fields, live, { ...props.start, ...values }));
        onChange?.(values);
      }}
    />
  );
}

/** What was computed; it is no control, and is not greyed as one that is locked. */
const ComputedValue = ({ field, value, id }: ControlProps) => (
  <output id={id} className="numeric">
    <FieldValue field={field} value={value} unit />
  </output>
);
