import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { Datasource, datasourceCalls } from "@jipei/contract/develop/datasource.ts";
import { Tenant, tenantCalls as calls, type TenantRow } from "@jipei/contract/tenants/tenant.ts";
import { Button } from "antd";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Confirm, Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { RefSelect } from "../core/form/ref-select.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { useCan } from "../core/session/session.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/use-call.ts";
import { type FirstSignIn, FirstPassword } from "./first-password.tsx";
import { TenantLimits } from "./tenant-limits.tsx";

const datasources = refSource({ entity: Datasource, list: datasourceCalls.list, detail: datasourceCalls.detail });

/** 租户: offices beside the installation's own, each with users, lists and data of its own. */
export default function TenantPage() {
  const label = useLabel();
  const mayEdit = useCan(["tenant_edit"]);
  const [first, setFirst] = useState<FirstSignIn | null>(null);
  const [limited, setLimited] = useState<readonly TenantRow[]>([]);
  const [linked, setLinked] = useState<TenantRow | null>(null);
  const [switched, setSwitched] = useState<TenantRow | null>(null);
  const own = label([
    "平台租户不能停用或设置有效期",
    "The installation itself is neither disabled nor limited in time",
  ]);
  const busy = label(["租户正在建立", "The tenant is still being made"]);
  const why = (row: TenantRow): string | null => {
    if (row.tenantId === installation) return own;
    return row.status === "0" ? busy : null;
  };
  return (
    <>
      <CrudPage
        entity={Tenant}
        calls={calls}
        resource="tenant"
        columns={[
          "tenantId",
          "tenantName",
          "status",
          "domain",
          "linkman",
          "contactNumber",
          "accountNumber",
          "expireTime",
          "createTime",
        ]}
        search={["tenantName", "tenantId", "status"]}
        card={["tenantName", "tenantId", "status"]}
        form={["tenantName", "domain", "linkman", "contactNumber", "address", "remark"]}
        view={[
          "tenantId",
          "tenantName",
          "status",
          "domain",
          "linkman",
          "contactNumber",
          "address",
          "accountNumber",
          "expireTime",
          "datasourceId",
          "remark",
          "createTime",
          "updateTime",
        ]}
        refs={{ datasourceId: datasources }}
        formHead={(row) =>
          row === null && (
            <p className="form-hint">
              {label([
                "新租户由系统分配编号，并建立独立的数据、角色、菜单和管理员账号。",
                "A new tenant gets its number from the system, and data, roles, menus and an administrator of its own.",
              ])}
            </p>
          )
        }
        frozen={(row: TenantRow, what) => (what === "remove" ? whyKept(row) : null)}
        onSaved={(answer) => (answer as FirstSignIn).password && setFirst(answer as FirstSignIn)}
        selects
        actions={({ selected }) =>
          mayEdit && (
            <Button disabled={selected.length === 0} onClick={() => setLimited(selected)}>
              {label(["批量设置", "Set limits"])}
            </Button>
          )
        }
        rowActions={(row: TenantRow) =>
          mayEdit
            ? [
                { key: "limits", label: label(["设置", "Limits"]), run: () => setLimited([row]) },
                { key: "datasource", label: label(["数据源", "Data source"]), run: () => setLinked(row) },
                {
                  key: "switch",
                  label: row.status === "2" ? label(["启用", "Enable"]) : label(["停用", "Disable"]),
                  disabled: why(row),
                  run: () => setSwitched(row),
                },
              ]
            : []
        }
      />
      {first && <FirstPassword first={first} onClose={() => setFirst(null)} />}
      {limited.length > 0 && <TenantLimits rows={limited} onClose={() => setLimited([])} />}
      {linked && <LinkDatasource row={linked} onClose={() => setLinked(null)} />}
      {switched && <Switch row={switched} onClose={() => setSwitched(null)} />}
    </>
  );
}

/** Why a tenant cannot be removed. */
function whyKept(row: TenantRow): readonly [string, string] | null {
  if (row.tenantId === installation) return ["平台租户不能删除", "The installation itself is not removed"];
  if (row.status !== "1") return null;
  return ["启用中的租户不能删除，请先停用", "An enabled tenant cannot be removed; disable it first"];
}

/** Opens a tenant, or closes it to all its users at once. */
function Switch({ row, onClose }: { row: TenantRow; onClose: () => void }) {
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
      notify("success", off ? label(["已停用", "Disabled"]) : label(["已启用", "Enabled"]));
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
      okText={off ? label(["停用", "Disable"]) : label(["启用", "Enable"])}
      danger={off}
      busy={busy}
      onOk={() => void go()}
      onClose={onClose}
    >
      <p>
        {off
          ? label([
              "其所有用户立即不能登录和使用，数据保留。",
              "None of its users may sign in or work any more, from this moment on. Its data stays.",
            ])
          : label(["其用户可重新登录。", "Its users may sign in again."])}
      </p>
      {error && <FailureList error={error} />}
    </Confirm>
  );
}

function LinkDatasource({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const label = useLabel();
  const [chosen, setChosen] = useState<string | null>(row.datasourceId);
  const { busy, error, attempt } = useAttempt();
  const name = label(["数据源", "Data source"]);
  const go = () =>
    attempt(async () => {
      await invoke(calls.datasource, { tenantId: row.tenantId as string, datasourceId: chosen }, { silent: true });
      await refreshAfter(calls.datasource);
      notify("success", label(["已保存", "Saved"]));
      onClose();
    });
  return (
    <Dialog
      open
      title={label([`数据源：${row.tenantName}`, `Data source of ${row.tenantName}`])}
      busy={busy}
      dirty={chosen !== row.datasourceId}
      onClose={onClose}
      onSubmit={() => void go()}
      width={480}
    >
      <p>
        {label([
          "仅作登记：租户数据始终保存在本数据库的独立模式中。",
          "Noted only: the rows of a tenant always lie in a schema of this database.",
        ])}
      </p>
      {error && <FailureList error={error} />}
      <RefSelect
        source={datasources}
        value={chosen}
        onChange={(value) => setChosen((value as string | null) ?? null)}
        aria-label={name}
      />
    </Dialog>
  );
}
