import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { callbackPath } from "@jipei/contract/auth/third-party.ts";
import type { FastifyRequest } from "fastify";
import { isIP } from "node:net";
import * as openid from "openid-client";
import { createSafeFetch } from "../../core/outbound/safe-fetch.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Settings } from "../../core/foundation/settings.ts";
import type { Person, Provider } from "./oidc-step.ts";
import { cut } from "../../core/foundation/texts/cut.ts";

/** Seconds until a request to a provider times out, and by which its clock may differ from ours. */
const timeoutSeconds = 10;
const clockTolerance = 60;
/** Most bytes that are read of a response; no provider needs that many. */
const mostBytes = 1_000_000;

/** The origin under which browsers reach us: that of the settings, or for a tenant the host of the request. */
export const getOrigin = ({ tenantId, settings: { publicUrl } }: Services, request: FastifyRequest): string =>
  tenantId === installation ? publicUrl : `${new URL(publicUrl).protocol}//${request.host}`;

/** The address to which a provider sends its users back. */
export const redirectUri = (origin: string, { source }: Pick<Provider, "source">): string =>
  origin + callbackPath(source);

/** Whether a provider may be reached without TLS: only hosts of the internal network that the operator allows. */
export function mayUseHttp({ internalHosts: { names, networks } }: Settings, url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  return (
    names.has(host) ||
    names.has(`${host}:${url.port || "80"}`) ||
    (family !== 0 && networks.check(host, family === 6 ? "ipv6" : "ipv4"))
  );
}

const fetchers = new WeakMap<Services, openid.CustomFetch>();

/** The fetch for calls to providers: no internal addresses, no redirects, and a limit on the size of the response. */
function createFetch(app: Services): openid.CustomFetch {
  const known = fetchers.get(app);
  if (known) return known;
  const safeFetch = createSafeFetch(app.settings);
  const limited: openid.CustomFetch = async (url, options) => {
    const answer = await safeFetch(url, options as RequestInit);
    return new Response(await readLimited(answer), { status: answer.status, headers: answer.headers });
  };
  fetchers.set(app, limited);
  return limited;
}

/** Reads a response up to the limit. @throws TypeError when it is larger */
async function readLimited(answer: Response): Promise<Blob | null> {
  // These responses may have no body.
  if (!answer.body || answer.status === 204 || answer.status === 205 || answer.status === 304) return null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of answer.body as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new TypeError("the provider says too much");
    parts.push(part);
  }
  return new Blob(parts);
}

/** Sends the client secret by HTTP Basic, the default of the standard, or in the body where a provider accepts it only there. */
const getSecret = ({ clientSecret }: Provider): openid.ClientAuth => {
  if (!clientSecret) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)];
  return (server, ...rest) => (takesBasic(server) ? basic : post)(server, ...rest);
};
export const takesBasic = ({ token_endpoint_auth_methods_supported: methods }: openid.ServerMetadata): boolean =>
  methods?.includes("client_secret_basic") ?? true;

/**
 * Reads the discovery document of a provider. It is not cached: sign-ins are rare, and a stale key or address would shut everybody out.
 * ID tokens are checked for issuer, audience, time, nonce and signature.
 * @throws errors that `getKind` (oidc-error.ts) sorts
 */
export function discover(app: Services, provider: Provider): Promise<openid.Configuration> {
  const server = new URL(provider.issuer);
  return openid.discovery(server, provider.clientId, { [openid.clockTolerance]: clockTolerance }, getSecret(provider), {
    timeout: timeoutSeconds,
    [openid.customFetch]: createFetch(app),
    execute: [
      openid.enableNonRepudiationChecks,
      ...(mayUseHttp(app.settings, server) ? [openid.allowInsecureRequests] : []),
    ],
  });
}

/** How many keys a provider signs with. @throws when they cannot be read */
export async function getKeys(app: Services, jwksUri: string): Promise<number> {
  const answer = await createFetch(app)(jwksUri, {
    method: "GET",
    headers: {},
    body: undefined,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  });
  const { keys } = (await answer.json()) as { keys?: unknown };
  if (answer.status !== 200 || !Array.isArray(keys)) throw new TypeError("no keys");
  return keys.length;
}

/** The address at which a user signs in. @param keep stores what the response will be checked against, and returns its state */
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
  // The browser follows this address by itself, so no library checks it.
  if (url.protocol !== "https:" && !(url.protocol === "http:" && mayUseHttp(app.settings, new URL(provider.issuer))))
    throw new TypeError(`${url.protocol} is no address to sign in at`);
  return url.href;
}

/**
 * Exchanges the authorization code that a browser brought for the person whom the provider identifies.
 * @param address to which the browser came back
 */
export async function exchangeCode(
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
  // The library checks when a token expires, but accepts one issued in the future.
  if (claims.iat > Date.now() / 1000 + clockTolerance) throw new TypeError("issued in the future");
  const labels = getLabels(claims);
  return {
    issuer: provider.issuer,
    subject: claims.sub,
    ...(labels.name ? labels : getLabels(await askUserInfo(configuration, answer.access_token, claims.sub))),
  };
}

/** Claims that are not in the ID token. They only prefill a form, so a failure is ignored. */
async function askUserInfo(
  configuration: openid.Configuration,
  accessToken: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return openid.fetchUserInfo(configuration, accessToken, subject).catch(() => ({}));
}

function getLabels(claims: Readonly<Record<string, unknown>>): Pick<Person, "name" | "account"> {
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
    name: cut(plain(first("name", "nickname", "preferred_username")), 20),
    account: plain(first("preferred_username", "nickname", "email"))
      .split("@")[0]!
      .replace(/[^a-z0-9]/gi, "")
      .slice(0, 30),
  };
}
