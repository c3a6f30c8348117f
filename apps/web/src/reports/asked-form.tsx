import type { Entity } from "@jipei/contract/core/entity.ts";
import { dayOf } from "@jipei/contract/reports/relative-days.ts";
import type { ReportFilter } from "@jipei/contract/reports/report-layout.ts";
import { Button } from "antd";
import { useId, useState } from "react";
import type { FormEvent } from "react";
import { FieldControl } from "../core/form/field-control.tsx";
import { chinaToday } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { filterField } from "./filter-words.ts";

/** What readers have set, by the names of the filters. */
export type AskedValues = Readonly<Record<string, string>>;

interface Props {
  entity: Entity;
  filters: readonly ReportFilter[];
  values: AskedValues;
  onChange: (values: AskedValues) => void;
}

/** The filters of a report that its readers set. */
export function AskedForm({ entity, filters, values, onChange }: Props) {
  const label = useLabel();
  const [typed, setTyped] = useState(values);
  const id = useId();
  const asked = filters.filter(({ isAsked }) => isAsked === "1");
  if (asked.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed);
  };
  return (
    <form className="report-asked" role="search" aria-label={label(["筛选", "Filters"])} onSubmit={submit}>
      {asked.map(({ name }) => {
        const shown = filterField(entity, name);
        return (
          shown && (
            <div key={name} className="report-asked-field">
              <label htmlFor={`${id}-${name}`}>{label(shown.label)}</label>
              <FieldControl
                id={`${id}-${name}`}
                field={shown.field}
                value={typed[name] || undefined}
                onChange={(value) => setTyped((all) => ({ ...all, [name]: value ? String(value) : "" }))}
              />
            </div>
          )
        );
      })}
      <Button type="primary" ghost htmlType="submit">
        {label(["查询", "Search"])}
      </Button>
    </form>
  );
}

/** What readers find filled in: relative days as the days that they are now. */
export function startValues(filters: readonly ReportFilter[]): AskedValues {
  return Object.fromEntries(
    filters.flatMap(({ name, value, isAsked }) =>
      isAsked === "1" ? [[name, value ? dayOf(value, chinaToday()) : ""]] : [],
    ),
  );
}

/** As calls take them. */
export const askedList = (values: AskedValues): { name: string; value: string }[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
