import { secondFactorCalls as calls } from "@jipei/contract/auth/second-factor.ts";
import { Button, Form, Input, QRCode } from "antd";
import { useState } from "react";
import { copy } from "../../core/ui/copy.ts";
import { useSend } from "../../core/api/use-call.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { showIssues } from "./server-issues.ts";
import { useTexts } from "../texts.ts";

export interface Begun {
  secret: string;
  address: string;
}

/** A second factor that was begun: the secret as picture and in letters, a code that proves it arrived, then the recovery codes. */
export default function SetUpFactor({ begun: { secret, address }, onDone }: { begun: Begun; onDone: () => void }) {
  const t = useTexts();
  const [form] = Form.useForm<{ code: string }>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const confirm = useSend(calls.confirm, { silent: true });
  async function submit({ code }: { code: string }) {
    try {
      setCodes((await confirm.mutateAsync({ code })).recoveryCodes);
    } catch (error) {
      showIssues(form, error);
    }
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <div className="factor-set-up">
      <ol>
        <li>
          <p>{t("factor.scan")}</p>
          <div className="factor-picture">
            <QRCode
              value={address}
              type="svg"
              size={176}
              bordered={false}
              errorLevel="M"
              aria-label={t("factor.picture")}
            />
          </div>
          <p>{t("factor.orType")}</p>
          <p className="factor-key">
            <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
            <Button size="small" onClick={() => void copy(secret)}>
              {t("factor.copyKey")}
            </Button>
          </p>
        </li>
        <li>
          <Form form={form} layout="vertical" onFinish={(typed) => void submit(typed)}>
            <Form.Item
              name="code"
              label={t("factor.typeCode")}
              rules={[{ required: true, pattern: /^\s*\d{3}\s?\d{3}\s*$/, message: t("factor.sixDigits") }]}
              validateTrigger="onBlur"
            >
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={8} className="factor-code" />
            </Form.Item>
            <Button type="primary" htmlType="submit" loading={confirm.isPending}>
              {t("factor.confirm")}
            </Button>
          </Form>
        </li>
      </ol>
    </div>
  );
}
