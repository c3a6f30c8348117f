import {
  type Answer,
  type QueryKind,
  type Question,
  queryKind,
  queryResult,
  questionFields,
  questionKeys,
  registerCalls,
} from "@jipei/contract/external-data/ext-query.ts";
import { orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { Form, Input, Select } from "antd";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { RegisterAnswer } from "../core/crud/register-answer.tsx";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { StatusTag } from "../core/format/status-tag.tsx";
import { useLabel } from "../core/i18n/language.ts";

type Fields = Question & { kind: QueryKind };

/** Asks one of the registers of the province, with the reason that is kept beside the answer. */
export function LookUpDialog({ onAnswer, onClose }: { onAnswer: () => void; onClose: () => void }) {
  const label = useLabel();
  const [form] = Form.useForm<Fields>();
  const kind = Form.useWatch("kind", form) ?? "getPersonInfo";
  const { busy, error, attempt } = useAttempt();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ask = ({ kind: asked, ...input }: Fields) =>
    attempt(async () => {
      setAnswer(await invoke(registerCalls[asked], input));
      onAnswer();
    });
  const required = {
    required: true,
    whitespace: true,
    message: label(["请填写查询事由", "Please enter the purpose of the query"]),
  };
  return (
    <Dialog
      open
      title={label(["查询外部数据", "Look up in a register"])}
      busy={busy}
      onClose={onClose}
      onSubmit={() => form.submit()}
      submitText={label(["查询", "Look up"])}
    >
      {error && <FailureList error={error} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ kind: "getPersonInfo" }}
        onFinish={(values) => void ask(values)}
      >
        <Form.Item name="kind" label={label(queryKind)}>
          <Select
            onChange={() => setAnswer(null)}
            options={orderedCodes(queryKind).map(([value, entry]) => ({ value, label: label(entry) }))}
          />
        </Form.Item>
        {questionKeys[kind].map((name) => (
          <Form.Item key={name} name={name} label={label(questionFields[name])}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
        <Form.Item name="purpose" label={label(questionFields.purpose)} rules={[required]}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
      {answer && (
        <section aria-live="polite" aria-label={label(queryResult)}>
          <StatusTag codes={queryResult} value={answer.resultCode} />
          <RegisterAnswer text={answer.resultData && JSON.stringify(answer.resultData)} />
        </section>
      )}
    </Dialog>
  );
}
