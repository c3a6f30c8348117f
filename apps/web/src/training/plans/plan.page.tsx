import { Plan, planCalls } from "@jipei/contract/training/plan.ts";
import { planMachine } from "@jipei/contract/training/plan.machine.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { chinaToday } from "../../core/format/dates.ts";
import { Share } from "../class/share.tsx";

interface Row {
  isRelease: string | null;
  totalHeadcount: number;
  allocatedHeadcount: number | null;
}

/** Plans of the bureau: drafted, released, and how much of them is given away. */
export default function PlanPage() {
  return (
    <CrudPage
      entity={Plan}
      calls={planCalls}
      resource="train_plan"
      columns={[
        "planNo",
        "planName",
        "planYear",
        "isRelease",
        {
          field: "allocatedHeadcount",
          title: ["已分配 / 计划人数", "Allocated / planned"],
          width: 190,
          render: (row: Row) => <Share used={row.allocatedHeadcount} of={row.totalHeadcount} />,
        },
        "startDate",
        "endDate",
        "trainKind",
        "budgetAmount",
      ]}
      search={["planName", "planYear", "trainKind", "isRelease"]}
      card={["planName", "isRelease", "endDate", "totalHeadcount"]}
      form={[
        "planName",
        "planYear",
        "trainKind",
        "totalHeadcount",
        "startDate",
        "endDate",
        "budgetAmount",
        "content",
        "attachmentList",
      ]}
      initial={{ planYear: Number(chinaToday().slice(0, 4)) }}
      machine={planMachine}
      moves={{ release: planCalls.release }}
    />
  );
}
