import type { payeeParts } from "@jipei/contract/providers/payee-account.ts";
import type { ValueOfParts } from "@jipei/contract/core/fields/shape.ts";
import { formatDateTime } from "../format/dates.ts";
import { type Named, useLabel } from "../i18n/language.ts";
import { FieldTable } from "../ui/field-table.tsx";

type Accounts = ValueOfParts<typeof payeeParts>["accountList"];

export const accountTitle: Named = ["收款账户记录", "Payee accounts"];

/** Every account that was approved, newest first, with who filed it and who approved it. */
export function AccountList({ accounts }: { accounts: Accounts }) {
  const label = useLabel();
  if (accounts.length === 0) return <p>{label(["尚无审核通过的账户", "No approved account yet"])}</p>;
  return (
    <FieldTable name={label(accountTitle)}>
      <thead>
        <tr>
          <th scope="col">{label(["收款账户", "Account"])}</th>
          <th scope="col">{label(["提交", "Filed"])}</th>
          <th scope="col">{label(["审核", "Approved"])}</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account, i) => (
          // Accounts are only ever added, at the front.
          <tr key={accounts.length - i}>
            <td>
              {account.bankAccountName}
              <br />
              {account.bankName} <span className="numeric">{account.bankAccount}</span>
            </td>
            <td>
              <Step names={account.filerNames} time={account.fileTime} />
            </td>
            <td>
              <Step names={account.approverName ? [account.approverName] : []} time={account.approveTime} />
            </td>
          </tr>
        ))}
      </tbody>
    </FieldTable>
  );
}

/** Who did it, and when; a dash for accounts of before the record was kept. */
function Step({ names, time }: { names: readonly string[]; time: string | null | undefined }) {
  const label = useLabel();
  return (
    <>
      {names.join(label(["、", ", "])) || "—"}
      <br />
      <span className="numeric">{time && formatDateTime(time)}</span>
    </>
  );
}
