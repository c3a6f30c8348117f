import type { ByField } from "../core/form/fields.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { type DictionaryHead, type DictionaryRow, headKey } from "@jipei/contract/settings/dictionary.ts";
import { Alert, Button, TreeSelect } from "antd";
import { createContext, Suspense, use, useState } from "react";
import { getColumns } from "../core/list/columns.tsx";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import type { RowAction } from "../core/crud/row-actions.tsx";
import { SearchBar } from "../core/list/search-bar.tsx";
import { can, useSession } from "../core/session/session.ts";
import { useTexts } from "../core/i18n/core-texts.ts";
import { TreeRows } from "../core/tree/tree-rows.tsx";
import { lazyPart } from "../core/ui/lazy-part.ts";
import { useCall } from "../core/api/use-call.ts";
import { useRemove } from "../core/moves/use-remove.tsx";
import type { DictionaryProps } from "./dictionary-props.ts";

const RowForm = lazyPart(() => import("../core/dialog/row-form.tsx").then(({ RowForm }) => RowForm));
const RowView = lazyPart(() => import("../core/crud/row-view.tsx").then(({ RowView }) => RowView));

type Entry = Branch<DictionaryRow>;
type Editing = { row: Entry } | { below: string } | null;

interface Props extends DictionaryProps {
  headId: string;
  /** The head as its list knows it; null when the page was opened by its address. */
  picked: DictionaryHead | null;
}

/** Values of one list as a tree: what of it may be changed depends on who keeps the list. */
export function DictionaryEntries({ entity, calls, resource, headId, picked }: Props) {
  const t = useTexts();
  const label = useLabel();
  const session = useSession();
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const [selected, setSelected] = useState<ReadonlyMap<string, Entry>>(new Map());
  const [editing, setEditing] = useState<Editing>(null);
  const [viewing, setViewing] = useState<string | null>(null);
  const detail = useCall(calls.detail, { id: headId });
  const code = detail.data?.code;
  const heads = useCall(calls.parentList, { code_equal: code }, { enabled: !picked && code !== undefined });
  const head = picked ?? heads.data?.records[0];
  const tree = useCall(calls.childList, { parentId: headId, ...filters }, { keepPrevious: true });
  const rows = tree.data ?? [];

  const getTitle = (row: Pick<DictionaryRow, "dictValue" | "dictValueEn">) =>
    label([row.dictValue, row.dictValueEn ?? row.dictValue]);
  const headTitle = detail.data ? getTitle(detail.data) : headKey;
  const remove = useRemove(calls.remove, getTitle, () => setSelected(new Map()));
  const changeable = head !== undefined && head.keeping !== "fixed";
  const may = (right: string) => changeable && can(`${resource}_${right}`, session);
  const changes = (row: Entry): RowAction[] => [
    ...(may("edit") ? [{ key: "edit", label: t("list.edit"), run: () => setEditing({ row }) }] : []),
    ...(may("add") && head?.keeping === "own"
      ? [{ key: "below", label: label(["新增下级", "Add below"]), run: () => setEditing({ below: row.id }) }]
      : []),
    ...(may("delete") ? [{ key: "remove", label: t("list.remove"), danger: true, run: () => remove.ask([row]) }] : []),
  ];
  const columns = getColumns<typeof entity, Entry>(entity, [
    { field: "dictValue", width: 160, render: getTitle },
    { field: "dictKey", width: 96 },
    "sort",
    "isSealed",
    "remark",
  ]);
  const list = {
    name: label(["字典值", "Values"]),
    columns,
    titleOf: getTitle,
    loading: tree.isFetching && !tree.isLoading,
    onOpen: (row: Entry) => setViewing(row.id),
    actionsOf: (row: Entry): RowAction[] => [
      { key: "view", label: t("list.view"), run: () => setViewing(row.id) },
      ...changes(row),
    ],
    ...(may("delete") && { selection: { rows: selected, onChange: setSelected } }),
  };
  return (
    <>
      <div className="toolbar entries-head">
        <h2 id={`${resource}-entries`} className="section-title grow">
          {detail.data ? `${headTitle} · ${detail.data.code}` : label(["字典值", "Values"])}
        </h2>
        {may("add") && (
          <Button type="primary" onClick={() => setEditing({ below: headId })}>
            {t("list.add")}
          </Button>
        )}
        {may("delete") && (
          <Button danger onClick={() => remove.ask([...selected.values()])}>
            {t("list.remove")}
          </Button>
        )}
      </div>
      {head && head.keeping !== "own" && (
        <Alert type="info" showIcon className="entries-note" title={label(keptBy[head.keeping])} />
      )}
      <SearchBar
        entity={entity}
        fields={["dictKey", "dictValue"]}
        filters={filters}
        onSearch={(next) =>
          setFilters(Object.fromEntries(Object.entries(next).filter(([, value]) => value.trim() !== "")))
        }
      />
      <TreeRows
        {...list}
        rows={tree.data ? rows : null}
        error={detail.error ?? tree.error}
        onRetry={() => void (detail.isError ? detail.refetch() : tree.refetch())}
        filters={filters}
        card={columns.slice(0, 4)}
      />
      <Suspense fallback={null}>
        {viewing && (
          <RowView
            entity={entity}
            id={viewing}
            row={undefined}
            detail={calls.detail}
            actionsOf={changes}
            onClose={() => setViewing(null)}
          />
        )}
        {editing && code && (
          <Places
            value={[
              {
                value: headId,
                title: headTitle,
                disabled: false,
                children: getPlaces(rows, "row" in editing ? editing.row.id : null, getTitle),
              },
            ]}
          >
            <RowForm
              entity={entity}
              sections={[
                { fields: ["code", "parentId", "dictKey", "dictValue", "dictValueEn", "sort", "isSealed", "remark"] },
              ]}
              row={"row" in editing ? editing.row : null}
              initial={{
                code,
                parentId: "below" in editing ? editing.below : headId,
                sort: rows.length + 1,
                isSealed: "0",
              }}
              detail={calls.detail}
              submit={calls.submit}
              controls={controls}
              locked={head?.keeping === "own" ? ["code"] : lockedBuiltIn["row" in editing ? "edited" : "added"]}
              width={880}
              onClose={() => setEditing(null)}
            />
          </Places>
        )}
      </Suspense>
      {remove.dialogs}
    </>
  );
}

/** What the software decides about the values of its own lists. */
const lockedBuiltIn = {
  edited: ["code", "parentId", "dictKey", "dictValue", "dictValueEn"],
  added: ["code", "parentId"],
} as const;

const keptBy = {
  built: [
    "该字典由系统内置：名称和键值固定，可以封存、调整排序，未使用的值可以删除，删除后可按原键值重新新增。",
    "This list comes with the software: names and keys stay; values may be sealed and reordered, and removed while nothing uses them; a removed value comes back under its key.",
  ],
  fixed: ["该字典由系统固定，只能查看。", "The software decides by this list; it can only be read."],
} as const;

interface Place {
  value: string;
  title: string;
  disabled: boolean;
  children: Place[];
}

/** What an entry may stand below: the head, or another entry that is not below it. */
function getPlaces(
  entries: readonly Entry[],
  self: string | null,
  titleOf: (row: Entry) => string,
  inside = false,
): Place[] {
  return entries.map((entry) => {
    const disabled = inside || entry.id === self;
    return {
      value: entry.id,
      title: titleOf(entry),
      disabled,
      children: getPlaces(entry.children ?? [], self, titleOf, disabled),
    };
  });
}

const Places = createContext<readonly Place[]>([]);

function ParentControl({ field: _field, value, onChange, ...props }: ControlProps) {
  const places = use(Places);
  return (
    <TreeSelect
      {...props}
      value={value as string | undefined}
      onChange={(chosen: string) => onChange?.(chosen)}
      treeData={places as Place[]}
      treeDefaultExpandAll
      style={{ width: "100%" }}
    />
  );
}
const controls = { parentId: ParentControl } satisfies ByField<DictionaryProps["entity"], unknown>;
