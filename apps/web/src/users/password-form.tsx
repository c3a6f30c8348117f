import type { Field } from "@jipei/contract/core/field.ts";
import { updatePassword } from "@jipei/contract/users/profile.ts";
import { Button, Form, Input } from "antd";
import type { FormRule } from "antd";
import { rulesOf } from "../core/form-rules.ts";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/notify.ts";
import { endSession } from "../core/session.ts";
import { encryptForServer } from "../core/sign-in.ts";
import { useSend } from "../core/use-call.ts";
import { showFaults } from "./server-faults.ts";
import { useTexts } from "./texts.ts";

type Passwords = Record<"oldPassword" | "newPassword" | "newPassword1", string>;
type Fields = Record<keyof Passwords, Field>;

const fields = (updatePassword.input as unknown as { fields: Fields }).fields;

/** Changes the password; the server then ends all sessions, so the user signs in anew. */
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
      showFaults(form, error);
    }
  }

  const rules: Record<keyof Passwords, FormRule[]> = {
    oldPassword: rulesOf(fields.oldPassword, "save"),
    newPassword: [
      ...rulesOf(fields.newPassword, "save"),
      { pattern: /^(?=.*[A-Za-z])(?=.*\d)\S{8,64}$/, message: t("password.rule") },
    ],
    newPassword1: [
      ...rulesOf(fields.newPassword1, "save"),
      ({ getFieldValue }) => ({
        validator: (_rule, value: string) =>
          !value || value === getFieldValue("newPassword")
            ? Promise.resolve()
            : Promise.reject(new Error(t("password.differ"))),
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
