import { Button, Descriptions } from "antd";
import { copy } from "../core/ui/copy.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useTexts } from "../core/i18n/core-texts.ts";

/** What the first user of a tenant signs in with. */
export interface FirstSignIn {
  tenantId: string;
  account: string;
  password: string;
  /** It is being made; without tenant mode it waits. */
  jobId?: string | null;
}

/** Shown this once: the server keeps a hash of the password. */
export function FirstPassword({ first, onClose }: { first: FirstSignIn; onClose: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const { tenantId, account, password, jobId } = first;
  const words = {
    tenantId: label(["租户编号", "Tenant"]),
    account: label(["账号", "Account"]),
    password: label(["初始密码", "Initial password"]),
  };
  const text = `${words.tenantId}: ${tenantId}\n${words.account}: ${account}\n${words.password}: ${password}`;
  return (
    <Dialog
      open
      title={label(["租户管理员", "Administrator of the tenant"])}
      onClose={onClose}
      width={560}
      extra={<Button onClick={() => void copy(text)}>{t("common.copy")}</Button>}
    >
      <p>
        {jobId
          ? label([
              "租户正在建立，进度见右上角任务列表，完成后即可登录。",
              "The tenant is being created; the job list shows the progress. Users can sign in once it is done.",
            ])
          : label([
              "租户模式未启用：已登记，启用后自动建立。",
              "Tenant mode is off: the tenant is registered, and created once tenant mode is on.",
            ])}
      </p>
      <p>
        {label([
          "初始密码仅显示这一次，首次登录须修改，请立即交给租户管理员。",
          "This password is shown only once and has to be changed at the first sign-in. Please hand it over now.",
        ])}
      </p>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={(["tenantId", "account", "password"] as const).map((name) => ({
          key: name,
          label: words[name],
          children: <code>{first[name]}</code>,
        }))}
      />
    </Dialog>
  );
}
