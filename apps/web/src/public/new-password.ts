import { prepareSignIn } from "../core/session/sign-in.ts";

/** Attributes of an input for a password that is being chosen; the key to encrypt it with is fetched meanwhile. */
export const newPassword = {
  type: "password",
  autoComplete: "new-password",
  maxLength: 64,
  onFocus: prepareSignIn,
} as const;
