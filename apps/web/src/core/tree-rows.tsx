import { lazy, Suspense } from "react";
import type { CallError } from "./call-error.ts";
import type { Column } from "./columns.tsx";
import { type Named, useLabel } from "./i18n/language.ts";
import { type ListProps, ListTable, withBranches } from "./list-table.tsx";
import type { AnyRow } from "./ref-select.tsx";
import type { RowAction } from "./row-actions.tsx";
import { Empty, Failed, Skeleton } from "./states.tsx";
import { useTexts } from "./texts.ts";
import { usePhone } from "./use-width.ts";

const ListCards = lazy(() => import("./list-cards.tsx").then(({ ListCards }) => ({ default: ListCards })));

interface Props extends Omit<ListProps, "rows"> {
  /** Roots with what is below them; null until they are there. */
  rows: readonly AnyRow[] | null;
  error: CallError | null;
  onRetry: () => void;
  filters: Readonly<Record<string, string>>;
  /** Fields of a card on a phone; the first is its heading. */
  card: readonly Column[];
}

/** The rows of a tree as a table, on a phone as cards, or what there is instead of them. */
export function TreeRows({ rows, error, onRetry, filters, card, ...list }: Props) {
  const t = useTexts();
  const label = useLabel();
  const phone = usePhone();
  const { open, actionsOf } = list;
  if (error) return <Failed error={error} onRetry={onRetry} />;
  if (!rows) return <Skeleton />;
  if (rows.length === 0) return <Empty text={Object.keys(filters).length > 0 ? t("list.emptyFiltered") : undefined} />;
  // What the table leaves open belongs to one answer: another filter begins anew.
  if (!phone) return <ListTable key={open ? "levels" : JSON.stringify(filters)} {...list} rows={rows} />;
  return (
    <Suspense fallback={<Skeleton />}>
      <ListCards
        {...list}
        actionsOf={(row) => [
          ...(open && row["hasChildren"] === true ? [openAction(row, open, label)] : []),
          ...(actionsOf?.(row) ?? []),
        ]}
        rows={withBranches(rows)}
        depthOf={depthsOf(rows)}
        card={card}
      />
    </Suspense>
  );
}

/** How far below the roots each row stands. */
function depthsOf(rows: readonly AnyRow[]): (row: AnyRow) => number {
  const depths = new Map<AnyRow, number>();
  const walk = (level: readonly AnyRow[], depth: number): void => {
    for (const row of level) {
      depths.set(row, depth);
      walk((row["children"] as AnyRow[] | undefined) ?? [], depth + 1);
    }
  };
  walk(rows, 0);
  return (row) => depths.get(row) ?? 0;
}

/** On a phone a row is opened by a button of its card. */
function openAction(
  row: AnyRow,
  { ids, onChange }: NonNullable<ListProps["open"]>,
  label: (named: Named) => string,
): RowAction {
  const id = String(row["id"]);
  const isOpen = ids.includes(id);
  return {
    key: "open",
    label: isOpen ? label(["收起", "Close"]) : label(["展开", "Open"]),
    run: () => onChange(isOpen ? ids.filter((one) => one !== id) : [...ids, id]),
  };
}
