import { User, userCalls } from "@jipei/contract/users/user.ts";
import { Form } from "antd";
import { type ControlProps, FieldControl } from "../../core/form/field-control.tsx";
import { refSource } from "../../core/form/ref-source.ts";

const users = refSource({ entity: User, list: userCalls.list, detail: userCalls.detail, note: "account" });

/** The absent; whoever stands in for them is one of their colleagues. */
export function AbsentControl(props: ControlProps) {
  const form = Form.useFormInstance();
  const choose = (chosen: unknown) => {
    form.setFieldValue("standInId", null);
    props.onChange?.(chosen);
  };
  return <FieldControl {...props} source={users} onChange={choose} />;
}
