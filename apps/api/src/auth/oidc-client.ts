import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { callbackPath } from "@jipei/contract/auth/third-party.ts";
import type { FastifyRequest } from "fastify";
import { isIP } from "node:net";
import * as openid from "openid-client";
import { outsideFetch } from "../core/outside.ts";
import type { Services } from "../core/services.ts";
import type { Settings } from "../core/settings.ts";
import type { Person, Provider } from "./oidc-step.ts";

/** Seconds that a provider has for each answer, and by which its clock may differ from ours. */
const patience = 10;
const clockTolerance = 60;
/** Bytes of an answer that are read; no provider has that much to say. */
const mostBytes = 1_000_000;

/** Where browsers reach us: the installation at the address its operator names, a tenant at the domain by which it was found. */
export const originOf = ({ tenantId, settings: { publicUrl } }: Services, request: FastifyRequest): string =>
  tenantId === installation ? publicUrl : `${new URL(publicUrl).protocol}//${request.host}`;

/** Where a provider sends its users back to. */
export const redirectUri = (origin: string, { source }: Pick<Provider, "source">): string =>
  origin + callbackPath(source);

/** Without TLS nobody vouches for a provider: only hosts of the own network that the operator names may do without it. */
export function mayBePlain({ internalHosts: { names, networks } }: Settings, url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  return (
    names.has(host) ||
    names.has(`${host}:${url.port || "80"}`) ||
    (family !== 0 && networks.check(host, family === 6 ? "ipv6" : "ipv4"))
  );
}

const fetchers = new WeakMap<Services, openid.CustomFetch>();

/** Calls a provider: outside only, redirects not followed, and no more read than a provider has to say. */
function fetchOf(app: Services): openid.CustomFetch {
  const known = fetchers.get(app);
  if (known) return known;
  const outside = outsideFetch(app.settings);
  const limited: openid.CustomFetch = async (url, options) => {
    const answer = await outside(url, options as RequestInit);
    return new Response(await readLimited(answer), { status: answer.status, headers: answer.headers });
  };
  fetchers.set(app, limited);
  return limited;
}

/** @throws TypeError when there is more */
async function readLimited(answer: Response): Promise<Blob | null> {
  // A redirect, or nothing: these may have no body.
  if (!answer.body || answer.status === 204 || answer.status === 205 || answer.status === 304) return null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    if (bytes > mostBytes) throw new TypeError("the provider says too much");
    parts.push(part as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts);
}

/** Basic as the standard has it where nothing is said; in the body where a provider takes it only there. */
const secretOf = ({ clientSecret }: Provider): openid.ClientAuth => {
  if (!clientSecret) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)];
  return (server, ...rest) => (takesBasic(server) ? basic : post)(server, ...rest);
};
export const takesBasic = ({ token_endpoint_auth_methods_supported: methods }: openid.ServerMetadata): boolean =>
  methods?.includes("client_secret_basic") ?? true;

/**
 * Reads what a provider says of itself, afresh: a sign-in is rare, and a stale key or address would shut everybody out.
 * ID tokens are held to issuer, audience, time, nonce and signature.
 * @throws what `faultOf` puts into words
 */
export function discover(app: Services, provider: Provider): Promise<openid.Configuration> {
  const server = new URL(provider.issuer);
  return openid.discovery(server, provider.clientId, { [openid.clockTolerance]: clockTolerance }, secretOf(provider), {
    timeout: patience,
    [openid.customFetch]: fetchOf(app),
    execute: [
      openid.enableNonRepudiationChecks,
      ...(mayBePlain(app.settings, server) ? [openid.allowInsecureRequests] : []),
    ],
  });
}

/** How many keys a provider signs with. @throws when they cannot be read */
export async function keysOf(app: Services, jwksUri: string): Promise<number> {
  const answer = await fetchOf(app)(jwksUri, {
    method: "GET",
    headers: {},
    body: undefined,
    redirect: "manual",
    signal: AbortSignal.timeout(patience * 1000),
  });
  const { keys } = (await answer.json()) as { keys?: unknown };
  if (answer.status !== 200 || !Array.isArray(keys)) throw new TypeError("no keys");
  return keys.length;
}

/** Where a user signs in. @param keep keeps what the answer will be held against, and says which state leads there */
export async function askProvider(
  app: Services,
  origin: string,
  provider: Provider,
  keep: (proof: { nonce: string; verifier: string }) => Promise<string>,
): Promise<string> {
  const configuration = await discover(app, provider);
  const proof = { nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() };
  const url = openid.buildAuthorizationUrl(configuration, {
    response_type: "code",
    redirect_uri: redirectUri(origin, provider),
    scope: provider.scopes,
    state: await keep(proof),
    nonce: proof.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(proof.verifier),
    code_challenge_method: "S256",
  });
  // The browser goes there by itself, where no library looks.
  if (url.protocol !== "https:" && !(url.protocol === "http:" && mayBePlain(app.settings, new URL(provider.issuer))))
    throw new TypeError(`${url.protocol} is no address to sign in at`);
  return url.href;
}

/**
 * Swaps the code that a browser brought for the person whom the provider vouches for.
 * @param address the browser came back to
 */
export async function redeem(
  app: Services,
  provider: Provider,
  address: URL,
  state: string,
  proof: { nonce: string; verifier: string },
): Promise<Person> {
  const configuration = await discover(app, provider);
  const answer = await openid.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: proof.nonce,
    pkceCodeVerifier: proof.verifier,
    idTokenExpected: true,
  });
  const claims = answer.claims();
  if (
    !claims ||
    claims.sub.trim() === "" ||
    claims.sub.length > 255 ||
    !claims.sub.isWellFormed() ||
    /\p{Cc}/u.test(claims.sub)
  )
    throw new TypeError("no usable subject");
  // The library looks at the end of a token and, where it is asked to, at its age, but takes one from the future.
  if (claims.iat > Date.now() / 1000 + clockTolerance) throw new TypeError("issued in the future");
  const said = wordsOf(claims);
  return {
    issuer: provider.issuer,
    subject: claims.sub,
    ...(said.name ? said : wordsOf(await askUserInfo(configuration, answer.access_token, claims.sub))),
  };
}

/** Names that stand in no ID token; without them a form begins empty, so nothing hangs on the answer. */
async function askUserInfo(
  configuration: openid.Configuration,
  accessToken: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return openid.fetchUserInfo(configuration, accessToken, subject).catch(() => ({}));
}

function wordsOf(claims: Readonly<Record<string, unknown>>): Pick<Person, "name" | "account"> {
  const first = (...names: string[]) =>
    names
      .map((name) => claims[name])
      .find((value): value is string => typeof value === "string" && value.trim() !== "") ?? "";
  const plain = (text: string) =>
    text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu, " ")
      .trim();
  return {
    name: [...plain(first("name", "nickname", "preferred_username"))].slice(0, 20).join(""),
    account: plain(first("preferred_username", "nickname", "email"))
      .split("@")[0]!
      .replace(/[^a-z0-9]/gi, "")
      .slice(0, 30),
  };
}
