import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { fewestPeople } from "@jipei/contract/core/fewest-people.ts";
import { measureLabel } from "@jipei/contract/reports/measure-label.ts";
import { groupLabel, groupsOf } from "@jipei/contract/reports/report-fields.ts";
import type { Measure, PivotLayout } from "@jipei/contract/reports/report-layout.ts";
import type { PivotAnswer } from "@jipei/contract/reports/report-run.ts";
import { formatDecimal, formatFixed } from "../core/format/numbers.ts";
import { useLanguage, useLabel } from "../core/i18n/language.ts";
import { FieldTable } from "../core/ui/field-table.tsx";
import { Empty } from "../core/ui/states.tsx";

interface Props {
  entity: Entity;
  pivot: PivotLayout;
  found: PivotAnswer;
}

/** A figure as people read it: counts without decimals, averages with two. */
export function figureText(entity: Entity, { kind, field }: Measure, value: string | null | undefined): string {
  if (value === null || value === undefined) return "—";
  const scale = field ? (entity.fields as Readonly<Record<string, Field>>)[field]?.scale : 0;
  if (kind === "average") return formatFixed(value, 2);
  return kind === "sum" ? formatFixed(value, scale ?? 0) : formatDecimal(value, 0);
}

/** Figures by groups: rows of groups down the side, for each group across the top its measures. */
export function PivotTable({ entity, pivot, found }: Props) {
  const label = useLabel();
  const language = useLanguage();
  const { rows, columns, cells, rowTotals, columnTotals, totals, hidden, hiddenFigures } = found;
  const measures = pivot.measures;
  const isCrossed = pivot.columns.length > 0;
  const heads = pivot.rows.map((name) => {
    const group = groupsOf(entity).find((one) => one.name === name);
    return group ? label(groupLabel(entity, group)) : name;
  });
  const total = label(["合计", "Total"]);
  const across = isCrossed ? [...columns.map((column) => column[language].join(" ")), total] : [];
  const figures = (values: readonly (string | null)[] | undefined, key: string) =>
    measures.map((measure, index) => (
      <td key={`${key} ${index}`} className="numeric">
        {figureText(entity, measure, values?.[index])}
      </td>
    ));
  if (rows.length === 0 && hidden === 0) return <Empty text={label(["没有符合条件的数据", "No rows match"])} />;
  return (
    <>
      {rows.length > 0 && (
        <FieldTable name={label(["透视表", "Pivot table"])}>
          <thead>
            {isCrossed && (
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col" rowSpan={2}>
                    {head}
                  </th>
                ))}
                {across.map((name) => (
                  <th key={name} scope="colgroup" colSpan={measures.length} className="numeric">
                    {name}
                  </th>
                ))}
              </tr>
            )}
            <tr>
              {!isCrossed &&
                heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              {(isCrossed ? across : [total]).flatMap((name) =>
                measures.map((measure, index) => (
                  <th key={`${name} ${index}`} scope="col" className="numeric">
                    {label(measureLabel(entity, measure))}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.zh.join(" ")}>
                {row[language].map((word, index) => (
                  <th key={index} scope="row">
                    {word}
                  </th>
                ))}
                {isCrossed && columns.map((column, index) => figures(cells[at]?.[index], column.zh.join(" ")))}
                {figures(rowTotals[at], "total")}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={heads.length}>
                {total}
              </th>
              {isCrossed && columns.map((column, index) => figures(columnTotals[index], column.zh.join(" ")))}
              {figures(totals, "total")}
            </tr>
          </tfoot>
        </FieldTable>
      )}
      {hidden > 0 && (
        <p className="report-note">
          {label([
            `另有${hidden}个分组不足${fewestPeople}人，不予显示，也不计入合计`,
            `Groups of fewer than ${fewestPeople} people, neither shown nor counted in totals: ${hidden}`,
          ])}
        </p>
      )}
      {hiddenFigures > 0 && (
        <p className="report-note">
          {label([
            `另有${hiddenFigures}个数值由不足${fewestPeople}人得出，不予显示，也不计入合计`,
            `Figures of fewer than ${fewestPeople} people, neither shown nor counted in totals: ${hiddenFigures}`,
          ])}
        </p>
      )}
    </>
  );
}
