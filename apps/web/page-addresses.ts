import { pages } from "@jipei/contract/all-pages.ts";
import { publicPages } from "@jipei/contract/pages.ts";
import { documentPath } from "@jipei/contract/files/document-path.ts";
import { setupPath } from "@jipei/contract/setup/setup-path.ts";
import { lockPath, loginPath, onSitePath } from "./src/core/session/constants.ts";

/** Addresses of all pages, parameters written `:id`: those of the contract, and the routes that app.tsx names itself. */
export const pageAddresses = (): string[] =>
  [
    "/",
    loginPath,
    lockPath,
    onSitePath,
    setupPath,
    documentPath,
    "/403",
    "/404",
    "/500",
    ...pages,
    ...publicPages,
  ].toSorted();
