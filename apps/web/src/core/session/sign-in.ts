import { tenantId as installation, logout, programNo, sharedUser, token } from "@jipei/contract/auth/auth.ts";
import type { LoginIdentity, TokenAnswer, TokenFailure } from "@jipei/contract/auth/auth.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { getInfo, invoke, renewToken } from "../api/call-client.ts";
import type { InputOf } from "../api/call-input.ts";
import { CallError } from "../api/call-error.ts";
import { tokenTime } from "./constants.ts";
import { serverFacts, serverKey } from "../api/server-key.ts";
import { endSession, startSession } from "./session.ts";
import { encryptPassword, warmUp } from "./sm2.ts";
import { chooseTenant, chosenTenant } from "./tenant.ts";
import { accessToken, isTokenOld, storeToken } from "./tokens.ts";

/** The ways to sign in that the login page offers. */
export type LoginVariant = "business" | "institution" | "student" | "phone";

/** Institutions and students share one login user each; the external id tells them apart. */
const identities: Record<LoginVariant, (account: string) => Pick<LoginIdentity, "loginType" | "userId" | "extUserId">> =
  {
    business: (account) => ({ loginType: "0", userId: account }),
    institution: (account) => ({ loginType: "1", userId: sharedUser.institution, extUserId: account }),
    student: (account) => ({ loginType: "2", userId: sharedUser.student, extUserId: account }),
    phone: (number) => ({ loginType: "5", userId: number }),
  };

const envelope = () => import("../api/envelope.ts");

/** Fetches key and cipher while the user is still typing. */
export function prepareSignIn(): void {
  warmUp();
  envelope().catch(() => undefined);
  serverKey().catch(() => undefined);
}

/** A password as the calls take it, encrypted with the server's key. */
export const encryptForServer = async (password: string): Promise<string> =>
  encryptPassword(await serverKey(), password);

/**
 * Signs in and stores the session.
 * @param password with a phone the code that was sent to it
 * @throws CallError with the server's text; its `data` may say how long to wait (`getWait`), or ask for the second step (`findChallenge`)
 */
export async function signIn(variant: LoginVariant, account: string, password: string): Promise<void> {
  const identity: LoginIdentity = {
    ...identities[variant](account),
    loginMethod: variant === "phone" ? "2" : "1",
    programNo,
  };
  const [encrypted] = await Promise.all([encryptForServer(password), envelope()]);
  const form = {
    grant_type: "password",
    username: JSON.stringify(identity),
    password: encrypted,
    tenantId: await tenantAsked(),
    type: "account",
  };
  await getTokens(form);
}

/** The tenant: that of the address, else the one named here. While there is only one, a remembered one does not count. */
async function tenantAsked(): Promise<string> {
  const { tenantMode, tenantId } = await serverFacts();
  return tenantMode && tenantId === installation ? chosenTenant() : tenantId;
}

/** The fields that the second step of a sign-in must name; null when a refusal asks for no such step. */
export const findChallenge = ({ errorCode, data }: CallError): string | null =>
  errorCode === "mfa_required" ? (data as { mfa_token: string }).mfa_token : null;

/** Seconds until the next try counts, after too many failed ones; 0 when it counts at once. */
export const getWait = ({ data }: CallError): number => (data as TokenFailure | undefined)?.retry_after ?? 0;

/** The second step, after whatever first one. @throws CallError; `expired_token` when the first one has to be done again */
export async function finishSignIn(challenge: string, code: string): Promise<void> {
  await getTokens({ grant_type: "second_factor", mfa_token: challenge, code });
}

/** A user of a third party who has no account here: what their registration must name, and its first values. */
export interface Guest {
  oauthId: string;
  name: string;
  account: string;
  tenantId: string;
}

/**
 * Swaps the code from a third party for a session.
 * @returns the user where they have no account here, null once signed in
 * @throws CallError with the server's text; it may ask for the second step (`findChallenge`)
 */
export async function signInByThirdParty(source: string, code: string): Promise<Guest | null> {
  // Not the tenant chosen before: it is the one of the address that the third party redirected to.
  const {
    oauthId,
    nick_name: name,
    username: account,
    tenant_id,
  } = await getTokens({ grant_type: "social", source, code }, { "Tenant-Id": "" });
  return oauthId ? { oauthId, name, account, tenantId: tenant_id } : null;
}

/** Requests tokens, agrees on the keys of encrypted bodies at the same time, and stores the session where there is one. */
async function getTokens(
  form: InputOf<ValueOfShape<typeof token.input>>,
  headers?: Record<string, string>,
): Promise<TokenAnswer> {
  const { publicKey, accept } = (await envelope()).offerKeys();
  const answer = await withProof((proof) =>
    invoke(token, { ...form, scope: "all", publicKey, ...(proof && { proof }) }, { silent: true, headers }),
  );
  if (answer.oauthId) return answer;
  if (answer.envelope) await accept(answer.envelope);
  storeToken(answer);
  chooseTenant(answer.tenant_id);
  startSession(getInfo(answer));
  return answer;
}

/** How often the server may ask for more work: others may fail meanwhile, which makes it harder. */
const mostProofs = 3;

/** Requests tokens, and computes the proof of work that the server requires after several failures; its code is fetched only then. */
async function withProof<T>(ask: (proof: string | null) => Promise<T>): Promise<T> {
  let proof: string | null = null;
  for (let round = 0; ; round++) {
    try {
      return await ask(proof);
    } catch (error) {
      const challenge = error instanceof CallError ? (error.data as TokenFailure | undefined)?.challenge : undefined;
      if (!challenge || round === mostProofs) throw error;
      proof = await (await import("./proof.ts")).prove(challenge);
    }
  }
}

/** Signs out on the server, then drops everything here; a server that cannot be reached does not keep the user signed in. */
export async function signOut(): Promise<void> {
  await logOut().catch(() => undefined);
  endSession();
}

/** The call is a public one, for which an expired token counts as none: the session would live on. */
async function logOut(): Promise<void> {
  if (isTokenOld(tokenTime)) await renewToken(accessToken());
  await invoke(logout, undefined, { silent: true });
}
