import type { Call } from "@jipei/contract/core/call.ts";
import { useSession } from "./session.ts";
import type { Session } from "./session.ts";

/** Whether the user has a permission that the call demands; what else the server checks depends on the input. */
export const mayCall = ({ access }: Pick<Call, "access">, session: Session): boolean =>
  access === "public" ||
  access === "signedIn" ||
  (typeof access === "string" ? [access] : access).some((key) => session.permissions[key] === true);

/** For the button that makes the call: it is offered to those who may. */
export const useMayCall = (call: Pick<Call, "access">): boolean => mayCall(call, useSession());
