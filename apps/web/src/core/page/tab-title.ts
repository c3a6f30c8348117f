import { createContext, use, useEffect } from "react";

/** Sets the title of the tab of a page; null restores its own. */
export const SetTabTitle = createContext<(title: string | null) => void>(() => undefined);

/** Names the tab after what the page shows (a class, a claim); undefined while that is not known yet. */
export function useTabTitle(title: string | undefined): void {
  const setTitle = use(SetTabTitle);
  useEffect(() => {
    if (title) setTitle(title);
  }, [title, setTitle]);
}
