import { pages } from "@jipei/contract/all-pages.ts";
import type { Services } from "../../core/foundation/services.ts";

/** Whether the web has a page at an address, so that every menu entry works. External addresses are shown in a frame. */
export const pageExists = (path: string): boolean =>
  /^https?:\/\//.test(path) || patterns.some((pattern) => pattern.test(path));

/** As `pageExists`, without the pages of features that the operator has disabled. */
export const pageIsOpen = ({ settings }: Services, path: string): boolean =>
  pageExists(path) && (path !== "/tool/code" || settings.codeGenerator);

/** Turns a route into a pattern: `:kind` in `/my/work/:kind` matches one segment. */
const getPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.+*?^$()[\]{}|\\]/g, "\\$&").replace(/:\w+/g, "[^/]+")}$`);
const patterns = pages.map(getPattern);
