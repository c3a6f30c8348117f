import type { CodeList, Tone } from "@jipei/contract/core/field.ts";
import { useLabel } from "./i18n/language.ts";
import "./status-tag.css";

/** The word of a code; one that the list does not know is shown as it is. */
export const useCodeText = () => {
  const label = useLabel();
  return (codes: CodeList | undefined, value: string): string => {
    const entry = codes?.codes[value];
    return entry ? label(entry) : value;
  };
};

export const toneOf = (codes: CodeList | undefined, value: string): Tone | undefined => codes?.codes[value]?.[2];

/** A state by word and colour. */
export function StatusTag({ codes, value }: { codes?: CodeList; value: string | null | undefined }) {
  const textOf = useCodeText();
  if (!value) return null;
  return <span className={`status-tag tone-${toneOf(codes, value) ?? "neutral"}`}>{textOf(codes, value)}</span>;
}
