import type { ProofChallenge } from "@jipei/contract/auth/auth.ts";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import type { FastifyInstance } from "fastify";
import type { Services } from "../../src/core/foundation/services.ts";
import { signIn, type SignInOptions } from "./sign-in.ts";

/** Ends every wait before the next try at signing in; the failures still count. */
export const waitOver = async (app: Services): Promise<void> =>
  void (await app.pool.query(
    `update login_failure set locked_until = least(locked_until, now()), last_time = now() - interval '61 seconds'`,
  ));

/** Makes the failures recent again, as they are while someone goes on trying. */
export const justFailed = async (app: Services): Promise<void> =>
  void (await app.pool.query("update login_failure set last_time = now()"));

/** Computes the proof of work that a refusal asks for, as a browser would. @returns the value of `proof` */
export async function solve(challenge: ProofChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

/** Tries to sign in with a proof. */
export const signInWithProof = (http: FastifyInstance, account: string, proof: string, options: SignInOptions = {}) =>
  signIn(http, account, {
    ...options,
    form: {
      grant_type: "password",
      username: JSON.stringify({ loginType: "0", userId: account, loginMethod: "1", programNo: "ZJGTRAIN" }),
      password: options.password ?? "Sesame-7qv-26",
      proof,
    },
  });
