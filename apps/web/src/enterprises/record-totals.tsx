import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { useCall } from "../core/api/use-call.ts";
import { Money } from "../core/format/money.tsx";
import { formatCount } from "../core/format/numbers.ts";
import { useLabel } from "../core/i18n/language.ts";

/** Sums over everything the filters let through. */
export function RecordTotals({ params }: { params: Readonly<Record<string, unknown>> }) {
  const label = useLabel();
  const { data } = useCall(enterpriseTotalCalls.total, params, { keepPrevious: true });
  if (!data) return null;
  return (
    <span className="numeric">
      {label([
        `企业${formatCount(data.entCount)}家，已培训${formatCount(data.trainedCount)}人次，取证${formatCount(data.certCount)}人，已拨付`,
        `Enterprises: ${formatCount(data.entCount)}, trainings: ${formatCount(data.trainedCount)}, certified: ${formatCount(data.certCount)}, paid:`,
      ])}{" "}
      <Money value={data.subsidyAmount} strong />
    </span>
  );
}
