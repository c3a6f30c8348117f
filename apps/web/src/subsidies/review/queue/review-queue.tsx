import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { CrudPage } from "../../../core/crud/crud-page.tsx";
import { bureauClaims } from "../../claims/claim-calls.ts";
import { queueColumns } from "./queue-columns.tsx";

/** A reviewer's queue: what waits, since when, with what the automatic check said. */
export function ReviewQueue({ status }: { status: "firstTrial" | "reTrial" }) {
  return (
    <CrudPage
      entity={SubsidyApplication}
      calls={bureauClaims}
      resource="subsidy_apply"
      fixed={{ status }}
      columns={[{ field: "applyNo", width: 148 }, "orgName", ...queueColumns(status)]}
      search={["applyNo", "orgName", "className", "subsidyKind", "level", "trialResult", "isChanged", "commitTime"]}
      card={["orgName", "trialResult", "applyAmount"]}
      open={(row) => `/subsidy/org/${row.id}`}
    />
  );
}
