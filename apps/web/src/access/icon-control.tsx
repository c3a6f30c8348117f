import { Select } from "antd";
import type { ControlProps } from "../core/form/field-control.tsx";
import { iconNames, MenuIcon } from "../core/ui/menu-icon.tsx";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useClear } from "../core/ui/use-clear.tsx";

/** Picks the icon of a menu by its picture, because nobody knows the names. */
export function IconControl({ field: _field, value, onChange, ...control }: ControlProps) {
  const t = useTexts();
  const clear = useClear();
  return (
    <Select
      {...control}
      value={(value as string | null) ?? undefined}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
      options={iconNames.map((name) => ({ value: name, label: <IconWord name={name} /> }))}
      placeholder={t("form.choose")}
      allowClear={clear}
      showSearch={{ optionFilterProp: "value" }}
      style={{ width: "100%" }}
    />
  );
}

/** An icon with its name. */
export function IconWord({ name }: { name: string | null }) {
  return name ? (
    <>
      <MenuIcon name={name} /> {name}
    </>
  ) : null;
}
