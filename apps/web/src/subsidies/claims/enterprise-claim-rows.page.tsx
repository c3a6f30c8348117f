import { enterpriseLineCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { EnterpriseSubsidyLine } from "@jipei/contract/subsidies/enterprise-subsidy-line.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { Payable } from "../payment/payable.tsx";
import "../subsidies.css";

/** Rows of all claims of the own enterprise. */
export default function EnterpriseClaimRowsPage() {
  return (
    <CrudPage
      entity={EnterpriseSubsidyLine}
      calls={{ list: calls.list, detail: calls.detail, export: calls.export }}
      resource="enterprise_subsidy_apply_detail"
      columns={[
        "applyNo",
        "name",
        "idNumber",
        "detailStatus",
        {
          field: "payableAmount",
          title: ["应补金额（元）", "Payable (yuan)"],
          width: 148,
          total: false,
          render: (row) => <Payable line={row} />,
        },
        { field: "applyAmount", title: ["申请金额（元）", "Claimed (yuan)"] },
        { field: "approvedAmount", title: ["核定金额（元）", "Approved (yuan)"] },
        "level",
        "certNo",
        "certIssueDate",
        "attendanceRate",
        "trialResult",
      ]}
      search={["applyNo", "name", "idNumber", "level", "detailStatus", "trialResult", "certIssueDate"]}
      card={["name", "detailStatus", "applyAmount"]}
    />
  );
}
