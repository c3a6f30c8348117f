import { tenantCalls as calls, type TenantRow } from "@jipei/contract/tenants/tenant.ts";
import { invoke } from "../core/api/call-client.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { Confirm } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";

/** Opens a tenant, or closes it to all its users at once. */
export function SwitchTenant({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  const off = row.status === "1";
  const go = () =>
    attempt(async () => {
      await invoke(
        calls.submit,
        { id: row.id, version: row.version, tenantName: row.tenantName, status: off ? "2" : "1" },
        { silent: true },
      );
      await refreshAfter(calls.submit);
      notify("success", off ? t("common.disabled") : t("common.enabled"));
      onClose();
    });
  return (
    <Confirm
      open
      title={
        off
          ? label([`停用租户：${row.tenantName}`, `Disable ${row.tenantName}`])
          : label([`启用租户：${row.tenantName}`, `Enable ${row.tenantName}`])
      }
      okText={off ? t("common.disable") : t("common.enable")}
      danger={off}
      busy={busy}
      onOk={() => void go()}
      onClose={onClose}
    >
      <p>
        {off
          ? label([
              "其所有用户立即不能登录和使用，数据保留。",
              "From this moment none of its users can sign in or work. Its data is kept.",
            ])
          : label(["其用户可重新登录。", "Its users can sign in again."])}
      </p>
      {error && <FailureList error={error} />}
    </Confirm>
  );
}
