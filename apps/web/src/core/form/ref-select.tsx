import { useQueries } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { isBlank, useFieldText } from "./field-value.tsx";
import { getField, getId, getValue } from "./fields.ts";
import type { RefSource } from "./ref-source.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { invoke } from "../api/call-client.ts";
import { useCall } from "../api/use-call.ts";
import { useDelayed } from "../ui/use-delayed.ts";
import { useClear } from "../ui/use-clear.tsx";

interface Props {
  source: RefSource;
  value?: string | string[] | null;
  onChange?: (value: string | string[] | null, rows: object[]) => void;
  /** Title of the current value, where it is known. */
  title?: string | null;
  multiple?: boolean;
  disabled?: boolean;
  placeholder?: string;
  id?: string;
  "aria-label"?: string;
}

function asList(value: string | string[] | null | undefined): string[] {
  if (Array.isArray(value)) return value;
  return isBlank(value) ? [] : [String(value)];
}

/** Picks a row of another entity by searching its list. */
export function RefSelect({ source, value, onChange, title, multiple, disabled, placeholder, ...rest }: Props) {
  const t = useTexts();
  const clear = useClear();
  const [keyword, setKeyword] = useState("");
  const [open, setOpen] = useState(false);
  const chosen = asList(value);
  const { rows, options, loading, remember } = useOptions({ source, title, chosen, keyword, open });
  const choose = (next: string | string[] | undefined) => {
    const list = asList(next);
    remember();
    onChange?.(
      multiple ? list : (list[0] ?? null),
      rows.filter((row) => list.includes(getId(row))),
    );
  };
  return (
    <Select<string | string[]>
      {...rest}
      mode={multiple ? "multiple" : undefined}
      value={multiple ? chosen : chosen[0]}
      onChange={choose}
      disabled={disabled}
      allowClear={clear}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={open && loading}
      onOpenChange={setOpen}
      options={options}
      optionRender={({ data }) => (
        <>
          {data.label}
          {data.note && <span className="unit"> {data.note}</span>}
        </>
      )}
      placeholder={placeholder ?? t("form.searchHere")}
      notFoundContent={loading ? t("common.loading") : t("form.noneFound")}
      style={{ width: "100%" }}
    />
  );
}

interface Search extends Pick<Props, "source" | "title"> {
  chosen: readonly string[];
  keyword: string;
  open: boolean;
}

/** The rows of values whose titles are not known, by their ids: each is asked for by itself. */
function useDetails({ detail }: RefSource, ids: readonly string[]) {
  const answers = useQueries({
    queries: detail
      ? ids.map((id) => ({
          queryKey: [detail.path, { id }],
          queryFn: ({ signal }: { signal: AbortSignal }) => invoke(detail, { id }, { signal, silent: true }),
        }))
      : [],
  });
  return new Map(ids.map((id, at) => [id, answers[at]]));
}

/** The rows that match what is typed, and before them those that are chosen already. */
function useOptions({ source, title, chosen, keyword, open }: Search) {
  const getText = useFieldText();
  const searched = useDelayed(keyword, 250);
  const { entity } = source;
  const found = useCall(
    source.list,
    { ...source.params, current: 1, size: 30, ...(searched && { [entity.title]: searched }) },
    { enabled: open, keepPrevious: true },
  );
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({});
  const unnamed = chosen.filter((id) => !seen[id] && !(title && chosen.length === 1));
  const details = useDetails(source, unnamed);

  const valueText = (row: object, name: string) => getText(getField(entity, name), getValue(row, name));
  const getTitle = (row: object) => valueText(row, entity.title);
  const rows = found.data?.records ?? [];
  const options = rows.map((row) => ({
    value: getId(row),
    label: getTitle(row),
    note: source.note ? valueText(row, source.note) : "",
  }));
  const titleOf = (id: string) => {
    const detail = details.get(id);
    if (detail?.data) return getTitle(detail.data);
    return detail?.isLoading ? "…" : id;
  };
  for (const id of chosen)
    if (!options.some((option) => option.value === id))
      options.unshift({
        value: id,
        label: seen[id] ?? (chosen.length === 1 ? title : null) ?? titleOf(id),
        note: "",
      });
  /** Keeps the titles on screen for rows that the next search does not find. */
  const remember = () =>
    setSeen((before) => ({ ...before, ...Object.fromEntries(options.map((option) => [option.value, option.label])) }));
  return { rows, options, loading: found.isFetching, remember };
}
