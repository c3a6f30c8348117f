import type { Entity } from "@jipei/contract/core/entity.ts";
import { chartKind, measureKind } from "@jipei/contract/reports/report-codes.ts";
import { groupLabel, groupsOf, isSummable, shownFields } from "@jipei/contract/reports/report-fields.ts";
import { type Measure, type PivotLayout, mostMeasures } from "@jipei/contract/reports/report-layout.ts";
import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Select } from "antd";
import { useId } from "react";
import { useLabel } from "../core/i18n/language.ts";

interface Props {
  entity: Entity;
  value: PivotLayout;
  onChange: (pivot: PivotLayout) => void;
}

/** What a pivot table groups by, what it adds up, and as which picture. */
export function PivotChoice({ entity, value, onChange }: Props) {
  const label = useLabel();
  const id = useId();
  const groups = groupsOf(entity).map((group) => ({ value: group.name, label: label(groupLabel(entity, group)) }));
  const change = (part: Partial<PivotLayout>) => onChange({ ...value, ...part });
  return (
    <div className="report-choice">
      <label htmlFor={`${id}-rows`}>{label(["行分组（最多2个）", "Groups of rows (at most 2)"])}</label>
      <Select<string[]>
        id={`${id}-rows`}
        mode="multiple"
        maxCount={2}
        value={value.rows}
        onChange={(rows) => change({ rows })}
        showSearch={{ optionFilterProp: "label" }}
        options={groups.filter((group) => !value.columns.includes(group.value))}
        style={{ width: "100%" }}
      />
      <label htmlFor={`${id}-columns`}>{label(["列分组", "Groups of columns"])}</label>
      <Select<string>
        id={`${id}-columns`}
        value={value.columns[0] ?? ""}
        onChange={(column) => change({ columns: column ? [column] : [] })}
        showSearch={{ optionFilterProp: "label" }}
        options={[
          { value: "", label: label(["无", "None"]) },
          ...groups.filter((group) => !value.rows.includes(group.value)),
        ]}
        style={{ width: "100%" }}
      />
      <fieldset className="report-choice">
        <legend>{label(["统计项", "Measures"])}</legend>
        {value.measures.map((measure, index) => (
          <MeasureRow
            key={index}
            entity={entity}
            value={measure}
            onChange={(next) => change({ measures: value.measures.map((one, at) => (at === index ? next : one)) })}
            onRemove={() => change({ measures: value.measures.filter((_, at) => at !== index) })}
            isOnly={value.measures.length === 1}
          />
        ))}
        <Button
          icon={<PlusOutlined />}
          disabled={value.measures.length >= mostMeasures}
          onClick={() => change({ measures: [...value.measures, { kind: "sum", field: null }] })}
        >
          {label(["添加统计项", "Add a measure"])}
        </Button>
      </fieldset>
      <label htmlFor={`${id}-chart`}>{label(["图表", "Chart"])}</label>
      <Select<PivotLayout["chart"]>
        id={`${id}-chart`}
        value={value.chart}
        onChange={(chart) => change({ chart })}
        options={(["none", "column", "line", "bar"] as const).map((chart) => ({
          value: chart,
          label: label(chartKind.codes[chart]),
        }))}
        style={{ width: "100%" }}
      />
    </div>
  );
}

interface RowProps {
  entity: Entity;
  value: Measure;
  onChange: (measure: Measure) => void;
  onRemove: () => void;
  isOnly: boolean;
}

function MeasureRow({ entity, value, onChange, onRemove, isOnly }: RowProps) {
  const label = useLabel();
  return (
    <div className="report-filter">
      <Select<Measure["kind"]>
        aria-label={label(["统计方式", "How it is measured"])}
        value={value.kind}
        onChange={(kind) => onChange({ kind, field: kind === "count" ? null : value.field })}
        options={(["count", "sum", "average"] as const).map((kind) => ({
          value: kind,
          label: label(measureKind.codes[kind]),
        }))}
      />
      {value.kind !== "count" && (
        <Select
          aria-label={label(["统计字段", "Field to measure"])}
          value={value.field ?? undefined}
          onChange={(field) => onChange({ ...value, field })}
          placeholder={label(["选择数字字段", "Choose a number"])}
          showSearch={{ optionFilterProp: "label" }}
          options={shownFields(entity)
            .filter(([, field]) => isSummable(field))
            .map(([name, field]) => ({ value: name, label: label(field) }))}
        />
      )}
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={label(["删除统计项", "Remove the measure"])}
        disabled={isOnly}
        onClick={onRemove}
      />
    </div>
  );
}
