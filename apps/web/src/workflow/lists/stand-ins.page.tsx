import { FlowStandIn, standInCalls as calls } from "@jipei/contract/workflow/stand-in.ts";
import { User, userCalls } from "@jipei/contract/users/user.ts";
import { Form } from "antd";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { type ControlProps, FieldControl } from "../../core/form/field-control.tsx";
import { refSource } from "../../core/form/ref-source.ts";
import { useCan } from "../../core/session/session.ts";
import { ColleagueSelect } from "../colleague-select.tsx";

const users = refSource({ entity: User, list: userCalls.list, detail: userCalls.detail, note: "account" });

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

/** The absent; whoever stands in for them is one of their colleagues. */
function AbsentControl(props: ControlProps) {
  const form = Form.useFormInstance();
  const choose = (chosen: unknown) => {
    form.setFieldValue("standInId", null);
    props.onChange?.(chosen);
  };
  return <FieldControl {...props} source={users} onChange={choose} />;
}

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
