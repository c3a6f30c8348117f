import {
  type SummaryFigure,
  type SummaryFigures,
  type SummaryRow,
  summaryBy,
  summaryFigures,
} from "@jipei/contract/home/summary.ts";
import { formatCount, formatMoney, formatPercent } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Link } from "../../core/page/link.ts";
import type { ParamChange } from "../../core/page/use-query-params.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { useOpenPaths } from "../use-open-paths.ts";
import { type Asked, figureNames, getLists, intoGroup, keyBefore } from "./summary-query.ts";

interface Answer {
  records: readonly SummaryRow[];
  sum: SummaryFigures;
}
interface Props {
  asked: Asked;
  found: Answer;
  /** The same of the year before. */
  before?: Answer;
  change: ParamChange;
}

export function formatFigure(name: SummaryFigure, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "—";
  if (name === "passRate" || name === "employRate") return formatPercent(value);
  return typeof value === "number" ? formatCount(value) : formatMoney(value);
}

/** A row for each group, a column for each figure; each figure leads to the rows that it counts. */
export function SummaryTable({ asked, found, before, change }: Props) {
  const label = useLabel();
  const opens = useOpenPaths();
  const isNamed = asked.groupBy !== "month";
  const figure = (
    name: SummaryFigure,
    row: SummaryRow | null,
    now: SummaryFigures,
    then: SummaryFigures | undefined,
  ) => {
    const text = formatFigure(name, now[name]);
    const to = text !== "0" && text !== "—" ? getLists(name, asked, row).find(opens) : undefined;
    return (
      <td key={name} className="numeric">
        {to ? <Link to={to}>{text}</Link> : text}
        {before && <small>{label(["上年 ", "before "]) + formatFigure(name, then?.[name])}</small>}
      </td>
    );
  };
  const beforeOf = (row: SummaryRow) =>
    before?.records.find(({ groupKey }) => groupKey === keyBefore(asked.groupBy, row.groupKey));
  return (
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
  );
}
