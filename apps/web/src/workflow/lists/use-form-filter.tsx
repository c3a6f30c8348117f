import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { toCell } from "@jipei/contract/workflow/form-field.ts";
import { type ListedField, type ListedValues, formFilters } from "@jipei/contract/workflow/flow-form.ts";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { FieldValue } from "../../core/form/field-value.tsx";
import { toText } from "../process/form-entity.ts";
import type { Asked } from "./asked.ts";
import { FormFilter } from "./form-filter.tsx";

type Name = keyof typeof formFilters;
const names = Object.keys(formFilters) as Name[];

interface Row {
  formValues?: ListedValues;
}

interface FormColumn {
  key: string;
  title: readonly [zh: string, en: string];
  width: number;
  render: (row: Row) => ReactNode;
}

/**
 * Lists of processes are narrowed to one process, and by what its form says; its fields that lists show are columns then. What is asked for
 * stands in the address.
 */
export function useFormFilter() {
  const [params, setParams] = useSearchParams();
  const { data: processes = [] } = useCall(flowDefinitionCalls.listed, undefined);
  const asked: Asked = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const ask = (next: Asked) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("current");
        for (const name of names) {
          const value = next[name]?.trim();
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace: true },
    );
  const fields = processes.find(({ processDefinitionKey }) => processDefinitionKey === asked.formKey)?.fields ?? [];
  return {
    fixed: asked,
    columns: fields.map(toColumn),
    filters: processes.length > 0 && <FormFilter processes={processes} fields={fields} asked={asked} onAsk={ask} />,
  };
}

function toColumn(field: ListedField): FormColumn {
  const shown = toCell({ ...field, required: false });
  return {
    key: `form.${field.name}`,
    title: [field.label, field.label],
    width: 140,
    render: ({ formValues = [] }) => {
      const value = formValues.find(({ name }) => name === field.name)?.value ?? null;
      return <FieldValue field={shown} value={toText(field.kind, value)} unit />;
    },
  };
}
