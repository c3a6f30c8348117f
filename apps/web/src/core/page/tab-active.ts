import { createContext, use } from "react";

/** Whether the tab of a page is the one on screen. */
export const TabActive = createContext(true);

/**
 * False in a page whose tab is hidden. What antd draws outside the page (Modal, Drawer, Tour) must be unmounted then: hiding it
 * with its page and showing it again breaks its focus handling and takes the page down.
 */
export const useTabActive = (): boolean => use(TabActive);
