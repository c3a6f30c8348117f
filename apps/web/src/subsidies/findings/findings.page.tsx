import { findingCalls, findingExport } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Finding } from "@jipei/contract/subsidies/finding.ts";
import type { FindingRow } from "@jipei/contract/subsidies/finding.ts";
import { Link } from "../../core/page/link.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { can } from "../../core/session/session.ts";
import { EvidenceLinks } from "../review/evidence/evidence-links.tsx";
import { useTexts } from "../texts.ts";
import { PassedRows } from "./passed-rows.tsx";

type ListedRow = FindingRow & { bizNo?: string | null; personName?: string | null };

/** Everything the automatic checks ever found, and the claims and classes it is about. */
export default function FindingsPage() {
  return (
    <CrudPage
      entity={Finding}
      calls={{ list: findingCalls.list, detail: findingCalls.detail, export: findingExport }}
      resource="valid_detail"
      columns={[
        { field: "ruleName", width: 140 },
        "severity",
        "isPass",
        {
          key: "bizNo",
          title: ["业务编号", "Number"],
          width: 136,
          render: (row: ListedRow) => <BusinessLink row={row} />,
        },
        { key: "personName", title: ["姓名", "Name"], width: 84, render: (row: ListedRow) => <Person row={row} /> },
        { field: "expectValue", width: 180 },
        { field: "actualValue", width: 140 },
        { field: "message", width: 240 },
        "isIgnored",
        "ruleCode",
        "runTime",
      ]}
      search={["ruleCode", "severity", "isPass", "isIgnored", "runTime", "bizType"]}
      card={["ruleName", "severity", "message"]}
      view={[
        "ruleCode",
        "ruleName",
        "severity",
        "isPass",
        "expectValue",
        "actualValue",
        "message",
        "isIgnored",
        "ignoreReason",
        "runNo",
        "runTime",
      ]}
      below={(row: FindingRow) =>
        row.passedRows === null ? <EvidenceLinks links={row.evidence} /> : <PassedRows finding={row} />
      }
    />
  );
}

/** Whom a finding is about; how many, where it stands for all who passed. */
function Person({ row }: { row: ListedRow }) {
  const t = useTexts();
  return row.passedRows === null ? (row.personName ?? "—") : t("findings.people", { n: row.passedRows });
}

function BusinessLink({ row }: { row: ListedRow }) {
  if (!row.bizNo) return "—";
  if (row.bizType === "class" && can("train_class_view"))
    return <Link to={`/class/detail/${row.bizId}`}>{row.bizNo}</Link>;
  if (row.bizType === "subsidyApply" && can("subsidy_apply_view"))
    return <Link to={`/subsidy/org/${row.bizId}`}>{row.bizNo}</Link>;
  if (row.bizType === "entSubsidyApply" && can("enterprise_subsidy_apply_view"))
    return <Link to={`/subsidy/ent/${row.bizId}`}>{row.bizNo}</Link>;
  return row.bizNo;
}
