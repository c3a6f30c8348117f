import type { Call } from "@jipei/contract/core/call.ts";
import type { colleague } from "@jipei/contract/workflow/work.calls.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Select } from "antd";
import { useState } from "react";
import type { ReactNode } from "react";
import { useCall } from "../core/api/use-call.ts";
import { useTexts as useCoreTexts } from "../core/i18n/core-texts.ts";
import { useDelayed } from "../core/ui/use-delayed.ts";

export type Colleague = NonNullable<(typeof colleague)["$value"]>;

interface Props {
  id?: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  multiple?: boolean;
  disabled?: boolean;
  /** Name of a value that no search has found yet. */
  title?: string | null;
  /** Shows a value that may be of somebody whom no search has found yet. */
  nameOf?: (id: string) => ReactNode;
  /** Who can be chosen; left out, all who can be given a task. */
  call?: Call<{ name?: string | null; userId?: string | null }, Colleague[]>;
  /** Whose colleagues can be chosen; left out, those of the reader. */
  of?: string | null;
  /** Who is not offered. */
  except?: readonly string[];
  "aria-label"?: string;
}

/** Picks colleagues by a part of their name; the department tells namesakes apart. */
export function ColleagueSelect({
  value,
  onChange,
  multiple,
  title,
  nameOf,
  call = workCalls.colleagues,
  of,
  except = [],
  ...rest
}: Props) {
  const t = useCoreTexts();
  const [keyword, setKeyword] = useState("");
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({});
  const searched = useDelayed(keyword, 250);
  const found = useCall(
    call,
    { ...(searched && { name: searched }), ...(of && { userId: of }) },
    { keepPrevious: true },
  );
  const people = (found.data ?? []).filter(({ userId }) => !except.includes(userId));
  const options = people.map(({ userId, name, deptName }) => ({ value: userId, label: name, note: deptName }));
  const missing = value.filter((one) => !people.some(({ userId }) => userId === one));
  const choose = (next: string | string[] | undefined) => {
    setSeen((before) => ({ ...before, ...Object.fromEntries(people.map(({ userId, name }) => [userId, name])) }));
    if (next === undefined) onChange([]);
    else onChange(Array.isArray(next) ? next : [next]);
  };
  return (
    <Select<string | string[]>
      {...rest}
      mode={multiple ? "multiple" : undefined}
      value={multiple ? [...value] : value[0]}
      onChange={choose}
      labelRender={nameOf && (({ value: id }) => nameOf(String(id)))}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={found.isFetching}
      options={[...missing.map((one) => ({ value: one, label: seen[one] ?? title ?? one, note: null })), ...options]}
      optionRender={({ data }) => (
        <>
          {data.label}
          {data.note && <span className="unit"> {data.note}</span>}
        </>
      )}
      placeholder={t("form.searchHere")}
      notFoundContent={found.isFetching ? t("common.loading") : t("form.noneFound")}
      style={{ width: "100%" }}
    />
  );
}
