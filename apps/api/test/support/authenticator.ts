import { computeCode, getStep } from "../../src/auth/second-factor/totp.ts";

/** The code that the authenticator app shows. @param skew steps of 30 seconds from now */
export const codeNow = (secret: string, skew = 0): string => computeCode(secret, getStep(Date.now()) + skew);

/** Waits until no step ends within the next two seconds, so that a request sent now is answered in the same step. */
export async function steadyStep(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 2000) await new Promise((done) => setTimeout(done, left + 50));
}

/** A code that is wrong at any time. */
export const wrongCode = (secret: string): string => {
  const right = new Set([-3, -2, -1, 0, 1, 2, 3].map((skew) => codeNow(secret, skew)));
  return ["111111", "222222", "333333", "444444", "555555", "666666", "777777", "888888"].find(
    (code) => !right.has(code),
  ) as string;
};
