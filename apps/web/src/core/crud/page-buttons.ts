import { type ReactElement, type ReactNode, cloneElement, isValidElement } from "react";
import { useLabel } from "../i18n/language.ts";

const names = { prev: ["上一页", "Previous page"], next: ["下一页", "Next page"] } as const;

/** Names the buttons of a pagination, whose icons say nothing; to be given to it as `itemRender`. */
export function usePageButtons() {
  const label = useLabel();
  return (_page: number, type: string, button: ReactNode): ReactNode =>
    (type === "prev" || type === "next") && isButton(button)
      ? cloneElement(button, { "aria-label": label(names[type]) })
      : button;
}

const isButton = (node: ReactNode): node is ReactElement<{ "aria-label"?: string }> => isValidElement(node);
