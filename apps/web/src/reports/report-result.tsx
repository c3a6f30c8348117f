import { dataSets } from "@jipei/contract/reports/data-sets.ts";
import type { DataSetName, ReportKind } from "@jipei/contract/reports/report-codes.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { useState } from "react";
import { useCall } from "../core/api/use-call.ts";
import { Loaded } from "../core/ui/states.tsx";
import { type AskedValues, askedList } from "./asked-form.tsx";
import { PivotChart } from "./pivot-chart.tsx";
import { PivotTable } from "./pivot-table.tsx";
import { RowsTable } from "./rows-table.tsx";

interface Props {
  kind: ReportKind;
  dataSet: DataSetName;
  layout: ReportLayout;
  /** The saved report; null while it is designed. */
  id: string | null;
  asked: AskedValues;
  /** The first rows alone. */
  isPreview?: boolean;
}

/** What a report shows to whoever looks: rows, or the figures of a pivot table with their chart. */
export function ReportResult(props: Props) {
  return props.kind === "pivot" ? <Figures {...props} /> : <Rows {...props} />;
}

const which = ({ id, kind, dataSet, layout, asked }: Props) =>
  id ? { id, asked: askedList(asked) } : { draft: { kind, dataSet, layout } };
const previewed = 8;

function Rows(props: Props) {
  const { dataSet, layout, isPreview } = props;
  const [page, setPage] = useState({ current: 1, size: isPreview ? previewed : 20 });
  const found = useCall(runCalls.run, { ...which(props), ...page }, { keepPrevious: true });
  return (
    <Loaded query={found}>
      {(answer) => (
        <RowsTable
          entity={dataSets[dataSet].entity}
          columns={layout.columns}
          found={answer}
          {...(!isPreview && { onPage: (current: number, size: number) => setPage({ current, size }) })}
        />
      )}
    </Loaded>
  );
}

function Figures(props: Props) {
  const { dataSet, layout } = props;
  const found = useCall(runCalls.pivot, which(props), { keepPrevious: true });
  const { entity } = dataSets[dataSet];
  const { pivot } = layout;
  return (
    <Loaded query={found}>
      {(answer) =>
        pivot && (
          <>
            <PivotChart entity={entity} pivot={pivot} found={answer} />
            <PivotTable entity={entity} pivot={pivot} found={answer} />
          </>
        )
      }
    </Loaded>
  );
}
