import type { Entity } from "@jipei/contract/core/entity.ts";
import { shownFields } from "@jipei/contract/reports/report-fields.ts";
import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from "@ant-design/icons";
import { Button, Select } from "antd";
import { useId } from "react";
import { useLabel } from "../core/i18n/language.ts";

interface Props {
  entity: Entity;
  value: readonly string[];
  onChange: (columns: string[]) => void;
}

/** The fields that a report shows, in their order. */
export function ColumnChoice({ entity, value, onChange }: Props) {
  const label = useLabel();
  const id = useId();
  const fields = new Map(shownFields(entity));
  const name = (column: string) => {
    const field = fields.get(column);
    return field ? label(field) : column;
  };
  const swap = (from: number, to: number) => {
    const next = [...value];
    [next[from], next[to]] = [value[to] ?? "", value[from] ?? ""];
    onChange(next);
  };
  return (
    <div className="report-choice">
      <label htmlFor={id}>{label(["显示的字段", "Fields"])}</label>
      <Select<string[]>
        id={id}
        mode="multiple"
        value={[...value]}
        onChange={onChange}
        maxTagCount={0}
        maxTagPlaceholder={label([`已选${value.length}项`, `${value.length} chosen`])}
        placeholder={label(["选择字段", "Choose fields"])}
        showSearch={{ optionFilterProp: "label" }}
        options={[...fields].map(([column, field]) => ({ value: column, label: label(field) }))}
        style={{ width: "100%" }}
      />
      <ol className="report-columns">
        {value.map((column, index) => (
          <li key={column}>
            <span>{name(column)}</span>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={label([`上移${name(column)}`, `Move ${name(column)} up`])}
              disabled={index === 0}
              onClick={() => swap(index, index - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={label([`下移${name(column)}`, `Move ${name(column)} down`])}
              disabled={index === value.length - 1}
              onClick={() => swap(index, index + 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={label([`去掉${name(column)}`, `Remove ${name(column)}`])}
              onClick={() => onChange(value.filter((one) => one !== column))}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
