import { certKind, level, trainKind } from "@jipei/contract/core/fields/codes.ts";
import { BarTable } from "../../core/chart/bar-table.tsx";
import { ColumnChart } from "../../core/chart/column-chart.tsx";
import { chinaToday, getMonth } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { formatCount, formatMoney } from "../../core/format/numbers.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { Empty } from "../../core/ui/states.tsx";
import { useTexts } from "../texts.ts";
import type { Statistics } from "./year-figures.tsx";

/** Values are drawn as numbers and written as their exact texts. */
const people = (values: readonly number[]) => ({ values, texts: values.map(formatCount) });
const money = (values: readonly string[]) => ({ values: values.map(Number), texts: values.map(formatMoney) });
/** Months that have not come yet have no figures, not none. */
const past = ({ year, months }: Statistics) =>
  months.filter(({ month }) => `${year}-${String(month).padStart(2, "0")}` <= chinaToday().slice(0, 7));
const monthNames = ({ months, year }: Statistics) =>
  months.map(({ month }) => getMonth(`${year}-${String(month).padStart(2, "0")}-01`));

/** Twelve months: who began, who finished, who was certified. */
export function PeopleByMonth({ found, height }: { found: Statistics; height?: number }) {
  const t = useTexts();
  const { year } = found;
  const months = past(found);
  return (
    <ColumnChart
      title={t("charts.people", { year })}
      head={t("charts.month")}
      height={height}
      labels={monthNames(found)}
      series={[
        { name: t("charts.enrolled"), tone: "people", ...people(months.map((row) => row.enrolCount)) },
        { name: t("figures.finished"), tone: "done", ...people(months.map((row) => row.finishCount)) },
        { name: t("figures.certificates"), tone: "proof", kind: "line", ...people(months.map((row) => row.certCount)) },
      ]}
    />
  );
}

export function MoneyByMonth({ found, height }: { found: Statistics; height?: number }) {
  const t = useTexts();
  return (
    <ColumnChart
      title={t("charts.money", { year: found.year })}
      head={t("charts.month")}
      height={height}
      labels={monthNames(found)}
      series={[{ name: t("charts.paid"), tone: "money", ...money(past(found).map((row) => row.paidAmount)) }]}
    />
  );
}

export function ByKind({ found: { kinds } }: { found: Statistics }) {
  const t = useTexts();
  const text = useCodeText();
  if (kinds.length === 0) return <Empty text={t("charts.none")} />;
  return (
    <BarTable
      title={t("charts.kinds")}
      head={t("charts.kind")}
      labels={kinds.map((row) => text(trainKind, row.trainKind))}
      columns={[
        { name: t("charts.enrolled"), tone: "people", ...people(kinds.map((row) => row.enrolCount)) },
        { name: t("figures.classes"), tone: "done", ...people(kinds.map((row) => row.classCount)) },
      ]}
    />
  );
}

export function ByLevel({ found: { levels } }: { found: Statistics }) {
  const t = useTexts();
  const text = useCodeText();
  if (levels.length === 0) return <Empty text={t("charts.none")} />;
  return (
    <BarTable
      title={t("charts.levels")}
      head={t("charts.level")}
      labels={levels.map((row) => text(level, row.level))}
      columns={[
        { name: t("charts.enrolled"), tone: "people", ...people(levels.map((row) => row.enrolCount)) },
        { name: t("figures.certificates"), tone: "proof", ...people(levels.map((row) => row.certCount)) },
      ]}
    />
  );
}

export function ByCertificate({ found: { certKinds } }: { found: Statistics }) {
  const t = useTexts();
  const text = useCodeText();
  if (certKinds.length === 0) return null;
  return (
    <BarTable
      title={t("charts.certKinds")}
      head={t("charts.certKind")}
      labels={certKinds.map((row) => text(certKind, row.certKind))}
      columns={[{ name: t("figures.certificates"), tone: "proof", ...people(certKinds.map((row) => row.certCount)) }]}
    />
  );
}

export function ByOrganisation({ found: { organisations } }: { found: Statistics }) {
  const t = useTexts();
  const label = useLabel();
  if (organisations.length === 0) return null;
  return (
    <BarTable
      title={t("charts.organisations")}
      head={label(["机构", "Institution"])}
      labels={organisations.map((row) => row.orgName)}
      columns={[
        { name: t("charts.enrolled"), tone: "people", ...people(organisations.map((row) => row.enrolCount)) },
        { name: t("charts.paid"), tone: "money", ...money(organisations.map((row) => row.paidAmount)) },
      ]}
    />
  );
}
