import { personCategory } from "@jipei/contract/core/fields/person-codes.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { formatPercent } from "../../../core/format/numbers.ts";
import { useLabel } from "../../../core/i18n/language.ts";
import type { ClaimLine } from "../../claims/claim-calls.ts";

/** What the claim says of a person: identity, category, certificate, attendance and scores. */
export function LineFacts({ line }: { line: ClaimLine }) {
  const label = useLabel();
  const fact = (name: keyof typeof SubsidyLine.fields, value: string | null) => (
    <div>
      <dt>{label(SubsidyLine.fields[name])}</dt>
      <dd>{value ?? "—"}</dd>
    </div>
  );
  return (
    <dl className="facts">
      {fact("idNumber", line.idNumber)}
      {fact("personCategory", line.personCategory ? label(personCategory.codes[line.personCategory]) : null)}
      {fact("certNo", line.certNo)}
      {fact("certIssueDate", line.certIssueDate)}
      {fact("attendanceRate", line.attendanceRate === null ? null : formatPercent(line.attendanceRate))}
      {fact("theoryScore", line.theoryScore)}
      {fact("practiceScore", line.practiceScore)}
    </dl>
  );
}
