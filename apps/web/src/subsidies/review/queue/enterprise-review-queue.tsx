import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import { CrudPage } from "../../../core/crud/crud-page.tsx";
import { queueColumns } from "./queue-columns.tsx";

/** A reviewer's queue of claims of enterprises: what waits, since when, with what the automatic check said. */
export function EnterpriseReviewQueue({ status }: { status: "firstTrial" | "reTrial" }) {
  return (
    <CrudPage
      entity={EnterpriseSubsidyApplication}
      calls={{ list: calls.list, export: calls.export }}
      resource="enterprise_subsidy_apply"
      fixed={{ status }}
      columns={[{ field: "applyNo", width: 148 }, "entName", ...queueColumns(status)]}
      search={[
        "applyNo",
        "entName",
        "className",
        "subsidyKind",
        "isAdvance",
        "level",
        "trialResult",
        "isChanged",
        "commitTime",
      ]}
      card={["entName", "trialResult", "applyAmount"]}
      open={(row) => `/subsidy/ent/${row.id}`}
    />
  );
}
