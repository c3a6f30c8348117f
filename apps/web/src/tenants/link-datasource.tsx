import { Datasource, datasourceCalls } from "@jipei/contract/develop/datasource.ts";
import { Tenant, tenantCalls as calls, type TenantRow } from "@jipei/contract/tenants/tenant.ts";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { RefSelect } from "../core/form/ref-select.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";

const { datasourceId } = Tenant.fields;
export const datasources = refSource({
  entity: Datasource,
  list: datasourceCalls.list,
  detail: datasourceCalls.detail,
});

/** Notes which data source belongs to a tenant. */
export function LinkDatasource({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const [chosen, setChosen] = useState<string | null>(row.datasourceId);
  const { busy, error, attempt } = useAttempt();
  const go = () =>
    attempt(async () => {
      await invoke(calls.datasource, { tenantId: row.tenantId as string, datasourceId: chosen }, { silent: true });
      await refreshAfter(calls.datasource);
      notify("success", t("common.saved"));
      onClose();
    });
  return (
    <Dialog
      open
      title={label([`${datasourceId.zh}：${row.tenantName}`, `${datasourceId.en} of ${row.tenantName}`])}
      busy={busy}
      dirty={chosen !== row.datasourceId}
      onClose={onClose}
      onSubmit={() => void go()}
      width={480}
    >
      <p>
        {label([
          "仅作登记：租户数据始终保存在本数据库的独立模式中。",
          "For the record only: the data of a tenant is always kept in its own schema of this database.",
        ])}
      </p>
      {error && <FailureList error={error} />}
      <RefSelect
        source={datasources}
        value={chosen}
        onChange={(value) => setChosen((value as string | null) ?? null)}
        aria-label={label(datasourceId)}
      />
    </Dialog>
  );
}
