import { summaryCalls, summaryFigures } from "@jipei/contract/home/summary.ts";
import { useCall } from "../../core/api/use-call.ts";
import { ExportButton } from "../../core/files/export-button.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { CrossTable } from "./cross-table.tsx";
import { definitions } from "./definitions.ts";
import { SummaryChart } from "./summary-chart.tsx";
import { SummaryControls } from "./summary-controls.tsx";
import { figureNames, useSummaryQuery } from "./summary-query.ts";
import { SummaryTable } from "./summary-table.tsx";

/** 汇总查询: the figures of a period by groups, also by two at once, beside the year before, as table, chart and workbook. */
export default function SummaryPage() {
  const label = useLabel();
  const { asked, figure, compares, change } = useSummaryQuery();
  const query = useCall(summaryCalls.list, asked);
  const before = useCall(
    summaryCalls.list,
    { ...asked, year: asked.year - 1 },
    { enabled: compares && !asked.crossBy },
  );
  return (
    <div className="summary-page">
      <PageHeader
        title={label(["汇总查询", "Summary"])}
        actions={<ExportButton call={summaryCalls.export} params={{ ...asked }} />}
      />
      <SummaryControls asked={asked} figure={figure} compares={compares} change={change} />
      <Loaded query={query} rows={10}>
        {(found) =>
          found.records.length === 0 ? (
            <Empty text={label(["所选期间没有数据", "Nothing in this period"])} />
          ) : (
            <>
              {asked.crossBy ? (
                <CrossTable asked={asked} figure={figure} found={found} />
              ) : (
                <>
                  <SummaryTable
                    asked={asked}
                    found={found}
                    before={compares ? before.data : undefined}
                    change={change}
                  />
                  <SummaryChart asked={asked} figure={figure} records={found.records} />
                </>
              )}
            </>
          )
        }
      </Loaded>
      <details className="summary-definitions">
        <summary>{label(["指标口径", "How it is counted"])}</summary>
        <dl>
          {figureNames.map((name) => (
            <div key={name}>
              <dt>{label(summaryFigures[name])}</dt>
              <dd>{label(definitions[name])}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
