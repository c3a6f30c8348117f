import type { Call } from "@jipei/contract/core/call.ts";
import { createContext, useContext } from "react";

/** Called before a form is saved or rows are removed, with the call and its input; `false` cancels it and leaves the form open. */
export type SaveGuard = (call: Call, input: unknown) => Promise<boolean>;

/** Wraps pages whose changes must be confirmed first. */
export const SaveGuardContext = createContext<SaveGuard>(async () => true);

export const useSaveGuard = (): SaveGuard => useContext(SaveGuardContext);
