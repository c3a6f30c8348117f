import { payStatus, subsidyKind, subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import type { ReactNode } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import { formatMoney } from "../../core/format/numbers.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { type Station, Stations } from "../../core/ui/stations.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import type { WholeClaim } from "./claim-calls.ts";
import { useTexts } from "../texts.ts";

/** Header of a claim: number, state, who has to act next, and the stations still to pass. */
export function ClaimHeader({ claim, actions }: { claim: WholeClaim; actions?: ReactNode }) {
  const t = useTexts();
  const label = useLabel();
  const steps: Station[] = (["filed", "first", "second", "publicity", "paid"] as const).map((key) => ({
    key,
    name: { zh: t(`stations.${key}`), en: t(`stations.${key}`) },
  }));
  const kind = claim.subsidyKind ? label(subsidyKind.codes[claim.subsidyKind]) : "";
  return (
    <PageHeader
      title={claim.applyNo ?? t("claims.title")}
      status={
        <>
          <StatusTag codes={subsidyStatus} value={claim.status} />
          {claim.status === "compile" && <StatusTag codes={payStatus} value={claim.payStatus} />}
        </>
      }
      subtitle={`${claim.unitName ?? ""} · ${claim.className ?? ""} · ${kind}`}
      actions={actions}
    >
      <p className="claim-next">{useNextStep(claim)}</p>
      <Stations steps={steps} current={findStation(claim)} stopped={claim.payStatus === "5"} />
    </PageHeader>
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
      return t("claim.next.unSubmit");
  }
}
