import {
  type EnterpriseTotalRow,
  enterpriseTotalCalls as calls,
} from "@jipei/contract/enterprises/enterprise-total.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { Alert, Button } from "antd";
import { useSend } from "../core/api/use-call.ts";
import { useLabel } from "../core/i18n/language.ts";
import { useCan } from "../core/session/session.ts";
import { AccountList, accountTitle } from "../core/payee/account-list.tsx";

type Whole = OutputOf<typeof calls.detail>;

/** Below a record: the registers, who filed the account that waits, and every account that was approved. */
export function RecordParts({ row }: { row: EnterpriseTotalRow & Partial<Whole> }) {
  const label = useLabel();
  const refresh = useSend(calls.refresh);
  const mayEdit = useCan("enterprise_total_edit");
  return (
    <>
      {mayEdit && (
        <Button loading={refresh.isPending} onClick={() => refresh.mutate({ id: row.id })}>
          {label(["更新登记信息", "Ask the registers again"])}
        </Button>
      )}
      {row.accountState === "2" && (
        <Alert
          type="info"
          showIcon
          title={label([
            `收款账户由${row.filerNames?.join("、") ?? ""}提交，须由另一人审核后生效`,
            `The account was filed by ${row.filerNames?.join(", ") ?? ""}, and takes effect once another person has approved it`,
          ])}
        />
      )}
      <h2 className="section-title">{label(accountTitle)}</h2>
      <AccountList accounts={row.accountList ?? []} />
    </>
  );
}
