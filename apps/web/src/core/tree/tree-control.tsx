import { TreeSelect } from "antd";
import type { ControlProps } from "../form/field-control.tsx";
import { useLabel } from "../i18n/language.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useClear } from "../ui/use-clear.tsx";

export interface Place {
  value: string;
  title: string;
  disabled?: boolean;
  children?: Place[];
}

/** Picks a place in a tree, found by its name. */
export function TreeControl({ field, places, value, onChange, ...control }: ControlProps & { places: Place[] }) {
  const t = useTexts();
  const clear = useClear();
  const label = useLabel();
  return (
    <TreeSelect
      {...control}
      aria-label={label(field)}
      value={(value as string | null) ?? undefined}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
      treeData={places}
      treeNodeFilterProp="title"
      showSearch
      allowClear={clear}
      placeholder={t("form.choose")}
      treeDefaultExpandedKeys={places.map((place) => place.value)}
      style={{ width: "100%" }}
    />
  );
}
