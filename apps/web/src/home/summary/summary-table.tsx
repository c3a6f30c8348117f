import {
  type SummaryAnswer,
  type SummaryFigure,
  type SummaryFigures,
  type SummaryRow,
  isRate,
  summaryBy,
  summaryFigures,
} from "@jipei/contract/home/summary.ts";
import { formatCount, formatMoney, formatPercent } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import type { ParamChange } from "../../core/page/use-query-params.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { useFigureLinks } from "./figure-links.tsx";
import { type Asked, figureNames, intoGroup, keyBefore } from "./summary-query.ts";

interface Props {
  asked: Asked;
  found: SummaryAnswer;
  /** The same of the year before. */
  before?: SummaryAnswer;
  change: ParamChange;
}

export function formatFigure(name: SummaryFigure, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "—";
  if (isRate(name)) return formatPercent(value);
  return typeof value === "number" ? formatCount(value) : formatMoney(value);
}

/** A row for each group, a column for each figure; each figure leads to the rows that it counts. */
export function SummaryTable({ asked, found, before, change }: Props) {
  const label = useLabel();
  const links = useFigureLinks(asked, found.leastAttendance);
  const isNamed = asked.groupBy !== "month";
  const figure = (
    name: SummaryFigure,
    row: SummaryRow | null,
    now: SummaryFigures,
    then: SummaryFigures | undefined,
  ) => {
    const groups = row ? [{ by: asked.groupBy, key: row.groupKey }] : [];
    return (
      <td key={name} className="numeric">
        {links.show(name, groups, now[name], formatFigure(name, now[name]))}
        {before && (
          <small>
            {links.show(
              name,
              groups.map(({ by, key }) => ({ by, key: keyBefore(by, key) })),
              then?.[name],
              label(["上年 ", "before "]) + formatFigure(name, then?.[name]),
              asked.year - 1,
            )}
          </small>
        )}
      </td>
    );
  };
  const beforeOf = (row: SummaryRow) =>
    before?.records.find(({ groupKey }) => groupKey === keyBefore(asked.groupBy, row.groupKey));
  return (
    <>
      <FieldTable name={label(["汇总", "Figures"])}>
        <thead>
          <tr>
            <th scope="col">{label(summaryBy.codes[asked.groupBy])}</th>
            {figureNames.map((name) => (
              <th key={name} scope="col" className="numeric">
                {label(summaryFigures[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.records.map((row) => (
            <tr key={row.groupKey}>
              <th scope="row">
                <button type="button" className="link-button" onClick={() => change(intoGroup(asked.groupBy, row))}>
                  {isNamed ? label([row.groupName, row.groupNameEn]) : row.groupKey}
                </button>
              </th>
              {figureNames.map((name) => figure(name, row, row, beforeOf(row)))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{label(["合计", "Total"])}</th>
            {figureNames.map((name) => figure(name, null, found.sum, before?.sum))}
          </tr>
        </tfoot>
      </FieldTable>
      {links.dialog}
    </>
  );
}
