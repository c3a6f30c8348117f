import { Select } from "antd";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useSubject } from "./data-scope-controls.tsx";
import { ScopePreview } from "./scope-preview.tsx";
import { useClear } from "../core/ui/use-clear.tsx";

/** Picks the fields that stay visible; with none picked, all of them do. As the last control of the form it also shows the effect of the whole scope. */
export function FieldsControl({ field: _field, value, onChange, ...control }: ControlProps) {
  const label = useLabel();
  const clear = useClear();
  const subject = useSubject();
  const text = (value as string | null) ?? "";
  const chosen = text === "*" || text === "" ? [] : text.split(",").map((name) => name.trim());
  const options = (subject?.fields ?? []).map((one) => ({ value: one.name, label: `${label(one)} · ${one.name}` }));
  return (
    <>
      <Select
        {...control}
        mode="multiple"
        value={chosen}
        onChange={(names: string[]) => onChange?.(names.length > 0 ? names.join(",") : "*")}
        options={options}
        allowClear={clear}
        showSearch={{ optionFilterProp: "label" }}
        placeholder={label(["全部字段", "All fields"])}
        style={{ width: "100%" }}
      />
      <ScopePreview />
    </>
  );
}
