import type { OutputOf } from "@jipei/contract/core/call.ts";
import { claimChanges } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { findingSeverity } from "@jipei/contract/subsidies/subsidy-codes.ts";
import { Alert } from "antd";
import { useCall } from "../../../core/api/use-call.ts";
import { formatDateTime } from "../../../core/format/dates.ts";
import { StatusTag } from "../../../core/format/status-tag.tsx";
import { joinNames } from "../../../core/i18n/join-names.ts";
import { useLabel } from "../../../core/i18n/language.ts";
import { Unanswered } from "../../../core/ui/states.tsx";
import type { WholeClaim } from "../../claims/claim-calls.ts";
import { useTexts } from "../../texts.ts";
import { EvidenceLinks } from "./evidence-links.tsx";

type Change = OutputOf<typeof claimChanges>["changes"][number];

interface Props {
  claim: WholeClaim;
  onChoose: (lineId: string) => void;
}

/** What the newest check found otherwise than the one before it, by whom and when, and what has changed since. */
export function ClaimChanges({ claim, onChoose }: Props) {
  const t = useTexts();
  const found = useCall(claimChanges, { applyId: claim.id }, { staleTime: 0 });
  // No list means that nothing has changed, so a failure has to be said.
  if (found.isError) return <Unanswered queries={[found]} />;
  if (!found.data) return null;
  const { changes, unchecked } = found.data;
  const names = unchecked.map(({ name }) => name ?? t("review.head"));
  return (
    <>
      {changes.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("review.changed")}
          description={
            <ul className="review-changes">
              {changes.map((change) => (
                <ChangeItem key={`${change.lineId} ${change.ruleCode}`} change={change} onChoose={onChoose} />
              ))}
            </ul>
          }
        />
      )}
      {names.length > 0 && <Alert type="warning" showIcon title={t("review.unchecked", { names: joinNames(names) })} />}
    </>
  );
}

function ChangeItem({ change, onChoose }: { change: Change; onChoose: (lineId: string) => void }) {
  const t = useTexts();
  const label = useLabel();
  const { lineId, name, changedBy, changedTime, changeReason } = change;
  const said = (zh: string | null | undefined, en: string | null | undefined) => label([zh ?? "—", en ?? zh ?? "—"]);
  return (
    <li>
      {lineId && (
        <button type="button" className="link-button" onClick={() => onChoose(lineId)}>
          {name}
        </button>
      )}{" "}
      {t("review.change", {
        name: label([change.ruleName, change.ruleNameEn]),
        before: said(change.before, change.beforeEn),
        after: said(change.after, change.afterEn),
      })}{" "}
      {change.isPass === "0" && <StatusTag codes={findingSeverity} value={change.severity} />}{" "}
      <span className="unit">
        {changedBy && changedTime
          ? t("review.changedBy", { time: formatDateTime(changedTime), by: changedBy })
          : t("review.foundAt", { time: formatDateTime(change.checkedTime) })}
        {changeReason && ` ${t("review.changedReason", { reason: changeReason })}`}
      </span>{" "}
      <EvidenceLinks links={change.evidence} />
    </li>
  );
}
