import { claimDetail } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { Money } from "../../core/format/money.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { AuditList } from "../../core/moves/audit-list.tsx";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { Loaded } from "../../core/ui/states.tsx";
import { claimHistory, type WholeClaim } from "../claims/claim-calls.ts";
import { useTexts } from "../texts.ts";
import type { Payment } from "./payments.ts";

/** How many people of a claim passed its reviews; it leads to who refused or returned what, and why. */
export function ReviewOutcome({ row }: { row: Payment }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const title = t("pay.reasons", { no: row.applyNo ?? "" });
  return (
    <>
      <button type="button" className="link-button" title={title} onClick={() => setOpen(true)}>
        {t("pay.passed", { n: row.approvedCount ?? 0, all: row.personCount ?? 0 })}
      </button>
      {open && (
        <Dialog open title={title} footer={null} onClose={() => setOpen(false)}>
          {row.side === "2" ? <EnterpriseReasons id={row.id} /> : <InstitutionReasons id={row.id} />}
        </Dialog>
      )}
    </>
  );
}

function InstitutionReasons({ id }: { id: string }) {
  return <Loaded query={useCall(claimDetail, { id })}>{(claim) => <Reasons claim={claim} />}</Loaded>;
}
function EnterpriseReasons({ id }: { id: string }) {
  return <Loaded query={useCall(enterpriseClaimCalls.detail, { id })}>{(claim) => <Reasons claim={claim} />}</Loaded>;
}

/** The rows that were refused, and the steps of the reviews for which somebody gave a reason or an opinion. */
function Reasons({ claim: { detailList, auditList } }: { claim: Pick<WholeClaim, "detailList" | "auditList"> }) {
  const t = useTexts();
  return (
    <>
      <Refused lines={detailList.filter(({ detailStatus }) => detailStatus === "2")} />
      <h3>{t("pay.opinions")}</h3>
      <AuditList records={auditList.filter(({ opinion }) => opinion)} machine={claimHistory} />
    </>
  );
}

function Refused({ lines }: { lines: WholeClaim["detailList"] }) {
  const t = useTexts();
  const label = useLabel();
  const { name, applyAmount, unApproveReason } = SubsidyLine.fields;
  if (lines.length === 0) return null;
  const title = t("pay.refused", { n: lines.length });
  return (
    <>
      <h3>{title}</h3>
      <FieldTable name={title}>
        <thead>
          <tr>
            {[name, applyAmount, unApproveReason].map((field) => (
              <th key={field.en} scope="col">
                {label(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">{line.name}</th>
              <td>
                <Money value={line.applyAmount} />
              </td>
              <td>{line.unApproveReason}</td>
            </tr>
          ))}
        </tbody>
      </FieldTable>
    </>
  );
}
