import type { yearStatistics } from "@jipei/contract/home/bureau-home.ts";
import type { CountedRows } from "@jipei/contract/home/counted-rows.ts";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { formatCount, formatHours, formatMoney, formatPercent } from "../../core/format/numbers.ts";
import { Link } from "../../core/page/link.ts";
import { getViewer, useSession } from "../../core/session/session.ts";
import { findOpenLists, isWhole } from "../summary/open-lists.ts";
import { useTexts } from "../texts.ts";
import { useOpenPaths } from "../use-open-paths.ts";

export type Statistics = NonNullable<(typeof yearStatistics)["output"]["$value"]>;
type Figures = Statistics["figures"];

const ListChoice = lazy(() => import("../summary/list-choice.tsx"));

/** The figures of a year beside what was planned, and beside the whole year before as soon as that is known. */
export function YearFigures({ found: { year, figures: f, lists }, before }: { found: Statistics; before?: Figures }) {
  const t = useTexts();
  /** A figure, and the same of the year before, written alike. */
  const of = <K extends keyof Figures>(name: K, format: (value: NonNullable<Figures[K]>) => string) => {
    const write = ({ [name]: value }: Figures) => (value == null ? "—" : format(value));
    return { value: write(f), before: before && t("figures.before", { year: year - 1, value: write(before) }) };
  };
  return (
    <dl className="figures">
      <Figure name={t("figures.classes")} {...of("classCount", formatCount)} lists={lists.classCount} />
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
        lists={lists.certCount}
      />
      <Figure
        name={t("figures.employed")}
        {...of("employRate", formatPercent)}
        note={t("figures.verified", { rate: formatPercent(f.verifiedEmployRate) })}
        lists={f.employRate == null ? undefined : lists.employRate}
      />
      <Figure name={t("figures.startups")} {...of("startupRate", formatPercent)} />
      <Figure name={t("figures.satisfaction")} {...of("avgScore", String)} />
      <Figure
        name={t("figures.claimed")}
        {...of("applyAmount", formatMoney)}
        note={t("figures.approved", { amount: formatMoney(f.approvedAmount) })}
        lists={lists.applyAmount}
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
        lists={lists.paidAmount}
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
  /** The rows that it counts. */
  lists?: readonly CountedRows[];
  children?: ReactNode;
}

function Figure({ name, value, before, note, wide, lists, children }: FigureProps) {
  return (
    <div className={wide ? "figure wide" : "figure"}>
      <dt>{name}</dt>
      <dd>
        <strong>{lists ? <Leading name={name} value={value} lists={lists} /> : value}</strong>
        <span className="unit">{before ?? "\u00a0"}</span>
        {note && <span className="unit">{note}</span>}
        {children}
      </dd>
    </div>
  );
}

/** A figure that leads to the list with the rows it counts, or to the question which of several; where the menu has none, nowhere. */
function Leading({ name, value, lists }: { name: string; value: string; lists: readonly CountedRows[] }) {
  const opens = useOpenPaths();
  const isOfOneSide = getViewer(useSession()).audience !== "bureau";
  const [asks, setAsks] = useState(false);
  const open = findOpenLists(lists, opens);
  const [first] = open;
  if (!first) return value;
  if (isWhole(first, isOfOneSide)) return <Link to={first.link}>{value}</Link>;
  return (
    <>
      <button type="button" className="link-button" onClick={() => setAsks(true)}>
        {value}
      </button>
      {asks && (
        <Suspense>
          <ListChoice title={`${name} ${value}`} lists={open} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </>
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
