import { signUpMachine } from "@jipei/contract/training/sign-up.machine.ts";

/** An institution says why it withdraws a sign-up, a person need not. */
export const institutionMachine = {
  ...signUpMachine,
  actions: { ...signUpMachine.actions, invalidate: { ...signUpMachine.actions.invalidate, reason: true } },
} as const;
