import { randomUUID } from "node:crypto";
import { clockTolerance, type KeyAnswer, keySeed, type EncryptedBody } from "@jipei/contract/auth/envelope.ts";
import type { FastifyRequest } from "fastify";
import { sm2 } from "sm-crypto-v2";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Envelope } from "../../core/http/site.ts";
import { sm2Pairs } from "../../core/security/keys.ts";
import { invalidField, Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { deriveKeys, isGenuine, joinKeys, type Keys, decrypt, encrypt, splitKeys } from "./envelope-cipher.ts";

/** Older keys of a session are dropped: a browser tab needs one, and a few tabs may be open. */
const keysPerSession = 8;

/**
 * Agrees on keys with a session: by ECDH of the client's ephemeral key with an ephemeral key of ours (so that a key stolen later decrypts nothing
 * recorded before) and with our permanent key (so that nobody else can pose as the server).
 */
export async function agreeOnKey(app: Services, sessionId: string | null, clientPublicKey: string): Promise<KeyAnswer> {
  if (!isPublicKey(clientPublicKey))
    throw invalidField("publicKey", "公钥", "Public key", "不是SM2公钥", "no SM2 public key");
  const keyId = randomUUID();
  const own = sm2.generateKeyPairHex();
  const ephemeral = shared(own.privateKey, clientPublicKey);
  // While the permanent key is rotated the client may have fetched the previous one; the first body shows which.
  const each = sm2Pairs(app.keys).map(({ privateKey }) =>
    deriveKeys(
      keySeed({
        ephemeral,
        lasting: shared(privateKey, clientPublicKey),
        clientPublicKey,
        serverPublicKey: own.publicKey,
        keyId,
      }),
    ),
  );
  const keys = app.cipher.encrypt(each.map((one) => joinKeys(one).toString("hex")).join(" "));
  await app.pool.query(
    `with old as (delete from envelope_key where id in (select id from envelope_key where session_id = $2 order by create_time desc offset $4))
     insert into envelope_key (id, session_id, keys) values ($1, $2, $3)`,
    [keyId, sessionId, keys, keysPerSession - 1],
  );
  return { keyId, publicKey: own.publicKey, serverTime: Date.now() };
}

const shared = (privateKey: string, publicKey: string): string =>
  Buffer.from(sm2.ecdh(privateKey, publicKey)).toString("hex");

/** Whether a text is an SM2 public key: a point on the curve, uncompressed. */
export function isPublicKey(text: string): boolean {
  if (!/^04[0-9a-f]{128}$/i.test(text)) return false;
  try {
    return sm2.verifyPublicKey(text);
  } catch {
    return false;
  }
}

/** Decrypts encrypted request bodies and encrypts their responses. */
export function createEnvelope(app: Services): Envelope {
  const requests = new WeakMap<FastifyRequest, { keys: Keys; body: EncryptedBody }>();
  return {
    async open(request, actor) {
      const path = request.routeOptions.url as string;
      const body = request.body;
      if (!isEncryptedBody(body)) throw new Refusal("ENVELOPE_INVALID");
      const keys = (await getKeys(app, actor, body.keyId)).find((one) => isGenuine(one, "request", path, body));
      if (!keys) throw new Refusal("ENVELOPE_INVALID");
      if (Math.abs(Date.now() - body.timestamp) > clockTolerance || !(await isFirst(app, body)))
        throw new Refusal("ENVELOPE_REPLAY");
      requests.set(request, { keys, body });
      return parseBody(keys, body);
    },
    async encrypt(request, _actor, answer) {
      const { keys, body } = requests.get(request) as { keys: Keys; body: EncryptedBody };
      return JSON.stringify(
        encrypt(
          keys,
          "answer",
          request.routeOptions.url as string,
          { keyId: body.keyId, timestamp: Date.now(), nonce: body.nonce },
          answer,
        ),
      );
    },
  };
}

const patterns: Readonly<Record<Exclude<keyof EncryptedBody, "timestamp">, RegExp>> = {
  keyId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  nonce: /^[0-9a-f]{32}$/,
  iv: /^[0-9a-f]{32}$/,
  data: /^[A-Za-z0-9+/]+={0,2}$/,
  mac: /^[0-9a-f]{64}$/,
};

function isEncryptedBody(body: unknown): body is EncryptedBody {
  if (typeof body !== "object" || body === null) return false;
  const values = body as Record<string, unknown>;
  const fits = Object.entries(patterns).every(
    ([name, pattern]) => typeof values[name] === "string" && pattern.test(values[name]),
  );
  return fits && Number.isSafeInteger(values.timestamp);
}

/** Keys are valid for the session that agreed on them, and for no other. */
async function getKeys(app: Services, actor: Actor, keyId: string): Promise<Keys[]> {
  const { rows } = await app.pool.query<{ keys: string }>({
    name: "envelope-key",
    text: "select keys from envelope_key where id = $1 and session_id = $2 and expire_time > now()",
    values: [keyId, actor.sessionId],
  });
  return rows[0]
    ? app.cipher
        .decrypt(rows[0].keys)
        .split(" ")
        .map((one) => splitKeys(Buffer.from(one, "hex")))
    : [];
}

/** Whether the nonce was never used before, on any node. Marks it as used. */
async function isFirst(app: Services, { keyId, nonce }: EncryptedBody): Promise<boolean> {
  const { rowCount } = await app.pool.query({
    name: "envelope-nonce",
    text: "insert into envelope_nonce (key_id, nonce) values ($1, $2) on conflict do nothing",
    values: [keyId, nonce],
  });
  return rowCount === 1;
}

function parseBody(keys: Keys, body: EncryptedBody): unknown {
  try {
    return JSON.parse(decrypt(keys, "request", body));
  } catch {
    throw new Refusal("ENVELOPE_INVALID");
  }
}
