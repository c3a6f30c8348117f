import type { TokenAnswer } from "@jipei/contract/auth/auth.ts";
import { signInResult } from "@jipei/contract/users/session.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { hashing, matches, readPassword } from "../../core/security/password.ts";
import { checkCode } from "../sign-in/code-sign-in.ts";
import { type Client, authenticateClient, assertGrants } from "../client/client.ts";
import { findDevice } from "./device.ts";
import { isPublicKey } from "../client/envelope.ts";
import { answerChallenge } from "../second-factor/factor-challenge.ts";
import { afterFirstFactor, completeSignIn, assertMaySignIn } from "../sign-in/first-factor.ts";
import { findSignInTarget, type NamedAccount, readIdentity } from "../sign-in/identity.ts";
import { signInByThirdParty } from "../third-party/oidc-token.ts";
import { newChallenge, useProof } from "../sign-in/proof-of-work.ts";
import { keepsCookie, assertOwnPage, findRefreshToken } from "./refresh-cookie.ts";
import { renewSession } from "./sessions.ts";
import { sessionInfo } from "./session-info.ts";
import { type SignInNote, writeSignIn } from "../sign-in/sign-in-history.ts";
import {
  afterFailure,
  type Attempt,
  getAttempt,
  getCodeAttempt,
  countFailure,
  clearOwnFailures,
  getStanding,
} from "../sign-in/throttle.ts";
import { type Asking, tokenAnswer } from "./token-answer.ts";
import { TokenRefusal, tokenFailure } from "./token-failure.ts";
import { createTokens } from "./tokens.ts";

export interface TokenForm {
  grant_type: string;
  username?: string | null;
  password?: string | null;
  refresh_token?: string | null;
  mfa_token?: string | null;
  source?: string | null;
  code?: string | null;
  proof?: string | null;
  scope?: string | null;
  tenantId?: string | null;
  publicKey?: string | null;
}

type Grant = (asking: Asking, form: TokenForm, app: Services, client: Client) => Promise<TokenAnswer>;

/** The token call: checks the credentials of a grant and returns a pair of tokens with the session info. @throws FlatError */
export async function issueToken(
  request: FastifyRequest,
  reply: FastifyReply,
  form: TokenForm,
  app: Services,
): Promise<TokenAnswer> {
  const client = await authenticateClient(app, request.headers.authorization, request.ip);
  checkForm(request);
  if (keepsCookie(request)) assertOwnPage(app, request);
  if (!Object.hasOwn(grants, form.grant_type)) throw tokenFailure("grantType");
  if (form.scope && form.scope !== "all") throw tokenFailure("scope");
  if (form.tenantId && form.tenantId !== app.tenantId) throw tokenFailure("tenant");
  if (form.publicKey && !isPublicKey(form.publicKey)) throw tokenFailure("form");
  try {
    return await (grants[form.grant_type] as Grant)({ request, reply }, form, app, client);
  } catch (error) {
    if (error instanceof TokenRefusal && error.body.retry_after)
      reply.header("Retry-After", String(error.body.retry_after));
    throw error;
  }
}

const grants: Readonly<Record<string, Grant>> = {
  password: signIn,
  social,
  second_factor: secondStep,
  refresh_token: refresh,
};

/** Accepts only a form with each field once, and no query string, which would end up in logs. Fields that nobody knows are ignored (RFC 6749 §3.2). */
function checkForm(request: FastifyRequest): void {
  const body = request.body as Record<string, unknown> | null;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? "");
  const once = Object.values(body ?? {}).every((value) => typeof value === "string");
  if (!isForm || !once || Object.keys(request.query as object).length > 0) throw tokenFailure("form");
}

async function signIn(asking: Asking, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  if (!form.username || !form.password) throw tokenFailure("form");
  const named = readIdentity(form.username);
  if (typeof named === "string") throw tokenFailure(named === "unreadable" ? "identity" : named);
  const grant = named.byCode ? "sms_code" : "password";
  assertGrants(client, grant);
  const note: SignInNote = { userId: null, attempt: null };
  const userId = await withHistory(app, asking.request, client, note, () =>
    checkPassword(asking.request, named, form, app, note),
  );
  return afterFirstFactor(app, asking, { client, grant, userId, publicKey: form.publicKey });
}

/** Runs a check of credentials, and writes a failure into the history. */
async function withHistory<T>(
  app: Services,
  request: FastifyRequest,
  client: Client,
  note: SignInNote,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof TokenRefusal && (error.why === "code" ? "wrong" : error.why);
    if (why && isOutcome(why)) await writeSignIn(app, request, client.clientId, note, why);
    throw error;
  }
}

const isOutcome = (why: string): why is keyof typeof signInResult.codes => Object.hasOwn(signInResult.codes, why);

/** Checks a password, or a code by SMS. @returns the id of its user */
async function checkPassword(
  request: FastifyRequest,
  named: NamedAccount,
  form: TokenForm,
  app: Services,
  note: SignInNote,
): Promise<string> {
  const { holderId, user, counted } = await findSignInTarget(
    app,
    named,
    (userId) => findDevice(app, request, userId) !== null,
  );
  const attempt = getAttempt(app, {
    counted,
    ip: request.ip,
    userId: holderId,
    device: findDevice(app, request, holderId),
  });
  Object.assign(note, { userId: holderId, attempt });
  const isProven = await assertTryAllowed(app, attempt, form.proof);
  const password = readPassword(app.keys, form.password ?? "") ?? "";
  if (named.byCode) await checkCode(app, attempt, named.name, password);
  const right =
    named.byCode ||
    (await queued(async () => {
      // Checked again in the queue: of many concurrent attempts only a handful get through before the wait applies.
      const { wait, waitWithoutProof, proof } = await getStanding(app, attempt);
      const left = isProven ? wait : waitWithoutProof;
      if (left > 0) throw tokenFailure("locked", { wait: left, proof: proof > 0 });
      const fits = await matches(user?.passwordHash ?? null, password);
      if (!fits) throw tokenFailure("wrong", afterFailure(await countFailure(app, attempt)));
      return fits;
    }));
  if (!right || !user) throw tokenFailure("wrong");
  await clearOwnFailures(attempt, app.db);
  return user.id;
}

/**
 * Checks that a try is accepted now: its wait is over, and after several failures it has a proof of work, or there was no failure for a while.
 * @returns whether it had the proof, or needed none
 * @throws TokenRefusal `locked`, or `proof` with the challenge to solve
 */
async function assertTryAllowed(app: Services, attempt: Attempt, sent: string | null | undefined): Promise<boolean> {
  const { wait, proof, waitWithoutProof } = await getStanding(app, attempt);
  if (wait > 0) throw tokenFailure("locked", { wait, proof: proof > 0 });
  if (proof === 0) return true;
  if (await useProof(app, attempt, proof, sent)) return true;
  if (!sent && waitWithoutProof <= 0) return false;
  throw tokenFailure("proof", { wait: waitWithoutProof, proof: true, work: await newChallenge(app, attempt, proof) });
}

async function queued<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await hashing(work);
  } catch (error) {
    throw error instanceof Refusal && error.code === "RATE_LIMIT" ? tokenFailure("busy") : error;
  }
}

async function social(asking: Asking, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  assertGrants(client, "social");
  return signInByThirdParty(asking, form, app, client);
}

/** The second step of a sign-in: a code for the challenge that the first step returned. */
async function secondStep(asking: Asking, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  const { request } = asking;
  const { mfa_token: token, code, publicKey } = form;
  if (!token || !code) throw tokenFailure("form");
  const { challenge, outcome, wait } = await answerChallenge(app, client, token, code, request.ip);
  if (!challenge) throw tokenFailure("challenge");
  assertGrants(client, challenge.grant);
  if (outcome !== "right") {
    await writeSignIn(
      app,
      request,
      client.clientId,
      { userId: challenge.userId, attempt: getCodeAttempt(app, challenge.userId, request.ip) },
      outcome === "locked" ? "locked" : "factor",
    );
    throw tokenFailure(outcome === "locked" ? "locked" : "factorCode", { wait });
  }
  return completeSignIn(app, asking, client, await assertMaySignIn(app, request, client, challenge.userId), {
    publicKey,
    identityId: challenge.identityId,
  });
}

async function refresh(asking: Asking, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  const sent = form.refresh_token || findRefreshToken(asking.request);
  if (!sent) throw tokenFailure(keepsCookie(asking.request) ? "refresh" : "form");
  assertGrants(client, "refresh_token");
  const claims = createTokens(app).readRefresh(sent);
  const renewed = claims && (await renewSession(app, client, claims));
  if (!renewed) throw tokenFailure("refresh");
  return tokenAnswer(app, asking, client, renewed, await sessionInfo(app, renewed.userId));
}
