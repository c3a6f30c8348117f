import { dataSets } from "@jipei/contract/reports/data-sets.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { Checkbox, Select } from "antd";
import { useId } from "react";
import { getField } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { type Design, startPivot } from "./design-state.ts";
import { FilterChoice } from "./filter-choice.tsx";
import { PivotChoice } from "./pivot-choice.tsx";
import { TemplateChoice } from "./template-choice.tsx";

interface Props {
  design: Design;
  savedName: string | null;
  onChange: (part: Partial<Design>) => void;
  onLayout: (part: Partial<ReportLayout>) => void;
}

/** What is chosen of the data set, by the kind of the report. */
export function DesignParts({ design, savedName, onChange, onLayout }: Props) {
  const { entity } = dataSets[design.dataSet];
  const { kind, layout } = design;
  return (
    <>
      {kind === "pivot" ? (
        <PivotChoice entity={entity} value={layout.pivot ?? startPivot} onChange={(pivot) => onLayout({ pivot })} />
      ) : (
        <ColumnChoice entity={entity} value={layout.columns} onChange={(columns) => onLayout({ columns })} />
      )}
      <FilterChoice entity={entity} value={layout.filters} onChange={(filters) => onLayout({ filters })} />
      {kind !== "pivot" && <SortChoice {...{ design, onLayout }} />}
      {kind === "form" && (
        <TemplateChoice design={design} savedName={savedName} onChange={(templateId) => onChange({ templateId })} />
      )}
    </>
  );
}

function SortChoice({ design, onLayout }: Pick<Props, "design" | "onLayout">) {
  const label = useLabel();
  const id = useId();
  const { entity } = dataSets[design.dataSet];
  const { sort } = design.layout;
  return (
    <div className="report-choice">
      <label htmlFor={id}>{label(["排序", "Order"])}</label>
      <div className="report-filter">
        <Select<string>
          id={id}
          value={sort?.field ?? ""}
          onChange={(field) => onLayout({ sort: field ? { field, descending: sort?.descending ?? "0" } : null })}
          options={[
            { value: "", label: label(["按列表默认", "As the list"]) },
            ...entity.sorts.map((name) => ({ value: name, label: label(getField(entity, name)) })),
          ]}
        />
        <Checkbox
          checked={sort?.descending === "1"}
          disabled={!sort}
          onChange={({ target }) => sort && onLayout({ sort: { ...sort, descending: target.checked ? "1" : "0" } })}
        >
          {label(["倒序", "Descending"])}
        </Checkbox>
      </div>
    </div>
  );
}
