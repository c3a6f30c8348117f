import { FlowStandIn, standInCalls as calls } from "@jipei/contract/workflow/stand-in.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { ControlProps } from "../../core/form/field-control.tsx";
import { useSession } from "../../core/session/session.ts";
import { ColleagueSelect } from "../colleague-select.tsx";

/** 代理: who acts for whom, from when to when. Administrators state it for others too. */
export default function StandInsPage() {
  const { info } = useSession();
  const forOthers = (info?.authority ?? "").split(",").includes("sysAdmin");
  return (
    <CrudPage
      entity={FlowStandIn}
      calls={{
        list: calls.list,
        detail: calls.detail,
        submit: calls.submit,
        remove: calls.remove,
        export: calls.export,
      }}
      resource="flow_stand_in"
      columns={["standInName", "userName", "startDate", "endDate", "reason"]}
      search={["startDate", "endDate"]}
      card={["standInName", "userName", "startDate", "endDate"]}
      form={[...(forOthers ? (["userId"] as const) : []), "standInId", "startDate", "endDate", "reason"]}
      view={["userName", "standInName", "startDate", "endDate", "reason", "createTime"]}
      controls={{ userId: PersonControl, standInId: PersonControl }}
    />
  );
}

function PersonControl({ value, onChange, id, disabled }: ControlProps) {
  return (
    <ColleagueSelect
      id={id}
      disabled={disabled}
      value={typeof value === "string" && value !== "" ? [value] : []}
      onChange={([chosen]) => onChange?.(chosen ?? null)}
    />
  );
}
