import type { FilledField } from "@jipei/contract/workflow/flow-form.ts";
import type { FormInstance } from "antd";
import { useMemo } from "react";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { EntityForm } from "../../core/form/entity-form.tsx";
import type { Values } from "../../core/form/form-values.ts";
import { useTexts } from "../texts.ts";
import { fieldKey, formEntity, formValues } from "./form-entity.ts";

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
  const keys = (right: FilledField["right"]) =>
    shown.filter((field) => field.right === right).map((f) => fieldKey(f.name));
  const [read, write] = [keys("read"), keys("write")];
  return (
    <>
      {read.length > 0 && <EntityView entity={entity} row={values} fields={read} />}
      {write.length > 0 && (
        <EntityForm
          form={form}
          entity={entity}
          sections={[{ fields: write }]}
          start={values}
          onChange={onChange}
          onSubmit={() => undefined}
        />
      )}
    </>
  );
}
