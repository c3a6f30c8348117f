import type { SubsidyKind } from "@jipei/contract/core/fields/codes.ts";
import { type EnterpriseClassRow, apprenticeship, getStaffSubsidy } from "@jipei/contract/training/enterprise-class.ts";
import { Select } from "antd";
import { useTexts } from "../texts.ts";
import { useClaimKind } from "./claim-kind.tsx";

export interface StaffClaimKind {
  subsidyKind: SubsidyKind;
  isAdvance: "0" | "1";
}
const whole = (subsidyKind: SubsidyKind): StaffClaimKind => ({ subsidyKind, isAdvance: "0" });
const advance: StaffClaimKind = { subsidyKind: apprenticeship, isAdvance: "1" };
/** Classes that a completed project names are paid its price. */
const project = whole("08");

/** The kinds that a class can be claimed for (rules §19-23), the one that is due now first. */
export function getKinds({
  trainKind,
  runState,
}: Pick<EnterpriseClassRow, "trainKind" | "runState">): StaffClaimKind[] {
  if (trainKind !== apprenticeship) return [whole(getStaffSubsidy(trainKind)), project];
  const rest = whole(apprenticeship);
  return runState === "running" ? [advance, rest, project] : [rest, advance, project];
}

interface Props {
  kinds: readonly StaffClaimKind[];
  value: StaffClaimKind;
  onChange: (kind: StaffClaimKind) => void;
}
const getKey = ({ subsidyKind, isAdvance }: StaffClaimKind) => `${subsidyKind}-${isAdvance}`;

export function StaffKindSelect({ kinds, value, onChange }: Props) {
  const t = useTexts();
  const kindOf = useClaimKind();
  return (
    <Select
      aria-label={t("create.kind")}
      value={getKey(value)}
      onChange={(key) => onChange(kinds.find((kind) => getKey(kind) === key) ?? value)}
      options={kinds.map((kind) => ({ value: getKey(kind), label: kindOf(kind) }))}
    />
  );
}
