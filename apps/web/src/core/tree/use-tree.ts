import type { Call } from "@jipei/contract/core/call.ts";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { invoke } from "../api/call-client.ts";
import { CallError } from "../api/call-error.ts";
import { useCall } from "../api/use-call.ts";
import type { ListProps } from "../list/list-props.ts";
import { getId, getValue } from "../form/fields.ts";

interface TreeCalls<R extends object> {
  /** Everything that matches, as a tree. */
  list: Call<unknown, R[]>;
  /** One level; opening a row fetches what is below. */
  level?: Call<unknown, R[]>;
}

interface Tree<R extends object> {
  /** Roots with what is below them; null until they are there. */
  rows: R[] | null;
  loading: boolean;
  error: CallError | null;
  retry: () => void;
  open?: ListProps<R>["open"];
}

const top = "0";

/** The whole tree at once; or level by level as rows are opened, until the user searches. @param enabled whether it is asked for yet */
export function useTree<R extends object>(
  calls: TreeCalls<R>,
  filters: Readonly<Record<string, string>>,
  enabled: boolean,
): Tree<R> {
  const byLevel = calls.level !== undefined && Object.keys(filters).length === 0;
  const whole = useWhole(calls.list, filters, enabled && !byLevel);
  const levels = useLevels(calls.level ?? calls.list, enabled && byLevel);
  return byLevel ? levels : whole;
}

function useWhole<R extends object>(list: Call<unknown, R[]>, filters: object, enabled: boolean): Tree<R> {
  const tree = useCall(list, filters, { keepPrevious: true, enabled });
  return {
    rows: tree.data ?? null,
    loading: tree.isFetching && !tree.isLoading,
    error: tree.isError ? tree.error : null,
    retry: () => void tree.refetch(),
  };
}

function useLevels<R extends object>(level: Call<unknown, R[]>, enabled: boolean): Tree<R> {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const parents = enabled ? [top, ...opened] : [];
  const levels = useQueries({
    queries: parents.map((parentId) => ({
      queryKey: [level.path, { parentId }],
      queryFn: () => invoke(level, { parentId }, { silent: true }),
      staleTime: 60_000,
    })),
  });
  const answers = new Map(parents.map((id, i) => [id, levels[i]?.data]));
  const below = (id: string): R[] =>
    (answers.get(id) ?? []).map((row) =>
      getValue(row, "hasChildren") ? { ...row, children: below(getId(row)) } : row,
    );
  const [first] = levels;
  return {
    rows: first?.data ? below(top) : null,
    loading: levels.some((one, i) => i > 0 && one.isLoading),
    error: first?.error instanceof CallError ? first.error : null,
    retry: () => void first?.refetch(),
    open: { ids: opened, onChange: setOpened },
  };
}
