import { Finding, type FindingRow } from "@jipei/contract/subsidies/finding.ts";
import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Table } from "antd";
import { useState } from "react";
import { usePageButtons } from "../../core/crud/page-buttons.ts";
import { useCall } from "../../core/api/use-call.ts";
import { valueIn } from "../../core/form/fields.ts";
import { useLabel, useLanguage } from "../../core/i18n/language.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { EvidenceLinks } from "../review/evidence/evidence-links.tsx";
import { useTexts } from "../texts.ts";

type Listed = FindingRow & { personName?: string | null };
const size = 20;

/** Everybody who passed a rule in a run, each with what was asked, what was found and its evidence. */
export function PassedRows({ finding: { bizType, bizId, runNo, ruleCode } }: { finding: FindingRow }) {
  const t = useTexts();
  const label = useLabel();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const rows = useCall(findingCalls.list, {
    bizType,
    bizId_equal: bizId,
    runNo_equal: runNo,
    ruleCode_equal: ruleCode,
    isPass: "1",
    current: page,
    size,
  });
  const itemRender = usePageButtons();
  const said = (name: "expectValue" | "actualValue" | "message") => ({
    title: label(Finding.fields[name]),
    key: name,
    render: (_: unknown, row: Listed) => String(valueIn(Finding, row, name, language) ?? "—"),
  });
  if (!rows.data) return <Unanswered queries={[rows]} rows={4} />;
  const { records, total } = rows.data;
  return (
    <Table<Listed>
      size="small"
      rowKey="id"
      dataSource={records}
      scroll={{ x: "max-content" }}
      pagination={{
        itemRender,
        current: page,
        pageSize: size,
        total,
        onChange: setPage,
        hideOnSinglePage: true,
        showSizeChanger: false,
      }}
      columns={[
        { title: t("findings.person"), dataIndex: "personName" },
        said("expectValue"),
        said("actualValue"),
        said("message"),
        {
          title: label(Finding.fields.evidence),
          key: "evidence",
          render: (_, row) => <EvidenceLinks links={row.evidence} />,
        },
      ]}
    />
  );
}
