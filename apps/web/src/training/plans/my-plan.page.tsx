import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { OrganisationPlan, organisationPlanCalls as calls } from "@jipei/contract/training/organisation-plan.ts";
import { organisationPlanMachine } from "@jipei/contract/training/organisation-plan.machine.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { OpenPlans } from "./open-plans.tsx";
import { usedColumn } from "./org-plan.page.tsx";
import { CatalogueCourse } from "../class/form/course-control.tsx";
import { releasedPlans } from "../sources.ts";
import { submitted } from "../submitted.ts";

/** Plans open for declarations, and what the institution has declared. */
export default function MyPlanPage() {
  return (
    <CrudPage
      entity={OrganisationPlan}
      calls={{
        list: calls.usedByOrg,
        detail: calls.detail,
        submit: calls.submit,
        remove: calls.remove,
        export: calls.export,
      }}
      resource="org_plan"
      columns={[
        { field: "orgPlanNo", width: 148 },
        "courseName",
        "level",
        "confirmStatus",
        usedColumn,
        { field: "planName", width: 250 },
        "classCount",
        "startDate",
        "endDate",
        "backReason",
      ]}
      search={["planId", "planYear", "courseName", "level", "confirmStatus"]}
      card={["courseName", "confirmStatus", "planName", "headcount"]}
      form={["planId", "courseId", "headcount", "classCount", "startDate", "endDate", "trainPlace", "feeStandard"]}
      refs={{ planId: releasedPlans }}
      controls={{ courseId: CatalogueCourse }}
      machine={organisationPlanMachine}
      moves={{ commit: calls.commit, invalidate: calls.invalidate }}
      frozen={(row) => (leadsFrom(organisationPlanMachine, "commit", row.confirmStatus) ? null : submitted)}
      actions={() => <OpenPlans />}
    />
  );
}
