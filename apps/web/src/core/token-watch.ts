import { renewToken } from "./call-client.ts";
import { tokenCheckEvery, tokenTime } from "./constants.ts";
import { expireSession } from "./session.ts";
import { accessToken, isTokenOld } from "./tokens.ts";

/** Swaps the token for a new one before it expires, for as long as somebody is signed in. Returns the way to stop. */
export function watchToken(): () => void {
  const check = async () => {
    if (isTokenOld(tokenTime) && !(await renewToken(accessToken()))) expireSession();
  };
  // A server that is away for a moment is asked again at the next look.
  const timer = setInterval(() => void check().catch(() => undefined), tokenCheckEvery);
  return () => clearInterval(timer);
}
