import { submittedClaims, submittedClaimsExport } from "@jipei/contract/subsidies/payment-list.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { getReviewPage } from "../review/review-link.ts";
import { kindColumn } from "./claim-kind.tsx";

/** 补贴申请 of institutions and enterprises in every state, for the bureau to look up. */
export default function SubmittedClaimsPage() {
  return (
    <CrudPage
      entity={SubsidyApplication}
      calls={{ list: submittedClaims, export: submittedClaimsExport }}
      resource="subsidy_apply"
      columns={[
        { field: "applyNo", width: 148 },
        { field: "orgName", width: 150 },
        { field: "className", width: 160 },
        "status",
        "payStatus",
        "personCount",
        { field: "applyAmount", title: ["申请（元）", "Claimed (yuan)"] },
        { field: "approvedAmount", title: ["核定（元）", "Approved (yuan)"] },
        { field: "payAmount", title: ["拨付（元）", "Paid (yuan)"] },
        "unitSide",
        kindColumn,
        "commitTime",
        "reTime",
        "payDate",
      ]}
      search={[
        "applyNo",
        "orgName",
        "unitSide",
        "className",
        "subsidyKind",
        "status",
        "payStatus",
        "commitTime",
        "reTime",
        "payDate",
      ]}
      card={["orgName", "status", "applyAmount"]}
      open={(row) => getReviewPage({ side: row.unitSide, applyId: row.id })}
    />
  );
}
