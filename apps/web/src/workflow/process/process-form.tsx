import type { FilledField } from "@jipei/contract/workflow/flow-form.ts";
import type { FormInstance } from "antd";
import { useMemo } from "react";
import { EntityView } from "../../core/crud/entity-view.tsx";
import type { Values } from "../../core/form/form-values.ts";
import { useTexts } from "../texts.ts";
import { FilledForm } from "./filled-form.tsx";
import { fieldKey, formEntity, formValues } from "./form-entity.ts";
import { findLive } from "./live-fields.ts";
import { TableView } from "./table-view.tsx";

interface Props {
  form: FormInstance<Values>;
  fields: readonly FilledField[];
  onChange: () => void;
}

/** What was filled in so far, and what the reader fills in at this step. */
export function ProcessForm({ form, fields, onChange }: Props) {
  const t = useTexts();
  const shown = fields.filter(({ right }) => right !== "hidden");
  const entity = useMemo(() => formEntity(fields), [fields]);
  const values = useMemo(() => formValues(fields), [fields]);
  if (shown.length === 0) return <p className="blank">{t("process.noForm")}</p>;
  const live = new Set(findLive(fields));
  const isFilledIn = (field: FilledField) => field.right === "write" || live.has(field);
  const keys = (some: readonly FilledField[]) => some.map(({ name }) => fieldKey(name));
  const write = shown.filter(isFilledIn);
  const rest = shown.filter((field) => !isFilledIn(field));
  const read = rest.filter(({ kind }) => kind !== "table");
  return (
    <>
      {read.length > 0 && <EntityView entity={entity} row={values} fields={keys(read)} />}
      {rest
        .filter(({ kind }) => kind === "table")
        .map((table) => (
          <TableView key={table.name} table={table} />
        ))}
      {write.length > 0 && (
        <FilledForm
          form={form}
          entity={entity}
          fields={fields}
          sections={[{ fields: keys(write) }]}
          start={values}
          onChange={onChange}
          onSubmit={() => undefined}
        />
      )}
    </>
  );
}
