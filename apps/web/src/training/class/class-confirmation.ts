import { classMachine } from "@jipei/contract/training/training-class.machine.ts";
import { type Session, canMove } from "../../core/session/session.ts";

/** Whether the user is one of those who confirm this class now. */
export const awaitsConfirmation = ({ status }: { status: string | null }, session: Session): boolean =>
  status === "unConfirm" && canMove(classMachine, "confirm", session);
