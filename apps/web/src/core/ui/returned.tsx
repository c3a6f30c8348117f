import { Alert } from "antd";
import { useLabel } from "../i18n/language.ts";

/** Why something was sent back, and that saving it submits it again. */
export function Returned({ reason }: { reason: string | null }) {
  const label = useLabel();
  if (!reason) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="form-note"
      title={label([`已退回：${reason}`, `Returned: ${reason}`])}
      description={label(["修改并保存后自动重新提交", "Edit and save it to submit it again"])}
    />
  );
}
