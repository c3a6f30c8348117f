import { tenantCalls as calls, type TenantRow } from "@jipei/contract/tenants/tenant.ts";
import { DatePicker, Form, InputNumber } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { useTexts } from "../core/i18n/core-texts.ts";

interface Fields {
  userLimit: number | null;
  validUntil: Dayjs | null;
}

/** How many users tenants may enable, and until when they may work; empty fields do not limit. */
export function TenantLimits({ rows, onClose }: { rows: readonly TenantRow[]; onClose: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const [form] = Form.useForm<Fields>();
  const [dirty, setDirty] = useState(false);
  const { busy, error, attempt } = useAttempt();
  const [first] = rows;
  const one = rows.length === 1 ? first : undefined;
  const initial: Fields = {
    userLimit: one?.accountNumber && one.accountNumber > 0 ? one.accountNumber : null,
    validUntil: one?.expireTime ? dayjs(one.expireTime) : null,
  };
  const save = ({ userLimit, validUntil }: Fields) =>
    attempt(async () => {
      await invoke(
        calls.setting,
        {
          ids: rows.map(({ id }) => id).join(),
          settings: { userLimit: userLimit ?? null, validUntil: validUntil?.format("YYYY-MM-DD") ?? null },
        },
        { silent: true },
      );
      await refreshAfter(calls.setting);
      notify("success", t("common.saved"));
      onClose();
    });
  return (
    <Dialog
      open
      title={
        one
          ? label([`设置：${one.tenantName}`, `Limits of ${one.tenantName}`])
          : label([`设置${rows.length}个租户`, `Limits of ${rows.length} tenants`])
      }
      busy={busy}
      dirty={dirty}
      onClose={onClose}
      onSubmit={() => form.submit()}
      width={480}
    >
      {error && <FailureList error={error} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        onFinish={(fields) => void save(fields)}
      >
        <Form.Item
          name="userLimit"
          label={label(["账号额度", "User limit"])}
          extra={label([
            "可启用的用户数，留空不限；已启用的用户不受影响。",
            "Number of users that can be enabled; leave empty for no limit. Users already enabled are not affected.",
          ])}
        >
          <InputNumber min={1} max={1_000_000} precision={0} style={{ width: "100%" }} />
        </Form.Item>
        <Form.Item
          name="validUntil"
          label={label(["有效期至", "Valid until"])}
          extra={label([
            "该日之后所有用户立即不能使用，留空不限。",
            "After this day no user of the tenant can work; leave empty for no limit.",
          ])}
        >
          <DatePicker style={{ width: "100%" }} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
