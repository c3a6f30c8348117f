import { passwordFields as fields, updatePassword } from "@jipei/contract/users/profile.ts";
import { Button, Form, Input } from "antd";
import type { FormRule } from "antd";
import { getRules } from "../../core/form/form-rules.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { endSession } from "../../core/session/session.ts";
import { encryptForServer } from "../../core/session/sign-in.ts";
import { useSend } from "../../core/api/use-call.ts";
import { showIssues } from "./server-issues.ts";
import { useTexts } from "../texts.ts";
import { isGoodPassword } from "@jipei/contract/core/fields/formats.ts";

/** What antd's validators return. */
const demand = (holds: boolean, issue: string): Promise<void> =>
  holds ? Promise.resolve() : Promise.reject(new Error(issue));

type Passwords = Record<keyof typeof fields, string>;

/** Changes the password; the server then ends all sessions, so the user must sign in again. */
export function PasswordForm() {
  const t = useTexts();
  const label = useLabel();
  const [form] = Form.useForm<Passwords>();
  const send = useSend(updatePassword, { silent: true });

  async function submit(typed: Passwords) {
    try {
      const [oldPassword, newPassword, newPassword1] = await Promise.all(
        [typed.oldPassword, typed.newPassword, typed.newPassword1].map(encryptForServer),
      );
      await send.mutateAsync({ oldPassword: oldPassword!, newPassword: newPassword!, newPassword1: newPassword1! });
      endSession();
      notify("success", t("password.changed"));
    } catch (error) {
      showIssues(form, error);
    }
  }

  const rules: Record<keyof Passwords, FormRule[]> = {
    oldPassword: getRules(fields.oldPassword, "save"),
    newPassword: [
      ...getRules(fields.newPassword, "save"),
      { validator: (_rule, value: string) => demand(!value || isGoodPassword(value), t("password.rule")) },
    ],
    newPassword1: [
      ...getRules(fields.newPassword1, "save"),
      ({ getFieldValue }) => ({
        validator: (_rule, value: string) =>
          demand(!value || value === getFieldValue("newPassword"), t("password.differ")),
      }),
    ],
  };
  return (
    <Form form={form} layout="vertical" className="own-form" onFinish={(typed) => void submit(typed)}>
      {(["oldPassword", "newPassword", "newPassword1"] as const).map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={label(fields[name])}
          required
          rules={rules[name]}
          dependencies={name === "newPassword1" ? ["newPassword"] : undefined}
          extra={name === "newPassword" ? t("password.rule") : undefined}
          validateTrigger="onBlur"
        >
          <Input.Password maxLength={64} autoComplete={name === "oldPassword" ? "current-password" : "new-password"} />
        </Form.Item>
      ))}
      <Button type="primary" htmlType="submit" loading={send.isPending}>
        {t("password.submit")}
      </Button>
    </Form>
  );
}
