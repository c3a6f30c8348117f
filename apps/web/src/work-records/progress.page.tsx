import { recordKind } from "@jipei/contract/work-records/filing-progress.ts";
import { WorkMonth, workMonthCalls, workMonthMachine } from "@jipei/contract/work-records/work-month.ts";
import { workPeriod } from "@jipei/contract/work-records/work-period.ts";
import { Select } from "antd";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { chinaToday } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { CloseMonth } from "./close-month.tsx";
import { lastMonth } from "./last-month.ts";
import { UnitTable } from "./unit-table.tsx";
import { YearTotals } from "./year-totals.tsx";
import "./progress.css";

type Kind = keyof typeof recordKind.codes;
type Period = keyof typeof workPeriod.codes;

/** The years that can be looked at: this one and the four before. */
const recentYears = () => Array.from({ length: 5 }, (_, n) => Number(chinaToday().slice(0, 4)) - n);

/** 填报进度: who has not filed for a period, the months that are closed, and what a year comes to. */
export default function ProgressPage() {
  const label = useLabel();
  const [kind, setKind] = useState<Kind>("train_work");
  const [{ workYear, workPeriod: period }, setPeriod] = useState(lastMonth);
  const kindLabel = label(["台账类型", "Kind of record"]);
  const yearLabel = label(["年度", "Year"]);
  const periodLabel = label(["期间", "Period"]);
  return (
    <div className="crud-page">
      <PageHeader
        title={label(["填报进度", "Filing progress"])}
        actions={
          <div className="progress-filters">
            <Select<Kind>
              aria-label={kindLabel}
              value={kind}
              onChange={setKind}
              options={(Object.keys(recordKind.codes) as Kind[]).map((value) => ({
                value,
                label: label(recordKind.codes[value]),
              }))}
            />
            <Select<number>
              aria-label={yearLabel}
              value={workYear}
              onChange={(next) => setPeriod({ workYear: next, workPeriod: period })}
              options={recentYears().map((value) => ({ value, label: String(value) }))}
            />
            <Select<Period>
              aria-label={periodLabel}
              value={period}
              onChange={(next) => setPeriod({ workYear, workPeriod: next })}
              options={(Object.keys(workPeriod.codes) as Period[]).map((value) => ({
                value,
                label: label(workPeriod.codes[value]),
              }))}
            />
          </div>
        }
      />
      <UnitTable key={`${kind} ${workYear} ${period}`} asked={{ kind, workYear, workPeriod: period }} />
      <YearTotals workYear={workYear} />
      <CrudPage
        embedded
        entity={WorkMonth}
        calls={{ list: workMonthCalls.list, export: workMonthCalls.export }}
        resource="work_month"
        heading={<h2 className="section-title">{label(["填报月份", "Reporting months"])}</h2>}
        columns={["workMonth", "workYear", "state", "closeName", "closeTime", "reopenReason"]}
        search={[]}
        card={["workMonth", "state", "closeTime"]}
        fixed={{ workYear }}
        machine={workMonthMachine}
        moves={{ reopen: workMonthCalls.reopen }}
        actions={() => <CloseMonth workYear={workYear} />}
      />
    </div>
  );
}
