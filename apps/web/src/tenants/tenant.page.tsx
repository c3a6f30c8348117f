import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { Tenant, tenantCalls as calls, type TenantRow } from "@jipei/contract/tenants/tenant.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import type { RowAction } from "../core/crud/row-actions.tsx";
import { useTexts } from "../core/i18n/core-texts.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { useMayCall } from "../core/session/may-call.ts";
import { type FirstSignIn, FirstPassword } from "./first-password.tsx";
import { datasources, LinkDatasource } from "./link-datasource.tsx";
import { SwitchTenant } from "./switch-tenant.tsx";
import { TenantLimits } from "./tenant-limits.tsx";

/** 租户: offices beside the installation's own, each with users, lists and data of its own. */
export default function TenantPage() {
  const t = useTexts();
  const label = useLabel();
  const mayEdit = useMayCall(calls.setting);
  const [first, setFirst] = useState<FirstSignIn | null>(null);
  const [limited, setLimited] = useState<readonly TenantRow[]>([]);
  const [linked, setLinked] = useState<TenantRow | null>(null);
  const [switched, setSwitched] = useState<TenantRow | null>(null);
  const getActions = (row: TenantRow): RowAction[] => {
    const obstacle = whyNotSwitched(row);
    return [
      { key: "limits", label: label(["设置", "Limits"]), run: () => setLimited([row]) },
      { key: "datasource", label: label(Tenant.fields.datasourceId), run: () => setLinked(row) },
      {
        key: "switch",
        label: row.status === "2" ? t("common.enable") : t("common.disable"),
        disabled: obstacle && label(obstacle),
        run: () => setSwitched(row),
      },
    ];
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
                "A new tenant receives its number from the system, and its own data, roles, menus and administrator.",
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
        rowActions={(row: TenantRow) => (mayEdit ? getActions(row) : [])}
      />
      {first && <FirstPassword first={first} onClose={() => setFirst(null)} />}
      {limited.length > 0 && <TenantLimits rows={limited} onClose={() => setLimited([])} />}
      {linked && <LinkDatasource row={linked} onClose={() => setLinked(null)} />}
      {switched && <SwitchTenant row={switched} onClose={() => setSwitched(null)} />}
    </>
  );
}

/** Why a tenant cannot be removed; null when it can. */
function whyKept(row: TenantRow): Named | null {
  if (row.tenantId === installation) return ["平台租户不能删除", "The platform tenant cannot be deleted"];
  if (row.status !== "1") return null;
  return ["启用中的租户不能删除，请先停用", "An enabled tenant cannot be deleted; disable it first"];
}

/** Why a tenant can be neither enabled nor disabled now; null when it can. */
function whyNotSwitched(row: TenantRow): Named | null {
  if (row.tenantId === installation)
    return ["平台租户不能停用或设置有效期", "The platform tenant can neither be disabled nor limited in time"];
  return row.status === "0" ? ["租户正在建立", "The tenant is still being created"] : null;
}
