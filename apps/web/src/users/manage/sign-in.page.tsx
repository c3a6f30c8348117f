import { datetime } from "@jipei/contract/core/fields/field.ts";
import { SignIn, sessionCalls } from "@jipei/contract/users/session.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";

const Attempt = { ...SignIn, fields: { ...SignIn.fields, createTime: datetime("时间", "Time", "computed") } };

/** 登录记录: every attempt of the last half year. */
export default function SignInPage() {
  return (
    <CrudPage
      entity={Attempt}
      calls={{ list: sessionCalls.signIns, export: sessionCalls.exportSignIns }}
      resource="user"
      columns={[
        "account",
        "realName",
        "result",
        { field: "ip", width: 120 },
        "createTime",
        { field: "clientId", width: 100 },
        { field: "agent", width: 240 },
      ]}
      card={["account", "result", "ip", "createTime"]}
      search={["account", "realName", "ip", "result", "createTime"]}
      view={["account", "realName", "result", "ip", "clientId", "agent", "createTime"]}
    />
  );
}
