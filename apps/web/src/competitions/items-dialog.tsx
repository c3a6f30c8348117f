import { type CompetitionItem, competitionCalls as calls } from "@jipei/contract/competitions/competition.ts";
import { level } from "@jipei/contract/core/fields/codes.ts";
import { Button, Form, Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { CallError } from "../core/api/call-error.ts";
import { useCall, useSend } from "../core/api/use-call.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { Unanswered } from "../core/ui/states.tsx";
import "./competitions.css";

interface Props {
  id: string;
  onDone: () => void;
  onClose: () => void;
}

/** The items of a competition that is not published, changed as a whole. */
export function ItemsDialog({ id, onDone, onClose }: Props) {
  const label = useLabel();
  const [form] = Form.useForm<{ items: CompetitionItem[] }>();
  const [dirty, setDirty] = useState(false);
  const found = useCall(calls.detail, { id }, { staleTime: 0 });
  const save = useSend(calls.submit, { silent: true });
  const send = ({ items }: { items: CompetitionItem[] }) =>
    save.mutate(
      { id, items },
      {
        onSuccess: () => {
          onDone();
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      kind="drawer"
      width={1000}
      title={label(["竞赛项目", "Items"])}
      busy={save.isPending}
      dirty={dirty}
      onSubmit={() => form.submit()}
      onClose={onClose}
    >
      {found.data ? (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ items: found.data.items }}
          onValuesChange={() => setDirty(true)}
          onFinish={send}
        >
          {save.error instanceof CallError && <FailureList error={save.error} />}
          <Form.List name="items">
            {(fields, { add, remove }) => (
              <>
                {fields.map(({ key, name }) => (
                  <ItemRow key={key} name={name} onRemove={() => remove(name)} />
                ))}
                <Button onClick={() => add({ teamSize: 1 })}>{label(["增加项目", "Add an item"])}</Button>
              </>
            )}
          </Form.List>
        </Form>
      ) : (
        <Unanswered queries={[found]} />
      )}
    </Dialog>
  );
}

function ItemRow({ name, onRemove }: { name: number; onRemove: () => void }) {
  const label = useLabel();
  const needed = [{ required: true, message: label(["不能为空", "Required"]) }];
  const text = (field: keyof CompetitionItem, zh: string, en: string, length: number) => (
    <Form.Item name={[name, field]} label={label([zh, en])} rules={needed}>
      <Input maxLength={length} />
    </Form.Item>
  );
  const number = (field: keyof CompetitionItem, zh: string, en: string, max: number) => (
    <Form.Item name={[name, field]} label={label([zh, en])} rules={needed}>
      <InputNumber min={1} max={max} precision={0} />
    </Form.Item>
  );
  return (
    <div className="competition-item">
      {text("itemNo", "编号", "No.", 10)}
      {text("itemName", "项目", "Item", 100)}
      {text("occupationName", "职业(工种)", "Occupation", 100)}
      <Form.Item name={[name, "level"]} label={label(level)}>
        <Select
          allowClear
          options={Object.entries(level.codes).map(([value, words]) => ({ value, label: label(words) }))}
        />
      </Form.Item>
      {number("quota", "名额", "Places", 10_000)}
      {number("teamSize", "每队人数", "Per team", 20)}
      <Button danger onClick={onRemove}>
        {label(["移除", "Remove"])}
      </Button>
    </div>
  );
}
