import { Alert } from "antd";
import { useLabel } from "../../../core/i18n/language.ts";
import type { WholeClaim } from "../../claims/claim-calls.ts";
import { useTexts } from "../../texts.ts";

/** Parameters and standards that are others today than those the claim was committed with and keeps. */
export function PolicyChanges({ claim: { policyChanges } }: { claim: WholeClaim }) {
  const t = useTexts();
  const label = useLabel();
  if (policyChanges.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t("review.policyChanged")}
      description={
        <ul className="review-changes">
          {policyChanges.map(({ key, name, nameEn, before, after, rowCount }) => (
            <li key={key}>
              {t("review.policyChange", {
                name: label([name, nameEn]),
                before,
                after: after ?? t("review.none"),
              })}
              {typeof rowCount === "number" && (
                <span className="unit"> {t("review.policyRows", { count: rowCount })}</span>
              )}
            </li>
          ))}
        </ul>
      }
    />
  );
}
