import { type Subject, whyCalls } from "@jipei/contract/access/why.ts";
import { Form, Select } from "antd";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useCall } from "../core/api/use-call.ts";
import { useClear } from "../core/ui/use-clear.tsx";

/** The entity that the form is about; undefined while none is chosen. */
export function useSubject(): Subject | undefined {
  const name = Form.useWatch("scopeClass") as string | undefined;
  const { data } = useCall(whyCalls.subjects, undefined, { staleTime: 3_600_000 });
  return data?.find((subject) => subject.name === name);
}

/** Picks the entity whose rows are restricted. */
export function EntityControl({ field: _field, value, onChange, ...control }: ControlProps) {
  const t = useTexts();
  const label = useLabel();
  const { data } = useCall(whyCalls.subjects, undefined, { staleTime: 3_600_000 });
  const options = (data ?? []).map((subject) => ({
    value: subject.name,
    label: `${label(subject)} · ${subject.name}`,
  }));
  return (
    <Select
      {...control}
      value={(value as string | null) ?? undefined}
      onChange={(chosen: string) => onChange?.(chosen)}
      options={options}
      placeholder={t("form.choose")}
      showSearch={{ optionFilterProp: "label" }}
      style={{ width: "100%" }}
    />
  );
}

/** Picks the reference that is compared with the user or their departments. */
export function ColumnControl({ field: _field, value, onChange, ...control }: ControlProps) {
  const label = useLabel();
  const clear = useClear();
  const subject = useSubject();
  const options = (subject?.fields ?? [])
    .filter(({ reference }) => reference)
    .map((one) => ({ value: one.name, label: `${label(one)} · ${one.name}` }));
  return (
    <Select
      {...control}
      value={(value as string | null) ?? undefined}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
      options={options}
      allowClear={clear}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={label(["创建人或创建部门", "Who created it, or in which department"])}
      style={{ width: "100%" }}
    />
  );
}
