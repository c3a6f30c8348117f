import type { CodeList, Tone } from "@jipei/contract/core/fields/field.ts";
import { useLabel } from "../i18n/language.ts";
import "./status-tag.css";

/** The label of a code; an unknown code is shown as it is. */
export const useCodeText = () => {
  const label = useLabel();
  return (codes: CodeList | undefined, value: string): string => {
    const entry = codes?.codes[value];
    return entry ? label(entry) : value;
  };
};

export const findTone = (codes: CodeList | undefined, value: string): Tone | undefined => codes?.codes[value]?.[2];

/** A state by label and colour. */
export function StatusTag({ codes, value }: { codes?: CodeList; value: string | null | undefined }) {
  const getText = useCodeText();
  if (!value) return null;
  return <span className={`status-tag tone-${findTone(codes, value) ?? "neutral"}`}>{getText(codes, value)}</span>;
}
