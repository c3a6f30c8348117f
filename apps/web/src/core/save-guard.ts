import type { Call } from "@jipei/contract/core/call.ts";
import { createContext, useContext } from "react";

/** Asked before a form is saved or rows are removed, with the call and its input; `false` leaves everything as it is, and the form open. */
export type SaveGuard = (call: Call<never, unknown> | Call, input: unknown) => Promise<boolean>;

/** Around pages whose changes have to be looked at first. */
export const SaveGuardContext = createContext<SaveGuard>(async () => true);

export const useSaveGuard = (): SaveGuard => useContext(SaveGuardContext);
