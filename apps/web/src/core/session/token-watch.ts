import { renewToken } from "../api/call-client.ts";
import { tokenCheckEvery, tokenTime } from "./constants.ts";
import { expireSession } from "./session.ts";
import { accessToken, isTokenOld } from "./tokens.ts";

/** Swaps the token for a new one before it expires, for as long as a user is signed in. @returns a function that stops it */
export function watchToken(): () => void {
  const check = async () => {
    if (isTokenOld(tokenTime) && !(await renewToken(accessToken()))) expireSession();
  };
  // A server that is unavailable for a moment is tried again at the next check.
  const timer = setInterval(() => void check().catch(() => undefined), tokenCheckEvery);
  return () => clearInterval(timer);
}
