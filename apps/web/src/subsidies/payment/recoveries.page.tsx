import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import {
  RecoveryItem,
  type RecoveryItemRow,
  recoveryItemCalls as calls,
} from "@jipei/contract/subsidies/recovery-item.ts";
import { recoveryItemMachine } from "@jipei/contract/subsidies/recovery-item.machine.ts";
import { useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { Link } from "../../core/page/link.ts";
import { can, useCan } from "../../core/session/session.ts";
import { EvidenceLinks } from "../review/evidence/evidence-links.tsx";
import { getReviewPage } from "../review/review-link.ts";
import { useTexts } from "../texts.ts";
import { newPaymentKey } from "./payment-key.ts";
import { RecoverPayment } from "./recover-payment.tsx";
import "../subsidies.css";

/** 待追回: what was paid and would not be paid today. Finance recovers it by a decision; two people may dismiss it together. */
export default function RecoveriesPage() {
  const t = useTexts();
  const label = useLabel();
  const maySeeClaim = useCan("subsidy_apply_view");
  const settle = useSend(calls.settle);
  const [open, setOpen] = useState<{ row: RecoveryItemRow; paymentKey: string } | null>(null);
  const close = () => setOpen(null);
  const rowActions = (row: RecoveryItemRow): RowAction[] =>
    can("subsidy_apply_pay") && leadsFrom(recoveryItemMachine, "settle", row.state)
      ? [
          {
            key: "settle",
            label: label(paymentMachine.actions.recover),
            danger: true,
            run: () => setOpen({ row, paymentKey: newPaymentKey() }),
          },
        ]
      : [];
  return (
    <>
      <CrudPage
        entity={RecoveryItem}
        calls={{ list: calls.list, detail: calls.detail, export: calls.export }}
        resource="recovery_item"
        columns={[
          { field: "name", width: 100 },
          "state",
          { field: "reason", width: 120 },
          { field: "fact", width: 180 },
          "amount",
          { field: "applyNo", width: 148 },
          "orgName",
          "since",
          { field: "proposeReason", width: 200 },
        ]}
        search={["state", "reason", "name", "applyNo", "classNo", "orgName", "since"]}
        card={["name", "state", "reason", "amount"]}
        machine={recoveryItemMachine}
        moves={{ propose: calls.propose, decline: calls.decline, dismiss: calls.dismiss }}
        rowActions={rowActions}
        below={(row: RecoveryItemRow) => (
          <>
            <EvidenceLinks links={row.evidence} />
            {maySeeClaim && (
              <p>
                <Link to={getReviewPage(row)}>{t("objection.claim", { no: row.applyNo ?? "" })}</Link>
              </p>
            )}
          </>
        )}
      />
      {open && (
        <RecoverPayment
          isWhole
          rest={open.row.amount ?? "0"}
          busy={settle.isPending}
          onClose={close}
          onSubmit={(said) =>
            settle.mutate({ ids: open.row.id, paymentKey: open.paymentKey, ...said }, { onSuccess: close })
          }
        />
      )}
    </>
  );
}
