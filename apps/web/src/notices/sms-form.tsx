import { SmsMessage, smsType } from "@jipei/contract/notices/sms-message.ts";
import { Form, Input, Select } from "antd";
import { useState } from "react";
import { CallError } from "../core/api/call-error.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { useTexts } from "./texts.ts";

export interface SmsFields {
  phones: string;
  messageType: "1" | "2" | "3";
  text: string;
}

interface Props {
  title: string;
  /** The text of a message, or the values of a template. */
  of: "message" | "params";
  initial: Partial<SmsFields>;
  busy: boolean;
  error: unknown;
  onSend: (fields: SmsFields) => void;
  onClose: () => void;
}

/** Numbers, and what they are sent. */
export function SmsForm({ title, of, initial, busy, error, onSend, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const [form] = Form.useForm<SmsFields>();
  const [dirty, setDirty] = useState(false);
  const textName = of === "params" ? t("sms.params") : t("sms.text");
  const required = (field: string) => [{ required: true, whitespace: true, message: t("sms.required", { field }) }];
  return (
    <Dialog
      open
      title={title}
      busy={busy}
      dirty={dirty}
      onClose={onClose}
      onSubmit={() => form.submit()}
      submitText={t("sms.send")}
    >
      {error instanceof CallError && <FailureList error={error} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        onFinish={onSend}
      >
        <Form.Item name="phones" label={t("sms.phones")} extra={t("sms.phonesHint")} rules={required(t("sms.phones"))}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={6000} inputMode="tel" autoComplete="off" />
        </Form.Item>
        {of === "message" && (
          <Form.Item name="messageType" label={t("sms.type")} rules={required(t("sms.type"))}>
            <Select options={orderedCodes(smsType).map(([value, entry]) => ({ value, label: label(entry) }))} />
          </Form.Item>
        )}
        <Form.Item
          name="text"
          label={textName}
          extra={of === "message" ? t("sms.textHint") : undefined}
          rules={required(textName)}
        >
          <Input.TextArea
            autoSize={{ minRows: 3, maxRows: 8 }}
            maxLength={of === "message" ? SmsMessage.fields.message.length : 2000}
            showCount={of === "message"}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
