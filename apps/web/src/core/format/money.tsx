import { useLanguage } from "../i18n/language.ts";
import { formatMoney } from "./numbers.ts";

/** An amount in yuan with separators and two decimals; nothing for an empty one. */
export function Money({ value, strong }: { value: string | null | undefined; strong?: boolean }) {
  useLanguage();
  if (value == null || value === "") return <span>—</span>;
  return <span className={strong ? "numeric strong" : "numeric"}>{formatMoney(value)}</span>;
}
