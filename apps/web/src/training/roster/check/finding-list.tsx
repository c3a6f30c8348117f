import type { StudentFinding } from "@jipei/contract/training/student.ts";
import { formatDateTime } from "../../../core/format/dates.ts";
import { useLabel } from "../../../core/i18n/language.ts";
import { severities } from "./severities.ts";
import { useTexts } from "../texts.ts";
import "../../../core/format/status-tag.css";

/** Findings of one person: rule, outcome, expected and found, and the way to the evidence. */
export function FindingList({
  findings,
  onEvidence,
}: {
  findings: readonly StudentFinding[];
  onEvidence: (id: string) => void;
}) {
  const t = useTexts();
  const label = useLabel();
  const outcome = (one: StudentFinding) => {
    if (one.isPass === 1) return ["good", t("check.pass")] as const;
    const { tone, text } = severities[one.severity] ?? severities[3]!;
    return [tone, t(text)] as const;
  };
  return (
    <ul className="finding-list">
      {findings.map((one) => {
        const [tone, word] = outcome(one);
        return (
          <li key={one.rule}>
            <span className={`status-tag tone-${tone}`}>{word}</span>
            <span className="finding-rule">{label({ zh: one.ruleZh, en: one.ruleEn })}</span>
            <span className="finding-text">
              {label({ zh: one.zh, en: one.en })}
              {one.expected && one.isPass === 0 && (
                <span className="unit">
                  {" "}
                  {t("check.expected")} {one.expected} · {t("check.actual")} {one.actual}
                </span>
              )}
            </span>
            {one.evidenceId && (
              <button
                type="button"
                className="link-button"
                onClick={() => onEvidence(one.evidenceId as string)}
                title={one.queryTime ? t("check.asked", { time: formatDateTime(one.queryTime) }) : undefined}
              >
                {t("check.evidence")}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
