import { findIssue } from "@jipei/contract/core/fields/check-field.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { Input } from "antd";
import { plainNumber } from "../../core/form/form-values.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useRowDraft } from "../../core/form/row-drafts.ts";
import { type Part, type ScoreDrafts, type SheetRow, keptUntil } from "./score-drafts.ts";
import { useTexts } from "../texts.ts";

interface Props {
  drafts: ScoreDrafts;
  row: SheetRow;
  part: Part;
  assessed: readonly Part[];
}

/** Input of a score; an earlier score that stays valid is read-only. */
export function ScoreInput({ drafts, row, part, assessed }: Props) {
  const t = useTexts();
  const label = useLabel();
  const draft = useRowDraft(drafts, row.id);
  const kept = keptUntil(row, part);
  if (kept)
    return (
      <span className="numeric">
        {row[part]} <span className="unit">{t("scores.kept", { day: kept })}</span>
      </span>
    );
  const getValue = (one: Part) => draft?.[one] ?? row[one] ?? "";
  const flag = (name: "isAbsent" | "isCheat") => (draft?.[name] ?? row[name]) === "1";
  // A person who was absent has no score.
  const excess =
    flag("isAbsent") &&
    !flag("isCheat") &&
    !row.keepTheory &&
    !row.keepPractice &&
    !row.keepReview &&
    assessed.every((one) => getValue(one) !== "");
  const wrong = excess || findIssue(Grade.fields[part], getValue(part)) !== null;
  return (
    <Input
      className="numeric score"
      inputMode="decimal"
      aria-label={`${label(Grade.fields[part])} ${row.name}`}
      aria-invalid={wrong}
      status={wrong ? "error" : undefined}
      title={excess ? t("scores.absentHint") : undefined}
      value={getValue(part)}
      disabled={flag("isCheat")}
      onChange={(event) => drafts.edit(row.id, { [part]: plainNumber(event.target.value) })}
    />
  );
}
