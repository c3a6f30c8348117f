import { Suspense } from "react";
import type { CallError } from "../api/call-error.ts";
import type { Column } from "../list/columns/columns.tsx";
import { type Named, useLabel } from "../i18n/language.ts";
import { getBranches, withBranches } from "../list/branches.ts";
import type { ListProps } from "../list/list-props.ts";
import { ListTable } from "../list/list-table.tsx";
import { getId, getValue } from "../form/fields.ts";
import type { RowAction } from "../crud/row-actions.tsx";
import { Empty, Failed, Skeleton } from "../ui/states.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { usePhone } from "../ui/use-width.ts";

const ListCards = lazyPart(() => import("../list/list-cards.tsx").then(({ ListCards }) => ListCards));

interface Props<R extends object> extends Omit<ListProps<R>, "rows"> {
  /** Roots with what is below them; null until they are there. */
  rows: readonly R[] | null;
  error: CallError | null;
  onRetry: () => void;
  filters: Readonly<Record<string, string>>;
  /** Fields of a card on a phone; the first is its heading. */
  card: readonly Column<R>[];
}

/** The rows of a tree as a table, on a phone as cards, or a message where there are none. */
export function TreeRows<R extends object>({ rows, error, onRetry, filters, card, ...list }: Props<R>) {
  const t = useTexts();
  const label = useLabel();
  const phone = usePhone();
  const { open, actionsOf } = list;
  if (error) return <Failed error={error} onRetry={onRetry} />;
  if (!rows) return <Skeleton />;
  if (rows.length === 0) return <Empty text={Object.keys(filters).length > 0 ? t("list.emptyFiltered") : undefined} />;
  // Which rows are open belongs to one answer: another filter starts again.
  if (!phone) return <ListTable key={open ? "levels" : JSON.stringify(filters)} {...list} rows={rows} />;
  return (
    <Suspense fallback={<Skeleton />}>
      <ListCards
        {...list}
        actionsOf={(row) => [
          ...(open && getValue(row, "hasChildren") === true ? [openAction(row, open, label)] : []),
          ...(actionsOf?.(row) ?? []),
        ]}
        rows={withBranches(rows)}
        depthOf={getDepths(rows)}
        card={card}
      />
    </Suspense>
  );
}

/** The level of each row below the roots. */
function getDepths<R extends object>(rows: readonly R[]): (row: R) => number {
  const depths = new Map<R, number>();
  const walk = (level: readonly R[], depth: number): void => {
    for (const row of level) {
      depths.set(row, depth);
      walk(getBranches(row), depth + 1);
    }
  };
  walk(rows, 0);
  return (row) => depths.get(row) ?? 0;
}

/** On a phone a row is opened by a button of its card. */
function openAction(
  row: object,
  { ids, onChange }: NonNullable<ListProps["open"]>,
  label: (named: Named) => string,
): RowAction {
  const id = getId(row);
  const isOpen = ids.includes(id);
  return {
    key: "open",
    label: isOpen ? label(["收起", "Close"]) : label(["展开", "Open"]),
    run: () => onChange(isOpen ? ids.filter((one) => one !== id) : [...ids, id]),
  };
}
