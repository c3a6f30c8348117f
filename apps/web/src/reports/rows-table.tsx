import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { RowsAnswer } from "@jipei/contract/reports/report-run.ts";
import { Pagination } from "antd";
import { usePageButtons } from "../core/crud/page-buttons.ts";
import { FieldValue, useFieldText } from "../core/form/field-value.tsx";
import { formatCount, getUnit } from "../core/format/numbers.ts";
import { useLabel } from "../core/i18n/language.ts";
import { FieldTable } from "../core/ui/field-table.tsx";
import { Empty } from "../core/ui/states.tsx";

interface Props {
  entity: Entity;
  columns: readonly string[];
  found: RowsAnswer;
  /** Left out: the first rows alone. */
  onPage?: (current: number, size: number) => void;
}

/** Characters up to which a text is a number or a code, which is not broken. */
const longest = 30;
function classOf({ kind, name, length = 0 }: Field): string | undefined {
  if ((kind === "int" && !name) || kind === "decimal") return "numeric";
  return kind === "text" && length > longest ? undefined : "whole";
}

/** The rows of a report with sums below. */
export function RowsTable({ entity, columns, found: { records, sums, total, current, size }, onPage }: Props) {
  const label = useLabel();
  const getText = useFieldText();
  const itemRender = usePageButtons();
  const fields = columns.flatMap((name): [string, Field][] => {
    const field = (entity.fields as Readonly<Record<string, Field>>)[name];
    return field ? [[name, field]] : [];
  });
  if (total === 0) return <Empty text={label(["没有符合条件的数据", "No rows match"])} />;
  const isSummed = (name: string, field: Field) => Object.hasOwn(sums, name) && getUnit(field) !== "%";
  const hasSums = fields.some(([name, field]) => isSummed(name, field));
  return (
    <div className="report-rows">
      <FieldTable name={label(["报表数据", "Rows of the report"])}>
        <thead>
          <tr>
            {fields.map(([name, field]) => (
              <th key={name} scope="col" className={classOf(field)}>
                {label(field)}
                {getUnit(field) && <small>{getUnit(field)}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((row, index) => (
            <tr key={index}>
              {fields.map(([name, field]) => (
                <td key={name} className={classOf(field)}>
                  <FieldValue field={field} value={row[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasSums && (
          <tfoot>
            <tr>
              {fields.map(([name, field], index) => {
                const text = isSummed(name, field)
                  ? getText({ ...field, kind: "decimal", scale: field.scale ?? 0 }, sums[name])
                  : "";
                return index === 0 && !text ? (
                  <th key={name} scope="row">
                    {label(["合计", "Total"])}
                  </th>
                ) : (
                  <td key={name} className="numeric">
                    {text}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        )}
      </FieldTable>
      {onPage ? (
        <Pagination
          current={current}
          pageSize={size}
          total={total}
          size="small"
          itemRender={itemRender}
          showSizeChanger={total > 20}
          showTotal={(n) => label([`共${formatCount(n)}条`, `${formatCount(n)} rows`])}
          onChange={onPage}
        />
      ) : (
        <p className="report-note">
          {label([
            `共${formatCount(total)}条，此处显示前${records.length}条`,
            `${formatCount(total)} rows, the first ${records.length} shown`,
          ])}
        </p>
      )}
    </div>
  );
}
