import { dataSets } from "@jipei/contract/reports/data-sets.ts";
import { type DataSetName, dataSetList } from "@jipei/contract/reports/report-codes.ts";
import { reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { useParams } from "react-router";
import { useCall } from "../core/api/use-call.ts";
import { useLabel } from "../core/i18n/language.ts";
import { useTabTitle } from "../core/page/tab-title.ts";
import { mayCall } from "../core/session/may-call.ts";
import { useSession } from "../core/session/session.ts";
import { Empty, Loaded } from "../core/ui/states.tsx";
import { designOf, newDesign } from "./design-state.ts";
import { Designer } from "./designer.tsx";
import "./reports.css";

/** The design of a report, new or there already. */
export default function ReportDesignPage() {
  const { id = "" } = useParams();
  const label = useLabel();
  const session = useSession();
  const open = (Object.keys(dataSetList.codes) as DataSetName[]).filter((name) =>
    mayCall(dataSets[name].list, session),
  );
  const [first] = open;
  if (!first) return <Empty text={label(["没有可用的数据集", "There is no data set that you may read"])} />;
  return id === "new" ? (
    <Designer start={newDesign(first)} dataSets={open} savedName={null} />
  ) : (
    <SavedReport id={id} open={open} />
  );
}

function SavedReport({ id, open }: { id: string; open: readonly DataSetName[] }) {
  const label = useLabel();
  const report = useCall(calls.detail, { id });
  const { name, nameEn } = report.data ?? {};
  useTabTitle(name && label([`设计 ${name}`, `Design ${nameEn || name}`]));
  return (
    <Loaded query={report}>
      {(row) => (
        <Designer
          key={`${row.id} ${row.version}`}
          start={designOf(row)}
          dataSets={open}
          savedName={row.templateName ?? null}
        />
      )}
    </Loaded>
  );
}
