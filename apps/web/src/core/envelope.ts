import { envelopeKey, type KeyAnswer, keySeed, type SealedBody } from "@jipei/contract/auth/envelope.ts";
import { invoke } from "./call-client.ts";
import { deriveKeys, type Keys, newKeyPair, openAnswer, seal, sharedPoint } from "./envelope-cipher.ts";
import { forgetServerKey, serverKey } from "./server-key.ts";
import { getSession, onSession } from "./session.ts";

/** Keys agreed with the server for the signed-in session; they live in memory only. */
interface Agreed {
  keyId: string;
  keys: Keys;
  /** Milliseconds the server's clock is ahead of ours. */
  ahead: number;
}

let agreed: Promise<Agreed> | null = null;

/** Forgets the keys: the session is another, or the server does not know them any more. */
export function forgetKeys(): void {
  agreed = null;
  forgetServerKey();
}

// They were the session's, and end with it.
onSession(() => {
  if (!getSession().info) forgetKeys();
});

async function agree(): Promise<Agreed> {
  const pair = newKeyPair();
  const [answer, lasting] = await Promise.all([
    invoke(envelopeKey, { publicKey: pair.publicKey }, { silent: true }),
    serverKey(),
  ]);
  return agreementOf(pair, answer, lasting);
}

function agreementOf(
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

/** Our half of an agreement that goes along with the password, and what to do with the server's half. */
export function offerKeys(): { publicKey: string; accept: (answer: KeyAnswer) => Promise<void> } {
  const pair = newKeyPair();
  return {
    publicKey: pair.publicKey,
    accept: async (answer) => void (agreed = Promise.resolve(agreementOf(pair, answer, await serverKey()))),
  };
}

/** A sealed request, and how its answer is opened. */
export interface SealedCall {
  body: SealedBody;
  /** @throws when the answer was not made for this request */
  open: (answer: SealedBody) => string;
}

/** Seals the input of a system-service call; the first one agrees on the keys. @throws CallError when the server cannot be reached */
export async function sealCall(path: string, input: unknown): Promise<SealedCall> {
  const agreeing = (agreed ??= agree());
  agreeing.catch(() => agreed === agreeing && forgetKeys());
  const { keyId, keys, ahead } = await agreeing;
  const body = seal(keys, path, keyId, Date.now() + ahead, JSON.stringify(input));
  return { body, open: (answer) => openAnswer(keys, path, body, answer) };
}
