import type { Branch } from "@jipei/contract/core/tree.ts";
import { type DictionaryHead, type DictionaryRow } from "@jipei/contract/settings/dictionary.ts";
import { Alert, TreeSelect } from "antd";
import { createContext, use, useState } from "react";
import { useCall } from "../core/api/use-call.ts";
import type { ControlProps } from "../core/form/field-control.tsx";
import type { ByField } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { getColumns } from "../core/list/columns/columns.tsx";
import { SearchBar } from "../core/list/search-bar.tsx";
import { canDo, useSession } from "../core/session/session.ts";
import type { Place } from "../core/tree/tree-control.tsx";
import { TreeButtons, TreeDialogs } from "../core/tree/tree-dialogs.tsx";
import { TreeRows } from "../core/tree/tree-rows.tsx";
import { useTreeActions } from "../core/tree/use-tree-actions.ts";
import type { DictionaryProps } from "./dictionary-props.ts";
import { getName, valuesName } from "./dictionary-words.ts";

type Entry = Branch<DictionaryRow>;

/** The filters that something was typed into. */
const withoutEmpty = (filters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== ""));

interface Props extends DictionaryProps {
  headId: string;
  /** The head as its list knows it; null when the page was opened by its address. */
  picked: DictionaryHead | null;
}

/** Values of one list as a tree: what of it may be changed depends on who keeps the list. */
export function DictionaryEntries({ entity, calls, resource, headId, picked }: Props) {
  const label = useLabel();
  const session = useSession();
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const { head, keeping, rows, ...state } = useEntries({ calls, headId, picked }, filters);
  const getTitle = (row: Pick<DictionaryRow, "dictValue" | "dictValueEn">) => label(getName(row));
  const own = keeping === "own";
  const actions = useTreeActions<Entry>({
    may: (right) => keeping !== undefined && keeping !== "fixed" && canDo(resource, right, session),
    remove: calls.remove,
    titleOf: getTitle,
    holds: () => own,
  });
  const columns = getColumns<typeof entity, Entry>(entity, [
    { field: "dictValue", width: 160, render: getTitle },
    { field: "dictKey", width: 96 },
    "sort",
    "isSealed",
    "remark",
  ]);
  return (
    <>
      <div className="toolbar entries-head">
        <h2 id={`${resource}-entries`} className="section-title grow">
          {head ? `${getTitle(head)} · ${head.code}` : label(valuesName)}
        </h2>
        <TreeButtons actions={actions} />
      </div>
      {keeping && keeping !== "own" && (
        <Alert type="info" showIcon className="entries-note" title={label(keptBy[keeping])} />
      )}
      <SearchBar
        entity={entity}
        fields={["dictKey", "dictValue"]}
        filters={filters}
        onSearch={(next) => setFilters(withoutEmpty(next))}
        onAgain={state.onRetry}
      />
      <TreeRows
        {...actions.list}
        name={label(valuesName)}
        columns={columns}
        {...state}
        rows={rows}
        filters={filters}
        card={columns.slice(0, 4)}
      />
      {head && rows && (
        <Places
          value={[{ value: headId, title: getTitle(head), children: getPlaces(rows, actions.edited?.id, getTitle) }]}
        >
          <TreeDialogs
            actions={actions}
            page={{
              entity,
              calls,
              form: ["code", "parentId", "dictKey", "dictValue", "dictValueEn", "sort", "isSealed", "remark"],
              initial: (above) => ({
                code: head.code,
                parentId: above?.id ?? headId,
                sort: rows.length + 1,
                isSealed: "0" as const,
              }),
              controls: () => controls,
              locked: (row) => (own ? ["code"] : lockedBuiltIn[row ? "edited" : "added"]),
              formWidth: 880,
            }}
          />
        </Places>
      )}
    </>
  );
}

/** The head, who keeps its list, and the values in it. */
function useEntries({ calls, headId, picked }: Pick<Props, "calls" | "headId" | "picked">, filters: object) {
  const detail = useCall(calls.detail, { id: headId });
  const code = detail.data?.code;
  const heads = useCall(calls.parentList, { code_equal: code }, { enabled: !picked && code !== undefined });
  const tree = useCall(calls.childList, { parentId: headId, ...filters }, { keepPrevious: true });
  return {
    head: detail.data,
    keeping: (picked ?? heads.data?.records[0])?.keeping,
    rows: tree.data ?? null,
    loading: tree.isFetching && !tree.isLoading,
    error: detail.error ?? tree.error,
    onRetry: () => void (detail.isError ? detail.refetch() : tree.refetch()),
  };
}

/** What the software decides about the values of its own lists. */
const lockedBuiltIn = {
  edited: ["code", "parentId", "dictKey", "dictValue", "dictValueEn"],
  added: ["code", "parentId"],
} as const;

const keptBy = {
  built: [
    "该字典由系统内置：名称和键值固定，可以封存、调整排序，未使用的值可以删除，删除后可按原键值重新新增。",
    "This list is built in: names and keys are fixed. Values can be sealed and reordered, and deleted while unused; a deleted value can be added again under its key.",
  ],
  fixed: ["该字典由系统固定，只能查看。", "This list is fixed by the system and read-only."],
} as const;

/** What an entry may stand below: the head, or another entry that is not below it. */
function getPlaces(
  entries: readonly Entry[],
  self: string | undefined,
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
