import { payStatus, subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import type { ReactNode } from "react";
import { formatMoney } from "../../core/format/numbers.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { type Station, Stations } from "../../core/ui/stations.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { Money } from "../../core/format/money.tsx";
import type { WholeClaim } from "./claim-calls.ts";
import { useClaimKind } from "./claim-kind.tsx";
import { useTexts } from "../texts.ts";

/** Header of a claim: number, state, who has to act next, and the stations still to pass. */
export function ClaimHeader({ claim, actions }: { claim: WholeClaim; actions?: ReactNode }) {
  const t = useTexts();
  const steps: Station[] = (["filed", "first", "second", "publicity", "paid"] as const).map((key) => ({
    key,
    name: { zh: t(`stations.${key}`), en: t(`stations.${key}`) },
  }));
  const kindOf = useClaimKind();
  return (
    <PageHeader
      title={claim.applyNo ?? t("claims.title")}
      status={
        <>
          <StatusTag codes={subsidyStatus} value={claim.status} />
          {claim.status === "compile" && <StatusTag codes={payStatus} value={claim.payStatus} />}
        </>
      }
      subtitle={`${claim.unitName ?? ""} · ${claim.className ?? ""} · ${kindOf(claim)}`}
      actions={actions}
    >
      <p className="claim-next">{useNextStep(claim)}</p>
      <SetOff claim={claim} />
      <Stations steps={steps} current={findStation(claim)} stopped={claim.payStatus === "5"} />
    </PageHeader>
  );
}

/** Of the rest of an apprenticeship: what was paid in advance, and what is still to be paid. */
function SetOff({
  claim: { approvedCount, approvedAmount, applyAmount, advanceAmount, dueAmount },
}: {
  claim: WholeClaim;
}) {
  const t = useTexts();
  if (advanceAmount === null || Number(advanceAmount) === 0) return null;
  const isDecided = (approvedCount ?? 0) > 0;
  return (
    <p className="claim-sums">
      <span>
        {t(isDecided ? "claim.approved" : "claim.claimed")} <Money value={isDecided ? approvedAmount : applyAmount} />
      </span>
      <span>
        {t("claim.advanced")} <Money value={advanceAmount} />
      </span>
      {isDecided && (
        <strong>
          {t("claim.due")} <Money value={dueAmount} strong />
        </strong>
      )}
    </p>
  );
}

function findStation(claim: WholeClaim): string | null {
  switch (claim.status) {
    case "firstTrial":
      return "first";
    case "reTrial":
      return "second";
    case "compile":
      if (claim.payStatus === "3") return null;
      return claim.payStatus === "0" || claim.payStatus === "1" ? "publicity" : "paid";
    default:
      return "filed";
  }
}

function useNextStep(claim: WholeClaim): string {
  const t = useTexts();
  switch (claim.status) {
    case "firstTrial":
    case "reTrial":
    case "back":
      return t(`claim.next.${claim.status}`);
    case "compile":
      switch (claim.payStatus) {
        case "2":
          return t("claim.next.paying");
        case "3":
          return t("claim.next.paid", { amount: formatMoney(claim.payAmount ?? "0") });
        case "4":
          return t("claim.next.failed");
        case "5":
          return t("claim.next.recovered");
        default:
          return t("claim.next.publicity", { day: claim.publicityEnd ?? "" });
      }
    default:
      return claim.lastClaimDay ? t("claim.next.unSubmitUntil", { day: claim.lastClaimDay }) : t("claim.next.unSubmit");
  }
}
