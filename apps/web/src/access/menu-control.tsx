import { menuCalls } from "@jipei/contract/access/menu.ts";
import type { ControlProps } from "../core/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { TreeControl } from "../core/tree-control.tsx";
import { placesOf } from "../core/tree-words.ts";
import { useCall } from "../core/use-call.ts";

/** Picks the menu under which a scope stands. */
export function MenuControl(props: ControlProps) {
  const label = useLabel();
  const { data } = useCall(menuCalls.tree, undefined);
  return <TreeControl {...props} places={placesOf(data ?? [], label)} />;
}
