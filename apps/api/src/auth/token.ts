import type { TokenAnswer } from "@jipei/contract/auth/auth.ts";
import { token as tokenCall } from "@jipei/contract/auth/auth.ts";
import { signInResult } from "@jipei/contract/users/session.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { hashing, matches, readPassword } from "../core/password.ts";
import { checkCode } from "./code-sign-in.ts";
import { type Client, authenticateClient, mustGrant } from "./client.ts";
import { deviceOf } from "./device.ts";
import { isPublicKey } from "./envelope.ts";
import { answerChallenge } from "./factor-challenge.ts";
import { afterFirstFactor, enter, mayEnter } from "./first-factor.ts";
import { findMeant, type NamedAccount, readIdentity } from "./identity.ts";
import { signInByThirdParty } from "./oidc-token.ts";
import { newChallenge, useProof } from "./proof-of-work.ts";
import { keepsCookie, mustBeOwnPage, refreshTokenOf } from "./refresh-cookie.ts";
import { renewSession } from "./sessions.ts";
import { sessionInfo } from "./session-info.ts";
import { type SignInNote, writeSignIn } from "./sign-in-history.ts";
import { afterFailure, type Attempt, attemptOf, codeAttemptOf, countFailure, forgive, standingOf } from "./throttle.ts";
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

/** The token call: what proves somebody in, a pair of tokens and the session's data out. @throws FlatError */
export async function issueToken(
  request: FastifyRequest,
  reply: FastifyReply,
  form: TokenForm,
  app: Services,
): Promise<TokenAnswer> {
  const client = await authenticateClient(app, request.headers.authorization, request.ip);
  checkForm(request);
  if (keepsCookie(request)) mustBeOwnPage(app, request);
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

const fields = new Set(Object.keys((tokenCall.input as { fields: object }).fields));

/** Only a form counts, each field once and known; nothing in the address, where it would end up in logs. */
function checkForm(request: FastifyRequest): void {
  const body = request.body as Record<string, unknown> | null;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? "");
  const known = Object.entries(body ?? {}).every(([name, value]) => fields.has(name) && typeof value === "string");
  if (!isForm || !known || Object.keys(request.query as object).length > 0) throw tokenFailure("form");
}

async function signIn(asking: Asking, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  if (!form.username || !form.password) throw tokenFailure("form");
  const named = readIdentity(form.username);
  if (typeof named === "string") throw tokenFailure(named === "unreadable" ? "identity" : named);
  const grant = named.byCode ? "sms_code" : "password";
  mustGrant(client, grant);
  const note: SignInNote = { userId: null, attempt: null };
  const userId = await written(app, asking.request, client, note, () =>
    checkPassword(asking.request, named, form, app, note),
  );
  return afterFirstFactor(app, asking, { client, grant, userId, publicKey: form.publicKey });
}

/** Does what proves somebody, and writes into the history when it fails. */
async function written<T>(
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

/** @returns the id of the user whose password, or code, this is */
async function checkPassword(
  request: FastifyRequest,
  named: NamedAccount,
  form: TokenForm,
  app: Services,
  note: SignInNote,
): Promise<string> {
  const { holderId, user, counted } = await findMeant(app, named);
  const attempt = attemptOf(app, {
    counted,
    ip: request.ip,
    userId: holderId,
    device: deviceOf(app, request, holderId),
  });
  Object.assign(note, { userId: holderId, attempt });
  const isProven = await mustBeItsTurn(app, attempt, form.proof);
  const password = readPassword(app.keys, form.password ?? "") ?? "";
  if (named.byCode) await checkCode(app, attempt, named.name, password);
  const right =
    named.byCode ||
    (await inTurn(async () => {
      // Asked again in turn: of many attempts sent at once only a handful are looked at before the wait is seen.
      const { wait, waitWithoutProof, proof } = await standingOf(app, attempt);
      const left = isProven ? wait : waitWithoutProof;
      if (left > 0) throw tokenFailure("locked", { wait: left, proof: proof > 0 });
      const fits = await matches(user?.passwordHash ?? null, password);
      if (!fits) throw tokenFailure("wrong", afterFailure(await countFailure(app, attempt)));
      return fits;
    }));
  if (!right || !user) throw tokenFailure("wrong");
  await forgive(attempt, app.db);
  return user.id;
}

/**
 * Whether a try counts now: its wait is over, and after several failures it brings a proof of work, or nobody has failed for a while.
 * @returns whether the proof was there
 * @throws TokenRefusal `locked`, or `proof` with what is to be solved
 */
async function mustBeItsTurn(app: Services, attempt: Attempt, sent: string | null | undefined): Promise<boolean> {
  const { wait, proof, waitWithoutProof } = await standingOf(app, attempt);
  if (wait > 0) throw tokenFailure("locked", { wait, proof: proof > 0 });
  if (proof === 0) return true;
  if (await useProof(app, attempt, proof, sent)) return true;
  if (!sent && waitWithoutProof <= 0) return false;
  throw tokenFailure("proof", { wait: waitWithoutProof, proof: true, work: await newChallenge(app, attempt, proof) });
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await hashing(work);
  } catch (error) {
    throw error instanceof Refusal && error.code === "RATE_LIMIT" ? tokenFailure("busy") : error;
  }
}

async function social(asking: Asking, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  mustGrant(client, "social");
  return signInByThirdParty(asking, form, app, client);
}

/** The second step of a sign-in: a code for the challenge that the first one was answered with. */
async function secondStep(asking: Asking, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  const { request } = asking;
  const { mfa_token: token, code, publicKey } = form;
  if (!token || !code) throw tokenFailure("form");
  const { challenge, outcome } = await answerChallenge(app, client, token, code, request.ip);
  if (!challenge) throw tokenFailure("challenge");
  mustGrant(client, challenge.grant);
  if (outcome !== "right") {
    await writeSignIn(
      app,
      request,
      client.clientId,
      { userId: challenge.userId, attempt: codeAttemptOf(app, challenge.userId, request.ip) },
      outcome === "locked" ? "locked" : "factor",
    );
    throw tokenFailure(outcome === "locked" ? "locked" : "factorCode");
  }
  return enter(app, asking, client, await mayEnter(app, request, client, challenge.userId), {
    publicKey,
    identityId: challenge.identityId,
  });
}

async function refresh(asking: Asking, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  const sent = form.refresh_token || refreshTokenOf(asking.request);
  if (!sent) throw tokenFailure(keepsCookie(asking.request) ? "refresh" : "form");
  mustGrant(client, "refresh_token");
  const claims = createTokens(app).readRefresh(sent);
  const renewed = claims && (await renewSession(app, client, claims));
  if (!renewed) throw tokenFailure("refresh");
  return tokenAnswer(app, asking, client, renewed, await sessionInfo(app, renewed.userId));
}
