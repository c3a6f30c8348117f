import type { Entity } from "@jipei/contract/core/entity.ts";
import { pageSizes } from "@jipei/contract/core/fields/page-sizes.ts";
import { Button, Pagination } from "antd";
import { Suspense } from "react";
import { usePageButtons } from "./page-buttons.ts";
import { getFields } from "../form/fields.ts";
import type { FieldName } from "../form/fields.ts";
import { formatCount } from "../format/numbers.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { Empty, Failed, Skeleton } from "../ui/states.tsx";
import { usePhone } from "../ui/use-width.ts";
import { getColumns } from "../list/columns/columns.tsx";
import type { Column } from "../list/columns/columns.tsx";
import type { CrudPageProps } from "./crud-page-props.ts";
import { ListTable } from "../list/list-table.tsx";
import type { ListProps } from "../list/list-props.ts";
import type { Crud } from "./use-crud.ts";

const ListCards = lazyPart(() => import("../list/list-cards.tsx").then(({ ListCards }) => ListCards));

interface Props<E extends Entity, R extends object, D extends object, L, S, A extends string> {
  page: CrudPageProps<E, R, D, L, S, A>;
  crud: Crud<E, R, D, L, S, A>;
}

/** The rows as a table, on a phone as cards, or a message where there are none. */
export function CrudRows<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  page,
  crud,
}: Props<E, R, D, L, S, A>) {
  const phone = usePhone();
  const { list, state, rows } = crud;
  if (list.isError && !crud.page) return <Failed error={list.error} onRetry={crud.tools.reload} />;
  if (!crud.page) return <Skeleton />;
  if (rows.length === 0 && !list.isPlaceholderData)
    return (
      <Nothing
        filtered={Object.keys(state.filters).length > 0}
        onClear={() => state.search({})}
        onAdd={crud.mayAdd ? () => crud.setEditing("new") : undefined}
      />
    );
  const shown: ListProps<R> = {
    name: crud.name,
    columns: crud.columns.filter((column, i) => i === 0 || !crud.prefs.hidden.includes(column.key)),
    rows,
    titleOf: crud.titleOf,
    loading: list.isFetching && !list.isLoading,
    sort: state.sort,
    onSort: state.order,
    density: crud.prefs.density,
    isNew: crud.isNew,
    onOpen: page.pick?.onPick ?? crud.show,
    current: page.pick?.id,
    ...(page.numbered && { firstNumber: (state.current - 1) * crud.size + 1 }),
    actionsOf: crud.actionsOf,
    ...(crud.selectable && { selection: { rows: crud.selected, onChange: crud.setSelected } }),
  };
  if (!phone) return <ListTable {...shown} />;
  return (
    <Suspense fallback={<Skeleton />}>
      <ListCards {...shown} card={cardOf(page, crud.columns)} />
    </Suspense>
  );
}

function Nothing({ filtered, onClear, onAdd }: { filtered: boolean; onClear: () => void; onAdd?: () => void }) {
  const t = useTexts();
  if (filtered)
    return (
      <Empty text={t("list.emptyFiltered")}>
        <Button onClick={onClear}>{t("list.clearFilters")}</Button>
      </Empty>
    );
  return <Empty>{onAdd && <Button onClick={onAdd}>{t("list.add")}</Button>}</Empty>;
}

/** Heading, state and the next columns, unless the page states the fields. */
function cardOf<E extends Entity, R extends object, D extends object, L, S, A extends string>(
  { entity, card, machine }: CrudPageProps<E, R, D, L, S, A>,
  columns: readonly Column<R>[],
): readonly Column<R>[] {
  if (card) return getColumns(entity, card);
  const state = machine?.field ?? findFirstState(entity);
  const keys = new Set([entity.title, ...(state ? [state] : []), ...columns.map(({ key }) => key)]);
  return [...keys]
    .slice(0, 4)
    .flatMap((key) => columns.find((column) => column.key === key) ?? getColumns<E, R>(entity, [key as FieldName<E>]));
}

/** The first code whose words have colours. */
const findFirstState = (entity: Entity): string | undefined =>
  Object.entries(getFields(entity)).find(
    ([, field]) => field.kind === "code" && Object.values(field.codes?.codes ?? {}).some((entry) => entry[2]),
  )?.[0];

/** The pagination: page and page size. */
export function CrudPagination<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  crud: { page, size, state, setPrefs },
}: Pick<Props<E, R, D, L, S, A>, "crud">) {
  const t = useTexts();
  const phone = usePhone();
  const itemRender = usePageButtons();
  if (!page || page.total === 0) return null;
  return (
    <Pagination
      className="crud-pagination"
      align="end"
      simple={phone}
      itemRender={itemRender}
      current={state.current}
      pageSize={size}
      // A very long list has pages only up to the last row that can be reached.
      total={Math.min(page.total, page.pages * size)}
      showSizeChanger={!phone}
      pageSizeOptions={[...pageSizes]}
      showTotal={() => t("list.total", { n: formatCount(page.total) })}
      onChange={(current, chosen) => {
        if (chosen === size) return state.turn(current);
        setPrefs({ size: chosen });
        state.turn(1, chosen);
      }}
    />
  );
}
