import { menuCalls } from "@jipei/contract/access/menu.ts";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { TreeControl } from "../core/tree/tree-control.tsx";
import { getPlaces } from "../core/tree/tree-words.ts";
import { useCall } from "../core/api/use-call.ts";

/** Picks the menu of a scope. */
export function MenuControl(props: ControlProps) {
  const label = useLabel();
  const { data } = useCall(menuCalls.tree, undefined);
  return <TreeControl {...props} places={getPlaces(data ?? [], label)} />;
}
