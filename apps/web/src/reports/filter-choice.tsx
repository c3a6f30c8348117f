import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { relativeDays } from "@jipei/contract/reports/relative-days.ts";
import { type ReportFilter, mostFilters } from "@jipei/contract/reports/report-layout.ts";
import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Checkbox, Select } from "antd";
import { useId } from "react";
import { FieldControl } from "../core/form/field-control.tsx";
import { chinaToday } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { filterField, filterName, offeredFilters, readFilterName, suffixWord, suffixesOf } from "./filter-words.ts";

interface Props {
  entity: Entity;
  value: readonly ReportFilter[];
  onChange: (filters: ReportFilter[]) => void;
}

/** By what rows are chosen: fixed, or set by whoever reads the report. */
export function FilterChoice({ entity, value, onChange }: Props) {
  const label = useLabel();
  const offered = offeredFilters(entity);
  const taken = new Set(value.map(({ name }) => name));
  /** The first way to filter that nobody has chosen yet. */
  const free = offered
    .flatMap(([field, of]) => suffixesOf(of).map((suffix) => filterName({ field, suffix })))
    .find((name) => !taken.has(name));
  const change = (at: number, part: Partial<ReportFilter>) =>
    onChange(value.map((filter, index) => (index === at ? { ...filter, ...part } : filter)));
  return (
    <fieldset className="report-choice">
      <legend>{label(["筛选条件", "Filters"])}</legend>
      {value.map((filter, index) => (
        <FilterRow
          key={`${index} ${filter.name}`}
          entity={entity}
          filter={filter}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange(value.filter((one) => one !== filter))}
        />
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={!free || value.length >= mostFilters}
        onClick={() => free && onChange([...value, { name: free, value: null, isAsked: "1" }])}
      >
        {label(["添加条件", "Add a filter"])}
      </Button>
    </fieldset>
  );
}

interface RowProps {
  entity: Entity;
  filter: ReportFilter;
  onChange: (part: Partial<ReportFilter>) => void;
  onRemove: () => void;
}

function FilterRow({ entity, filter, onChange, onRemove }: RowProps) {
  const label = useLabel();
  const id = useId();
  const offered = offeredFilters(entity);
  const read = readFilterName(entity, filter.name);
  const shown = filterField(entity, filter.name);
  const field = offered.find(([name]) => name === read?.field)?.[1];
  const choices = shown ? choicesOf(shown.field) : null;
  return (
    <div className="report-filter">
      <Select
        aria-label={label(["筛选字段", "Field to filter by"])}
        value={read?.field}
        showSearch={{ optionFilterProp: "label" }}
        options={offered.map(([name, of]) => ({ value: name, label: label(of) }))}
        onChange={(name) => {
          const of = offered.find(([one]) => one === name)?.[1];
          onChange({ name: filterName({ field: name, suffix: of ? (suffixesOf(of)[0] ?? "") : "" }), value: null });
        }}
      />
      <Select
        aria-label={label(["比较方式", "Comparison"])}
        value={read?.suffix}
        options={field ? suffixesOf(field).map((suffix) => ({ value: suffix, label: label(suffixWord(suffix)) })) : []}
        onChange={(suffix) => read && onChange({ name: filterName({ field: read.field, suffix }) })}
      />
      {shown && !choices && (
        <label className="visually-hidden" htmlFor={id}>
          {label(["筛选值", "Value"])}
        </label>
      )}
      {shown && !choices && (
        <FieldControl
          id={id}
          field={shown.field}
          value={filter.value ?? undefined}
          onChange={(value) => onChange({ value: value === null || value === undefined ? null : String(value) })}
        />
      )}
      {choices && (
        <Select<string | null>
          aria-label={label(["筛选值", "Value"])}
          value={filter.value ?? null}
          onChange={(value) => onChange({ value })}
          options={choices.map(([value, words]) => ({ value, label: label(words) }))}
        />
      )}
      <Checkbox
        checked={filter.isAsked === "1"}
        onChange={({ target }) => onChange({ isAsked: target.checked ? "1" : "0" })}
      >
        {label(["由查看人填写", "Readers set it"])}
      </Checkbox>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={label(["删除条件", "Remove the filter"])}
        onClick={onRemove}
      />
    </div>
  );
}

type Choice = readonly [value: string | null, words: readonly [string, string, ...unknown[]]];

/** Days and years that move with the calendar; null for other fields, whose values are typed. */
function choicesOf({ kind, name }: Field): readonly Choice[] | null {
  const any: Choice = [null, ["不限", "Any"]];
  const { "@thisYear": year, ...days } = relativeDays.codes;
  if (kind === "date") return [any, ...Object.entries(days)];
  if (kind !== "int" || !name) return null;
  const now = Number(chinaToday().slice(0, 4));
  const years = [0, 1, 2, 3, 4].map((back): Choice => [String(now - back), [String(now - back), String(now - back)]]);
  return [any, ["@thisYear", year], ...years];
}
