import { leastDiscrimination } from "@jipei/contract/exams/question.ts";
import { useTexts } from "./texts.ts";

/** How well a question tells good candidates from weak ones; a bad one is marked in colour and in words. */
export function Discrimination({ value }: { value: string | null | undefined }) {
  const t = useTexts();
  if (value == null || Number(value) >= leastDiscrimination) return value;
  return (
    <span className="tone-bad">
      {value} <span className="unit">{t("analysis.poor")}</span>
    </span>
  );
}
