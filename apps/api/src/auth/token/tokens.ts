import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { createSigner, createVerifier } from "fast-jwt";
import type { KeyRing } from "../../core/security/key-ring.ts";
import type { Services } from "../../core/foundation/services.ts";

/** The content of a token: session and user; in a refresh token also its generation. Apart from these it only names the tenant. */
export interface TokenClaims {
  sessionId: string;
  userId: string;
  generation: number;
}

export interface Tokens {
  access(claims: Omit<TokenClaims, "generation">, seconds: number): string;
  refresh(claims: TokenClaims, seconds: number): string;
  /** null when the token is forged, expired, or of the other kind. */
  readAccess(token: string): TokenClaims | null;
  readRefresh(token: string): TokenClaims | null;
}

const issuer = "jipei";
type Kind = "access_token" | "refresh_token";
interface Claims {
  token_type: string;
  sid: string;
  sub: string;
  /** The tenant; left out for the installation's own. */
  tid?: string;
  gen?: number;
  /** Seconds since 1970. */
  exp: number;
}

/** Most tokens whose verified signature is cached: verifying it at every call would be a tenth of a list's cost. */
const maxCached = 2000;

/**
 * Signed tokens (HS256). They are opaque to clients; each use checks in the database that the session is active. A token of one tenant is not valid in
 * another.
 */
export function createTokens({ keys: { token: ring }, tenantId }: Pick<Services, "keys" | "tenantId">): Tokens {
  const signers = new Map<number, (claims: object) => string>();
  const sign = (claims: object): string => {
    const version = ring.current;
    let signer = signers.get(version);
    // The header names the version of the key; version 1 is left out, as in tokens from before keys had versions.
    if (!signer)
      signers.set(
        version,
        (signer = createSigner({ key: ring.key, algorithm: "HS256", ...(version > 1 && { kid: String(version) }) })),
      );
    return signer(claims);
  };
  const verified = verifierOf(ring);
  const own = tenantId === installation ? {} : { tid: tenantId };
  const make = (
    kind: Kind,
    { sessionId, userId }: Omit<TokenClaims, "generation">,
    seconds: number,
    more: object = {},
  ) =>
    sign({
      iss: issuer,
      token_type: kind,
      sid: sessionId,
      sub: userId,
      ...own,
      exp: Math.floor(Date.now() / 1000) + seconds,
      ...more,
    });
  const read = (kind: Kind, token: string): TokenClaims | null => {
    try {
      const claims = verified(token);
      return claims.token_type === kind && getTenant(claims) === tenantId
        ? { sessionId: claims.sid, userId: claims.sub, generation: claims.gen ?? 0 }
        : null;
    } catch {
      return null;
    }
  };
  return {
    access: (claims, seconds) => make("access_token", claims, seconds),
    refresh: (claims, seconds) => make("refresh_token", claims, seconds, { gen: claims.generation }),
    readAccess: (token) => read("access_token", token),
    readRefresh: (token) => read("refresh_token", token),
  };
}

/** Makes the function that returns the tenant of a genuine token of either kind; null for any other. It does not check the session. */
export function createTenantReader({
  keys: { token: ring },
}: Pick<Services, "keys">): (token: string) => string | null {
  const verified = verifierOf(ring);
  return (token) => {
    try {
      return getTenant(verified(token));
    } catch {
      return null;
    }
  };
}

const getTenant = ({ tid }: Claims): string => tid ?? installation;

/** @returns a function that returns the claims of a token, and throws when it is forged or expired */
function verifierOf(ring: KeyRing): (token: string) => Claims {
  const cache = new Map<string, { claims: Claims; version: number }>();
  const verifiers = new Map<number, (token: string) => Claims>();
  const verify = (token: string, version: number): Claims => {
    let verifier = verifiers.get(version);
    if (!verifier)
      verifiers.set(
        version,
        (verifier = createVerifier({
          key: ring.getKey(version),
          algorithms: ["HS256"],
          allowedIss: issuer,
          requiredClaims: ["exp", "sid", "sub"],
        })),
      );
    return verifier(token);
  };
  return (token) => {
    const known = cache.get(token);
    const version = known?.version ?? getVersion(token);
    // Tokens of a removed key version are not valid any more, even where they are cached.
    if (!ring.known.includes(version)) throw new TypeError("signed by a key that is not here");
    if (known && known.claims.exp * 1000 > Date.now()) return known.claims;
    cache.delete(token);
    const claims = verify(token, version);
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value as string);
    cache.set(token, { claims, version });
    return claims;
  };
}

/** The key version that a token names. */
function getVersion(token: string): number {
  const { kid } = JSON.parse(Buffer.from(token.slice(0, token.indexOf(".")), "base64url").toString()) as {
    kid?: unknown;
  };
  return kid === undefined ? 1 : Number(kid);
}
