import type { Entity } from "@jipei/contract/core/entity.ts";
import { type SavedView, savedViewCalls } from "@jipei/contract/users/saved-view.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "../api/use-call.ts";
import { readView, viewQuery } from "../list/list-params.ts";
import type { ListPrefs } from "../list/columns/use-column-prefs.ts";
import type { ListState } from "../list/use-list.ts";

/** A view that the user keeps, with what of it fits the list as it is now. */
export interface View extends SavedView {
  query: string;
}
export interface Views {
  list: string;
  loading: boolean;
  own: readonly View[];
}

const none: readonly SavedView[] = [];

/**
 * The user's views of a list. They are asked for once in a session; those of all lists come together.
 * @param list its name (`listName`)
 */
export function useViews(list: string, entity: Entity, enabled: boolean): Views {
  const { data = none, isLoading } = useCall(savedViewCalls.list, undefined, { enabled, staleTime: Infinity });
  const own = data
    .filter((view) => view.list === list)
    .map((view) => ({ ...view, query: viewQuery(entity, readView(entity, new URLSearchParams(view.query ?? ""))) }));
  return { list, loading: isLoading, own };
}

/**
 * A list that is opened without any parameters opens with its default view.
 * @returns whether that is still to happen; until then the list asks for no rows
 */
export function useDefaultView(state: ListState, { loading, own }: Views): boolean {
  const [params] = useSearchParams();
  const bare = params.size === 0;
  const query = own.find(({ isDefault }) => isDefault === "1")?.query || null;
  const [opening, setOpening] = useState(bare);
  const open = useEffectEvent((view: string) => state.open(view));
  if (opening && (!bare || (!loading && query === null))) setOpening(false);
  useEffect(() => {
    if (opening && query !== null) open(query);
  }, [opening, query]);
  return opening;
}

/** The columns of the view that is open, or else the user's own; changing them changes whichever is shown. */
export function useViewColumns(
  state: ListState,
  own: ListPrefs,
  setOwn: (part: Partial<ListPrefs>) => void,
): readonly [ListPrefs, (part: Partial<ListPrefs>) => void] {
  if (!state.hidden) return [own, setOwn];
  const change = ({ hidden, ...rest }: Partial<ListPrefs>) => {
    if (hidden) state.hide(hidden);
    setOwn(rest);
  };
  return [{ ...own, hidden: state.hidden }, change];
}
