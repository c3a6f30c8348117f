import { envelopeKey, type KeyAnswer, keySeed, type EncryptedBody } from "@jipei/contract/auth/envelope.ts";
import { invoke } from "./call-client.ts";
import { deriveKeys, type Keys, newKeyPair, openAnswer, encrypt, sharedPoint } from "@jipei/envelope/client-cipher.ts";
import { forgetServerKey, serverKey } from "./server-key.ts";
import { getSession, onSession } from "../session/session.ts";

/** Keys agreed with the server for the signed-in session; they live in memory only. */
interface Agreed {
  keyId: string;
  keys: Keys;
  /** Milliseconds the server's clock is ahead of ours. */
  ahead: number;
}

let agreed: Promise<Agreed> | null = null;

/** Drops the keys: the session has changed, or the server does not know them any more. */
export function forgetKeys(): void {
  agreed = null;
  forgetServerKey();
}

// The keys belong to the session and end with it.
onSession(() => {
  if (!getSession().info) forgetKeys();
});

async function agree(): Promise<Agreed> {
  const pair = newKeyPair();
  const [answer, lasting] = await Promise.all([
    invoke(envelopeKey, { publicKey: pair.publicKey }, { silent: true }),
    serverKey(),
  ]);
  return getAgreement(pair, answer, lasting);
}

function getAgreement(
  pair: ReturnType<typeof newKeyPair>,
  { keyId, publicKey, serverTime }: KeyAnswer,
  lasting: string,
): Agreed {
  const seed = keySeed({
    ephemeral: sharedPoint(pair.privateKey, publicKey),
    lasting: sharedPoint(pair.privateKey, lasting),
    clientPublicKey: pair.publicKey,
    serverPublicKey: publicKey,
    keyId,
  });
  return { keyId, keys: deriveKeys(seed), ahead: serverTime - Date.now() };
}

/** Our half of a key agreement, which is sent with the password, and the function that takes the server's half. */
export function offerKeys(): { publicKey: string; accept: (answer: KeyAnswer) => Promise<void> } {
  const pair = newKeyPair();
  return {
    publicKey: pair.publicKey,
    accept: async (answer) => void (agreed = Promise.resolve(getAgreement(pair, answer, await serverKey()))),
  };
}

/** An encrypted request, and the function that decrypts its response. */
export interface EncryptedCall {
  body: EncryptedBody;
  /** @throws when the answer was not made for this request */
  open: (answer: EncryptedBody) => string;
}

/** Encrypts the input of a system-service call; the first one agrees on the keys. @throws CallError when the server cannot be reached */
export async function encryptCall(path: string, input: unknown): Promise<EncryptedCall> {
  const agreeing = (agreed ??= agree());
  agreeing.catch(() => agreed === agreeing && forgetKeys());
  const { keyId, keys, ahead } = await agreeing;
  const body = encrypt(keys, path, keyId, Date.now() + ahead, JSON.stringify(input));
  return { body, open: (answer) => openAnswer(keys, path, body, answer) };
}
