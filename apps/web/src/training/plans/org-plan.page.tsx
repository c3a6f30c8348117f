import { OrganisationPlan, organisationPlanCalls as calls } from "@jipei/contract/training/organisation-plan.ts";
import { organisationPlanMachine } from "@jipei/contract/training/organisation-plan.machine.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { Share } from "../class/share.tsx";
import { plans } from "../sources.ts";

interface Row {
  headcount: number;
  usedHeadcount: number | null;
}
export const usedColumn = {
  field: "usedHeadcount",
  title: ["已开班 / 计划人数", "In classes / planned"],
  width: 190,
  render: (row: Row) => <Share used={row.usedHeadcount} of={row.headcount} />,
} as const;

/** What institutions declare under the plans: the bureau decides, what waits stands first. */
export default function OrgPlanPage() {
  return (
    <CrudPage
      entity={OrganisationPlan}
      calls={{ list: calls.usedByManage, detail: calls.detail, export: calls.export }}
      resource="org_plan"
      columns={[
        { field: "orgPlanNo", width: 148 },
        "orgName",
        "confirmStatus",
        "courseName",
        "level",
        usedColumn,
        "planName",
        "startDate",
        "endDate",
        "commitTime",
      ]}
      search={["orgName", "planId", "planYear", "courseName", "level", "trainKind", "confirmStatus"]}
      card={["orgName", "confirmStatus", "courseName", "headcount"]}
      refs={{ planId: plans }}
      queue={{ waits: (row) => row.confirmStatus === "unConfirm", since: "commitTime" }}
      machine={organisationPlanMachine}
      moves={{
        confirm: calls.confirm,
        back: calls.back,
        invalidate: calls.invalidate,
        invalidateApproved: calls.invalidate,
      }}
    />
  );
}
