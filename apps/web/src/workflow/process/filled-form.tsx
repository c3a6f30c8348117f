import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import type { FormInstance } from "antd";
import { useMemo } from "react";
import type { ComponentProps } from "react";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { EntityForm } from "../../core/form/entity-form.tsx";
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
    () => Object.fromEntries(tables.map((field) => [fieldKey(field.name), tableControl(field)])),
    [tables],
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
