import type { yearStatistics } from "@jipei/contract/home/bureau-home.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import type { ReactNode } from "react";
import { Link } from "../../core/page/link.ts";
import { formatCount, formatHours, formatMoney, formatPercent } from "../../core/format/numbers.ts";
import { useTexts } from "../texts.ts";
import { useOpenPaths } from "../use-open-paths.ts";

export type Statistics = NonNullable<(typeof yearStatistics)["output"]["$value"]>;
type Figures = Statistics["figures"];

/** The lists behind the figures, of the bureau and of an institution: a user's menu leads to one of them at most. */
const getLists = (year: number) => {
  const within = (field: string) => `${field}_dategt=${year}-01-01&${field}_datelt=${year}-12-31`;
  return {
    classes: [`/class/index?${within("startDate")}`, `/my/class?${within("startDate")}`],
    certificates: [`/cert/index?${within("issueDate")}`, `/my/cert?${within("issueDate")}`],
    employment: ["/class/employment", "/my/class/employment"],
    evaluations: ["/class/evaluation", "/my/class/evaluation"],
    claims: ["/subsidy/detail", "/my/subsidy/detail"],
    payments: [`/subsidy/pay?payStatus=3&${within("payDate")}`, `/my/subsidy?${within("payDate")}`],
  } satisfies Record<string, readonly PageLink[]>;
};

/** The figures of a year beside what was planned, and beside the whole year before as soon as that is known. */
export function YearFigures({ year, figures: f, before }: { year: number; figures: Figures; before?: Figures }) {
  const t = useTexts();
  const opens = useOpenPaths();
  const lists = getLists(year);
  const open = (links: readonly PageLink[]) => links.find(opens);
  /** A figure, and the same of the year before, written alike. */
  const of = <K extends keyof Figures>(name: K, format: (value: NonNullable<Figures[K]>) => string) => {
    const write = ({ [name]: value }: Figures) => (value == null ? "—" : format(value));
    return { value: write(f), before: before && t("figures.before", { year: year - 1, value: write(before) }) };
  };
  return (
    <dl className="figures">
      <Figure name={t("figures.classes")} {...of("classCount", formatCount)} to={open(lists.classes)} />
      <Figure
        name={t("figures.people")}
        {...of("personCount", formatCount)}
        note={t("figures.enrolments", { count: f.enrolCount, n: formatCount(f.enrolCount) })}
      >
        <More text={t("figures.keyGroups", { rate: formatPercent(f.keyGroupShare) })} />
      </Figure>
      <Figure
        name={t("figures.finished")}
        {...of("finishCount", formatCount)}
        note={t("figures.finishRate", { rate: formatPercent(f.finishRate) })}
      >
        <Progress
          rate={f.planRate}
          text={t("figures.plan", { rate: formatPercent(f.planRate), of: formatCount(f.planHeadcount) })}
        />
      </Figure>
      <Figure name={t("figures.attendance")} {...of("attendanceRate", formatPercent)} />
      <Figure
        name={t("figures.passRate")}
        {...of("passRate", formatPercent)}
        note={t("figures.passed", { passed: formatCount(f.passCount), of: formatCount(f.testCount) })}
      >
        <More text={t("figures.firstPassRate", { rate: formatPercent(f.firstPassRate) })} />
      </Figure>
      <Figure
        name={t("figures.certificates")}
        {...of("certCount", formatCount)}
        note={t("figures.highSkilled", { count: f.highSkilledNew, n: formatCount(f.highSkilledNew) })}
        to={open(lists.certificates)}
      />
      <Figure
        name={t("figures.employed")}
        {...of("employRate", formatPercent)}
        note={t("figures.verified", { rate: formatPercent(f.verifiedEmployRate) })}
        to={open(lists.employment)}
      />
      <Figure name={t("figures.startups")} {...of("startupRate", formatPercent)} />
      <Figure name={t("figures.satisfaction")} {...of("avgScore", String)} to={open(lists.evaluations)} />
      <Figure
        name={t("figures.claimed")}
        {...of("applyAmount", formatMoney)}
        note={t("figures.approved", { amount: formatMoney(f.approvedAmount) })}
        to={open(lists.claims)}
      />
      <Figure name={t("figures.reviewDays")} {...of("reviewDays", formatHours)} />
      <Figure name={t("figures.backRate")} {...of("backRate", formatPercent)} />
      {f.highRiskInjury != null && <Figure name={t("figures.injuries")} {...of("highRiskInjury", formatCount)} />}
      <Figure
        wide
        name={t("figures.paid")}
        {...of("paidAmount", formatMoney)}
        note={
          f.perCapita
            ? t("figures.payments", { count: f.paidCount, n: formatCount(f.paidCount), each: formatMoney(f.perCapita) })
            : undefined
        }
        to={open(lists.payments)}
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

interface FigureProps {
  name: string;
  value: string;
  /** The same of the year before; its line is there before it is known. */
  before?: string;
  note?: string;
  wide?: boolean;
  /** The list that it counts. */
  to?: PageLink;
  children?: ReactNode;
}

function Figure({ name, value, before, note, wide, to, children }: FigureProps) {
  return (
    <div className={wide ? "figure wide" : "figure"}>
      <dt>{name}</dt>
      <dd>
        <strong>{to ? <Link to={to}>{value}</Link> : value}</strong>
        <span className="unit">{before ?? "\u00a0"}</span>
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
