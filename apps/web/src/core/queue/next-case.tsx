import { Button } from "antd";
import { useTexts } from "../i18n/core-texts.ts";
import { type Address, useGo } from "../page/link.ts";
import { useKeys } from "./use-keys.ts";

interface Props<R> {
  /** The oldest cases that wait, at least two where there are so many, and how many there are; undefined while that is not known. */
  cases: { records: readonly R[]; total: number } | undefined;
  /** The case on screen. */
  id: string;
  /** Whether it is among them. */
  waits: boolean;
  nameOf: (row: R) => string | null;
  open: (id: string) => Address;
}

/** Leads from a case to the oldest other one that waits for the same desk; the key N does the same. */
export function NextCase<R extends { id: string }>({ cases, id, waits, nameOf, open }: Props<R>) {
  const t = useTexts();
  const go = useGo();
  const next = cases?.records.find((one) => one.id !== id);
  const openNext = next && (() => void go(open(next.id)));
  useKeys({ n: openNext });
  if (!cases || !next) return null;
  return (
    <Button type={waits ? "default" : "primary"} onClick={openNext} title="N">
      {t("queue.nextOf", { name: nameOf(next) ?? "", n: cases.total - (waits ? 1 : 0) })}
    </Button>
  );
}
