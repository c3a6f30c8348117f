import { FlowStandIn, standInCalls as calls } from "@jipei/contract/workflow/stand-in.ts";
import { Form } from "antd";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { ControlProps } from "../../core/form/field-control.tsx";
import { LateControl } from "../../core/form/late-control.tsx";
import { useCan } from "../../core/session/session.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { ColleagueSelect } from "../colleague-select.tsx";

// Fetched with the form: pages of tasks come in one file, which would hold the controls of every form (docs/decisions/0261).
const AbsentUser = lazyPart(() => import("./absent-control.tsx").then(({ AbsentControl }) => AbsentControl));

/** 代理: who acts for whom, from when to when. Administrators state it for others too. */
export default function StandInsPage() {
  const [administers, findsUsers] = [useCan("flow_follow_delete"), useCan("user_view")];
  const forOthers = administers && findsUsers;
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
      controls={{ userId: AbsentControl, standInId: StandInControl }}
    />
  );
}

const AbsentControl = (props: ControlProps) => (
  <LateControl id={props.id}>
    <AbsentUser {...props} />
  </LateControl>
);

function StandInControl({ value, onChange, id, disabled }: ControlProps) {
  const absent = Form.useWatch<string | null | undefined>("userId");
  return (
    <ColleagueSelect
      id={id}
      disabled={disabled}
      of={absent}
      value={typeof value === "string" && value !== "" ? [value] : []}
      onChange={([chosen]) => onChange?.(chosen ?? null)}
    />
  );
}
