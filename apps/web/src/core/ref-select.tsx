import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Page } from "@jipei/contract/core/shape.ts";
import { Select } from "antd";
import { useState } from "react";
import { isBlank, useFieldText } from "./field-value.tsx";
import { useTexts } from "./texts.ts";
import { useCall } from "./use-call.ts";
import { useDelayed } from "./use-delayed.ts";

export type AnyRow = Record<string, unknown>;

/** Where the rows that a reference may point to are searched. */
export interface RefSource {
  entity: Entity;
  list: Call<unknown, Page<object>>;
  /** Asked for the title of a value that the row at hand does not name. */
  detail?: Call<{ id: string }, object>;
  /** Parameters every search gets: only valid courses, only my institution. */
  params?: Record<string, string>;
  /** A second field shown behind the title to tell namesakes apart. */
  note?: string;
}

interface Props {
  source: RefSource;
  value?: string | string[] | null;
  onChange?: (value: string | string[] | null, rows: AnyRow[]) => void;
  /** Title of the present value, where it is known. */
  title?: string | null;
  multiple?: boolean;
  disabled?: boolean;
  placeholder?: string;
  id?: string;
  "aria-label"?: string;
}

/** Picks a row of another entity by searching its list. */
export function RefSelect({ source, value, onChange, title, multiple, disabled, placeholder, ...rest }: Props) {
  const t = useTexts();
  const textOf = useFieldText();
  const [keyword, setKeyword] = useState("");
  const [open, setOpen] = useState(false);
  const searched = useDelayed(keyword, 250);
  const { entity } = source;
  const found = useCall(
    source.list,
    { ...source.params, current: 1, size: 30, ...(searched && { [entity.title]: searched }) },
    { enabled: open, keepPrevious: true },
  );
  const chosen = isBlank(value) ? [] : Array.isArray(value) ? value : [String(value)];
  const [seen, setSeen] = useState<Record<string, string>>({});
  const missing = chosen.find((id) => !seen[id] && !(title && chosen.length === 1));
  const detail = useCall(
    source.detail ?? source.list,
    { id: missing ?? "" },
    { enabled: Boolean(source.detail && missing) },
  );

  const titleOf = (row: AnyRow) =>
    textOf((entity.fields as Record<string, Field>)[entity.title] as Field, row[entity.title]);
  const rows = ((found.data as Page<AnyRow> | undefined)?.records ?? []) as AnyRow[];
  const options = rows.map((row) => ({
    value: String(row["id"]),
    label: titleOf(row),
    note: source.note ? textOf((entity.fields as Record<string, Field>)[source.note] as Field, row[source.note]) : "",
  }));
  for (const id of chosen)
    if (!options.some((option) => option.value === id))
      options.unshift({
        value: id,
        label:
          seen[id] ??
          (chosen.length === 1 ? title : null) ??
          (missing === id && detail.data ? titleOf(detail.data as AnyRow) : id),
        note: "",
      });

  const choose = (next: string | string[] | undefined) => {
    const list = next === undefined || next === null ? [] : Array.isArray(next) ? next : [next];
    setSeen((before) => ({ ...before, ...Object.fromEntries(options.map((option) => [option.value, option.label])) }));
    onChange?.(
      multiple ? list : (list[0] ?? null),
      rows.filter((row) => list.includes(String(row["id"]))),
    );
  };
  return (
    <Select<string | string[]>
      {...rest}
      mode={multiple ? "multiple" : undefined}
      value={multiple ? chosen : chosen[0]}
      onChange={choose}
      disabled={disabled}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={open && found.isFetching}
      onOpenChange={setOpen}
      options={options}
      optionRender={({ data }) => (
        <>
          {data.label}
          {data.note && <span className="unit"> {data.note}</span>}
        </>
      )}
      placeholder={placeholder ?? t("form.searchHere")}
      notFoundContent={found.isFetching ? t("common.loading") : t("form.noneFound")}
      style={{ width: "100%" }}
    />
  );
}
