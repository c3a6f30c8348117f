import { filingTotals, periodSpan, recordKind } from "@jipei/contract/work-records/filing-progress.ts";
import { useCall } from "../core/api/use-call.ts";
import { formatCount, formatMoney } from "../core/format/numbers.ts";
import { useLabel } from "../core/i18n/language.ts";
import { FieldTable } from "../core/ui/field-table.tsx";

/** 年度汇总: what the completed records of a year come to. */
export function YearTotals({ workYear }: { workYear: number }) {
  const label = useLabel();
  const { data = [] } = useCall(filingTotals, { workYear }, { summary: true });
  const title = label([`${workYear}年已完成台账汇总`, `Completed records of ${workYear}`]);
  if (data.length === 0) return null;
  return (
    <section>
      <h2 className="section-title">{title}</h2>
      <FieldTable name={title}>
        <thead>
          <tr>
            <th>{label(["台账类型", "Kind of record"])}</th>
            <th>{label(["期间类型", "Kind of period"])}</th>
            <th>{label(["单位数", "Units"])}</th>
            <th>{label(["份数", "Records"])}</th>
            <th>{label(["结业人次", "Finished"])}</th>
            <th>{label(["合格人数", "Passed"])}</th>
            <th>{label(["取证人数", "Certified"])}</th>
            <th>{label(["补贴金额（元）", "Subsidies (yuan)"])}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={`${row.kind} ${row.span}`}>
              <th scope="row">{label(recordKind.codes[row.kind])}</th>
              <td>{label(periodSpan.codes[row.span])}</td>
              {[row.unitCount, row.recordCount, row.finishedCount, row.passCount, row.certCount].map((count, place) => (
                <td key={place} className="numeric">
                  {formatCount(count)}
                </td>
              ))}
              <td className="numeric">{formatMoney(row.subsidyAmount)}</td>
            </tr>
          ))}
        </tbody>
      </FieldTable>
    </section>
  );
}
