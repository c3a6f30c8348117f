import { checkAccountPhone } from "@jipei/contract/core/fields/formats.ts";
import { phoneCode, phoneProof } from "@jipei/contract/users/profile.ts";
import { Button, Form, Input, Space } from "antd";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useCode } from "../../core/session/use-code.ts";
import { useTexts } from "../texts.ts";

/** What another phone needs: the code sent to it, and the password. Inside the form that changes it. */
export function PhoneProof({ phone }: { phone: string }) {
  const t = useTexts();
  const label = useLabel();
  const { left, sent, send } = useCode(phoneCode, (error) => notify("error", error.text()));
  const names = { phoneCode: label(phoneProof.phoneCode), password: label(phoneProof.password) };
  const rules = {
    phoneCode: [{ required: true, pattern: /^\d{6}$/, message: t("phone.sixDigits") }],
    password: [{ required: true, message: t("phone.needed") }],
  };
  return (
    <>
      <Form.Item label={names.phoneCode} htmlFor="phoneCode" required extra={sent ? t("phone.sent") : t("phone.why")}>
        <Space.Compact block>
          <Form.Item name="phoneCode" noStyle rules={rules.phoneCode} validateTrigger="onBlur">
            <Input id="phoneCode" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          <Button disabled={left > 0 || checkAccountPhone(phone) !== null} onClick={() => void send(phone)}>
            {left > 0 ? t("phone.again", { n: left }) : t("phone.send")}
          </Button>
        </Space.Compact>
      </Form.Item>
      <Form.Item name="password" label={names.password} rules={rules.password} validateTrigger="onBlur">
        <Input.Password maxLength={64} autoComplete="current-password" />
      </Form.Item>
    </>
  );
}
