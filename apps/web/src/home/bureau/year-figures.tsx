import type { yearStatistics } from "@jipei/contract/home/home.ts";
import type { ReactNode } from "react";
import { formatCount, formatHours, formatMoney, formatPercent } from "../../core/format/numbers.ts";
import { useTexts } from "../texts.ts";

export type Statistics = NonNullable<(typeof yearStatistics)["output"]["$value"]>;

/** Two decimals always; «—» where there is nothing to divide by (rules: never 0 %). */

/** The figures of a year beside what was planned. */
export function YearFigures({ figures }: { figures: Statistics["figures"] }) {
  const t = useTexts();
  const f = figures;
  return (
    <dl className="figures">
      <Figure name={t("figures.classes")} value={formatCount(f.classCount)} />
      <Figure
        name={t("figures.people")}
        value={formatCount(f.personCount)}
        note={t("figures.enrolments", { count: f.enrolCount, n: formatCount(f.enrolCount) })}
      >
        <More text={t("figures.keyGroups", { rate: formatPercent(f.keyGroupShare) })} />
      </Figure>
      <Figure
        name={t("figures.finished")}
        value={formatCount(f.finishCount)}
        note={t("figures.finishRate", { rate: formatPercent(f.finishRate) })}
      >
        <Progress
          rate={f.planRate}
          text={t("figures.plan", { rate: formatPercent(f.planRate), of: formatCount(f.planHeadcount) })}
        />
      </Figure>
      <Figure name={t("figures.attendance")} value={formatPercent(f.attendanceRate)} />
      <Figure
        name={t("figures.passRate")}
        value={formatPercent(f.passRate)}
        note={t("figures.passed", { passed: formatCount(f.passCount), of: formatCount(f.testCount) })}
      >
        <More text={t("figures.firstPassRate", { rate: formatPercent(f.firstPassRate) })} />
      </Figure>
      <Figure
        name={t("figures.certificates")}
        value={formatCount(f.certCount)}
        note={t("figures.highSkilled", { count: f.highSkilledNew, n: formatCount(f.highSkilledNew) })}
      />
      <Figure
        wide
        name={t("figures.claimed")}
        value={formatMoney(f.applyAmount)}
        note={t("figures.approved", { amount: formatMoney(f.approvedAmount) })}
      />
      <Figure name={t("figures.reviewDays")} value={f.reviewDays == null ? "—" : formatHours(f.reviewDays)} />
      <Figure name={t("figures.backRate")} value={formatPercent(f.backRate)} />
      <Figure
        wide
        name={t("figures.paid")}
        value={formatMoney(f.paidAmount)}
        note={
          f.perCapita
            ? t("figures.payments", { count: f.paidCount, n: formatCount(f.paidCount), each: formatMoney(f.perCapita) })
            : undefined
        }
      >
        {f.budgetAmount != null && (
          <Progress
            rate={f.budgetUse}
            text={t("figures.budget", { rate: formatPercent(f.budgetUse), of: formatMoney(f.budgetAmount) })}
          />
        )}
      </Figure>
    </dl>
  );
}

function Figure({
  name,
  value,
  note,
  wide,
  children,
}: {
  name: string;
  value: string;
  note?: string;
  wide?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={wide ? "figure wide" : "figure"}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <span className="unit">{note}</span>}
        {children}
      </dd>
    </div>
  );
}

/** A second figure of the same people. */
const More = ({ text }: { text: string }) => <span className="unit figure-more">{text}</span>;

/** How much of a plan is done; nothing is decided by the bar. */
function Progress({ rate, text }: { rate: string | null | undefined; text: string }) {
  return (
    <span className="progress">
      <span className="progress-track" aria-hidden="true">
        <span className="progress-fill" style={{ inlineSize: `${Math.min(100, Number(rate ?? 0))}%` }} />
      </span>
      <span className="unit">{text}</span>
    </span>
  );
}
