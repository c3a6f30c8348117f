import type { Entity } from "@jipei/contract/core/entity.ts";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { readView, writeView } from "./list-params.ts";
import type { ListView, Sort } from "./list-params.ts";

export interface ListState extends ListView {
  /** New filters; empty ones are dropped and the list starts over at page 1. */
  search: (filters: Record<string, string>) => void;
  /** @param size rows a page, where it changes */
  turn: (current: number, size?: number) => void;
  order: (sort: Sort | null) => void;
  hide: (columns: readonly string[]) => void;
  /** Takes filters, order and columns of a view (`viewQuery`) in place of those that are set. */
  open: (query: string) => void;
  /** Id of the row that is shown in full, so that an address can point to it. */
  viewing: string | null;
  show: (id: string | null) => void;
}

/**
 * State of a list, kept in the address: a filtered list can be linked, reloaded and left with Back.
 * @param embedded a list inside another page keeps its state to itself
 * @param size rows a page unless the address says otherwise; null: the server's default
 */
export function useListState(entity: Entity, embedded: boolean, size: number | null): ListState {
  const address = useSearchParams();
  const own = useState(() => new URLSearchParams());
  const params = embedded ? own[0] : address[0];
  const view = readView(entity, params, size);
  const put = (next: URLSearchParams) => (embedded ? own[1](next) : address[1](next, { replace: true }));
  const change = (part: Partial<ListView>) => put(writeView(entity, { ...view, ...part }, params, size));
  return {
    ...view,
    search: (filters) => change({ filters, current: 1 }),
    turn: (current, nextSize) => change(nextSize === undefined ? { current } : { current: 1, size: nextSize }),
    order: (sort) => change({ sort, current: 1 }),
    hide: (hidden) => change({ hidden }),
    open: (query) => change({ ...readView(entity, new URLSearchParams(query)), current: 1, size: view.size }),
    viewing: params.get("view"),
    show: (id) => {
      const next = new URLSearchParams(params);
      if (id) next.set("view", id);
      else next.delete("view");
      put(next);
    },
  };
}

/** Rows were deleted and the page no longer exists: back to the last one (rules: beyond the last page the answer is empty). */
export function useLastPage({ current, turn }: ListState, total: number | undefined, size: number): void {
  useEffect(() => {
    if (total === undefined || total === 0) return;
    const last = Math.ceil(total / size);
    if (current > last) turn(last);
    // Only a new total can make the page too high.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [total]);
}
