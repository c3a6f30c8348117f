import { subsidyKind } from "@jipei/contract/core/fields/codes.ts";
import type { SubsidyApplicationRow } from "@jipei/contract/subsidies/subsidy-application.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";

type Kind = Pick<SubsidyApplicationRow, "subsidyKind"> & { isAdvance: string | null };

/** What a claim is for: the kind of subsidy, and whether it is an advance on it. */
export function useClaimKind(): (kind: Kind) => string {
  const t = useTexts();
  const label = useLabel();
  return ({ subsidyKind: code, isAdvance }) => {
    const kind = label(subsidyKind.codes[code]);
    return isAdvance === "1" ? t("claim.advanceOf", { kind }) : kind;
  };
}

function ClaimKind({ kind }: { kind: Kind }) {
  return useClaimKind()(kind);
}

/** The same as a column of a list. */
export const kindColumn = {
  field: "subsidyKind",
  render: (row: Kind) => <ClaimKind kind={row} />,
} as const;
