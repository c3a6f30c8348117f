import type { GrantType } from "@jipei/contract/auth/client.ts";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Services } from "../../core/foundation/services.ts";
import { countClientFailure, isClientLocked } from "../sign-in/client-throttle.ts";
import { tokenFailure } from "../token/token-failure.ts";

/** A program that may ask for tokens. */
export interface Client {
  clientId: string;
  grantTypes: readonly GrantType[];
  accessSeconds: number;
  /** Seconds for which a session may be idle. */
  refreshSeconds: number;
  /** Seconds for which a session may last at most. */
  sessionSeconds: number;
}

/** Hash of the secret of the web's client, which is public. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** The stored form of a client's secret. Its key lies outside the database, so that a guess cannot be checked with the database alone. */
export const encryptSecret = (app: Services, secret: string): string =>
  `k1.${createHmac("sha256", app.keys.hashKey)
    .update(`client secret ${hashSecret(secret)}`)
    .digest("base64url")}`;

/** 256 random bits. Hexadecimal, because the cipher's hash ignores case. */
export const newSecret = (): string => randomBytes(32).toString("hex");

/**
 * The client that an `Authorization: Basic` header names.
 * @throws TokenRefusal when the header is missing or unreadable, the secret is wrong, or the client unknown, disabled or removed; the response does not
 *   say which. An IP address that guesses secrets is locked for a while
 */
export async function authenticateClient(app: Services, header: string | undefined, ip: string): Promise<Client> {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]{1,600})$/i.exec(header ?? "")?.[1];
  const text = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || text.includes("\u0000")) throw tokenFailure("client");
  const [clientId, secret] = [text.slice(0, colon), text.slice(colon + 1)];
  if (await isClientLocked(app, clientId, ip)) throw tokenFailure("clientLocked");
  const client = await findClient(app, clientId, secret);
  if (client) return client;
  await countClientFailure(app, clientId, ip);
  throw tokenFailure("client");
}

async function findClient(app: Services, clientId: string, secret: string): Promise<Client | null> {
  const { rows } = await app.pool.query<Client & { secretHash: string }>({
    name: "client",
    text: `select client_id as "clientId", client_secret_hash as "secretHash", authorized_grant_types as "grantTypes", access_token_validity as "accessSeconds",
      refresh_token_validity as "refreshSeconds", session_validity as "sessionSeconds" from client where client_id = $1 and status = '1' and is_deleted = 0`,
    values: [clientId],
  });
  const [found] = rows;
  const given = found?.secretHash.startsWith("k1.") === false ? hashSecret(secret) : encryptSecret(app, secret);
  if (
    !found ||
    found.secretHash.length !== given.length ||
    !timingSafeEqual(Buffer.from(found.secretHash), Buffer.from(given))
  )
    return null;
  const { secretHash: _secretHash, ...client } = found;
  return client;
}

/** @throws TokenRefusal `unauthorized_client` when the client may not ask for tokens in this way */
export function assertGrants(client: Client, grant: GrantType): void {
  if (!client.grantTypes.includes(grant)) throw tokenFailure("grantDenied");
}
