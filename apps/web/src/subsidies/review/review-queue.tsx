import { bureauHome } from "@jipei/contract/home/home.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { bureauClaims } from "../claims/claim-calls.ts";
import { useCall } from "../../core/api/use-call.ts";
import { ChangeMark } from "./change-mark.tsx";
import { Waited } from "./waited.tsx";

/** A reviewer's queue: what waits, since when, with what the automatic check said. */
export function ReviewQueue({ status }: { status: "firstTrial" | "reTrial" }) {
  // Oldest first; the limit of a review is the bureau's.
  const home = useCall(bureauHome, undefined, { staleTime: 60_000 });
  return (
    <CrudPage
      entity={SubsidyApplication}
      calls={bureauClaims}
      resource="subsidy_apply"
      fixed={{ status }}
      columns={[
        { field: "applyNo", width: 148 },
        "orgName",
        { field: "className", width: 220 },
        "personCount",
        "applyAmount",
        {
          key: "waited",
          title: { zh: "已等待", en: "Waiting" },
          width: 132,
          render: (row) => (
            <Waited
              since={status === "firstTrial" ? row.commitTime : row.firstTime}
              overdueBefore={home.data?.overdueBefore}
            />
          ),
        },
        "trialResult",
        { field: "isChanged", width: 96, render: (row) => <ChangeMark row={row} /> },
        "commitTime",
        "subsidyKind",
        "level",
      ]}
      search={["applyNo", "orgName", "className", "subsidyKind", "level", "trialResult", "isChanged", "commitTime"]}
      card={["orgName", "trialResult", "applyAmount"]}
      open={(row) => `/subsidy/org/${row.id}`}
    />
  );
}
