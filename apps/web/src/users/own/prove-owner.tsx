import { Form, Input } from "antd";
import { useState } from "react";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { encryptForServer } from "../../core/session/sign-in.ts";
import { showIssues } from "./server-issues.ts";
import { useTexts } from "../texts.ts";

/** Password, encrypted as at sign-in, and a code. */
export interface Proof {
  password: string;
  code: string;
}

interface Props {
  title: string;
  danger: boolean;
  /** Does what is asked for. @throws CallError naming the field that is wrong */
  prove: (proof: Proof) => Promise<void>;
  onClose: () => void;
}

/** Asks for password and code before something is done to a second factor. */
export function ProveOwner({ title, danger, prove, onClose }: Props) {
  const t = useTexts();
  const [form] = Form.useForm<Proof>();
  const [busy, setBusy] = useState(false);
  async function submit({ password, code }: Proof) {
    setBusy(true);
    try {
      await prove({ password: await encryptForServer(password), code });
    } catch (error) {
      showIssues(form, error);
    } finally {
      setBusy(false);
    }
  }
  const names = { password: t("factor.password"), code: t("factor.codeOrRecovery") };
  return (
    <Dialog
      open
      title={title}
      danger={danger}
      busy={busy}
      submitText={title}
      onSubmit={() => form.submit()}
      onClose={onClose}
      width={440}
    >
      <Form form={form} layout="vertical" onFinish={(typed) => void submit(typed)}>
        <Form.Item
          name="password"
          label={names.password}
          rules={[{ required: true, message: names.password }]}
          validateTrigger="onBlur"
        >
          <Input.Password maxLength={64} autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="code"
          label={names.code}
          rules={[{ required: true, whitespace: true, message: names.code }]}
          validateTrigger="onBlur"
        >
          <Input maxLength={40} autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
