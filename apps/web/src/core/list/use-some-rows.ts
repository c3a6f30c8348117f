import { useTexts } from "../i18n/core-texts.ts";
import { notify } from "../ui/notify.ts";

/** Starts work with the rows that are ticked, or says that none is. */
export function useSomeRows(): <R>(rows: readonly R[], work: (rows: readonly R[]) => void) => void {
  const t = useTexts();
  return (rows, work) => {
    if (rows.length === 0) notify("warning", t("list.nothingTicked"));
    else work(rows);
  };
}
