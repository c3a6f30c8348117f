import {
  type SummaryAnswer,
  type SummaryFigure,
  type SummaryRow,
  summaryBy,
  summaryFigures,
} from "@jipei/contract/home/summary.ts";
import type { InGroup } from "@jipei/contract/home/summary-links.ts";
import { sumDecimals } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { useFigureLinks } from "./figure-links.tsx";
import type { Asked } from "./summary-query.ts";
import { formatFigure } from "./summary-table.tsx";

interface Props {
  asked: Asked;
  figure: SummaryFigure;
  found: SummaryAnswer;
}

/** The values of a figure added up; money stays exact. */
function add(figure: SummaryFigure, rows: readonly SummaryRow[]): string | number {
  const values = rows.map((row) => row[figure]);
  return summaryFigures[figure].kind === "int"
    ? values.reduce<number>((sum, value) => sum + Number(value), 0)
    : sumDecimals(values);
}

/** One figure by two groups: a row for each of the one, a column for each of the other. */
export function CrossTable({ asked, figure, found: { records, sum, leastAttendance } }: Props) {
  const label = useLabel();
  const rows = Map.groupBy(records, (row) => row.groupKey);
  const columns = [...Map.groupBy(records, (row) => row.crossKey ?? "")].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const crossBy = asked.crossBy ?? "month";
  const links = useFigureLinks(asked, leastAttendance);
  const show = (groups: readonly InGroup[], value: string | number | null | undefined) =>
    links.show(figure, groups, value, formatFigure(figure, value));
  return (
    <>
      <FieldTable name={label(summaryFigures[figure])}>
        <caption>{label(summaryFigures[figure])}</caption>
        <thead>
          <tr>
            <th scope="col">{`${label(summaryBy.codes[asked.groupBy])} × ${label(summaryBy.codes[crossBy])}`}</th>
            {columns.map(([key, [first]]) => (
              <th key={key} scope="col" className="numeric">
                {label([first?.crossName ?? key, first?.crossNameEn ?? key])}
              </th>
            ))}
            <th scope="col" className="numeric">
              {label(["合计", "Total"])}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...rows].map(([key, of]) => (
            <tr key={key}>
              <th scope="row">{label([of[0]?.groupName ?? key, of[0]?.groupNameEn ?? key])}</th>
              {columns.map(([crossKey]) => {
                const cell = of.find((row) => (row.crossKey ?? "") === crossKey);
                return (
                  <td key={crossKey} className="numeric">
                    {cell
                      ? show(
                          [
                            { by: asked.groupBy, key },
                            { by: crossBy, key: crossKey },
                          ],
                          cell[figure],
                        )
                      : "—"}
                  </td>
                );
              })}
              <td className="numeric">{show([{ by: asked.groupBy, key }], add(figure, of))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{label(["合计", "Total"])}</th>
            {columns.map(([key, of]) => (
              <td key={key} className="numeric">
                {show([{ by: crossBy, key }], add(figure, of))}
              </td>
            ))}
            <td className="numeric">{show([], sum[figure])}</td>
          </tr>
        </tfoot>
      </FieldTable>
      {links.dialog}
    </>
  );
}
