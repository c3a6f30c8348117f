import { claimFields } from "@jipei/contract/subsidies/claim-fields.ts";
import { lineFields } from "@jipei/contract/subsidies/line-fields.ts";
import { isNumberKind, useFieldText } from "../../core/form/field-value.tsx";
import { formatMoney } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PrintNow } from "../../core/print/print-now.tsx";
import { PrintSheet } from "../../core/print/print-sheet.tsx";
import { useTexts } from "../texts.ts";
import type { ClaimLine, WholeClaim } from "./claim-calls.ts";
import type { ClaimForm } from "./claim-forms.tsx";
import { useClaimKind } from "./claim-kind.tsx";

interface Props {
  claim: WholeClaim;
  form: ClaimForm;
  onDone: () => void;
}

/** A paper form of a claim of either side: what is signed and handed in with it. Numbers are masked as on the screen. */
export function PrintClaim({ claim, form, onDone }: Props) {
  return (
    <PrintNow onDone={onDone}>
      {form === "claim" ? <Application claim={claim} /> : <Certificates claim={claim} />}
    </PrintNow>
  );
}

/** The claim with its people and amounts, and boxes for those who sign it. An account that is not known yet is written by hand. */
function Application({ claim }: { claim: WholeClaim }) {
  const t = useTexts();
  const getFact = useFact(claim);
  const kindOf = useClaimKind();
  const label = useLabel();
  const head = useHead(claim);
  const isReviewed = (claim.approvedCount ?? 0) > 0;
  return (
    <PrintSheet
      wide
      title={t("print.claim")}
      facts={[
        ...head,
        { label: label(claimFields.subsidyKind), value: kindOf(claim) },
        getFact("commitTime"),
        getFact("bankAccountName"),
        getFact("bankName"),
        getFact("bankAccount"),
      ]}
      signatures={(["filedBy", "unitHead", "day", "first", "second"] as const).map((box) => t(`print.${box}`))}
    >
      <People
        lines={claim.detailList}
        columns={["name", "idNumber", "personCategory", "certNo", "attendanceRate", "standardAmount"]}
        sums={[
          { name: "applyAmount", head: t("claim.claimed"), sum: claim.applyAmount },
          ...(isReviewed
            ? [{ name: "approvedAmount" as const, head: t("claim.approved"), sum: claim.approvedAmount }]
            : []),
        ]}
      />
    </PrintSheet>
  );
}

/** The certificates that the claim is for. */
function Certificates({ claim }: { claim: WholeClaim }) {
  const t = useTexts();
  return (
    <PrintSheet
      title={t("print.certificates")}
      facts={useHead(claim)}
      signatures={(["filedBy", "unitHead", "day"] as const).map((box) => t(`print.${box}`))}
    >
      <People
        lines={claim.detailList.filter(({ certNo }) => certNo !== null)}
        columns={["name", "idNumber", "certNo", "certIssueDate"]}
      />
    </PrintSheet>
  );
}

/** What both forms say of the claim at their head. */
function useHead(claim: WholeClaim) {
  const t = useTexts();
  const getFact = useFact(claim);
  return [
    { label: t("print.unit"), value: claim.unitName ?? "" },
    getFact("applyNo"),
    { label: t("print.class"), value: [claim.classNo, claim.className].filter(Boolean).join(" ") },
    getFact("courseName"),
    getFact("level"),
  ];
}

function useFact(claim: WholeClaim) {
  const label = useLabel();
  const getText = useFieldText();
  return (name: keyof typeof claimFields & keyof WholeClaim) => ({
    label: label(claimFields[name]),
    value: getText(claimFields[name], claim[name]),
  });
}

type Column = keyof typeof lineFields & keyof ClaimLine;
/** What stays on one line. */
const whole = new Set<Column>(["name", "idNumber", "certNo", "certIssueDate"]);
function getClass(name: Column): string | undefined {
  if (isNumberKind(lineFields[name])) return "print-number";
  return whole.has(name) ? "print-whole" : undefined;
}

interface PeopleProps {
  lines: readonly ClaimLine[];
  columns: readonly Column[];
  /** Amounts behind the other columns, each with its total. */
  sums?: readonly { name: "applyAmount" | "approvedAmount"; head: string; sum: string | null }[];
}

function People({ lines, columns, sums = [] }: PeopleProps) {
  const t = useTexts();
  const label = useLabel();
  const getText = useFieldText();
  return (
    <table>
      <thead>
        <tr>
          <th>{t("print.no")}</th>
          {columns.map((name) => (
            <th key={name}>{label(lineFields[name])}</th>
          ))}
          {sums.map(({ name, head }) => (
            <th key={name}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={line.id}>
            <td className="print-number">{at + 1}</td>
            {columns.map((name) => (
              <td key={name} className={getClass(name)}>
                {getText(lineFields[name], line[name])}
              </td>
            ))}
            {sums.map(({ name }) => (
              <td key={name} className="print-number">
                {getText(lineFields[name], line[name])}
              </td>
            ))}
          </tr>
        ))}
        {sums.length > 0 && (
          <tr>
            <th scope="row" colSpan={columns.length + 1}>
              {t("claim.people", { n: lines.length })}
            </th>
            {sums.map(({ name, sum }) => (
              <td key={name} className="print-number">
                {formatMoney(sum ?? "0")}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}
