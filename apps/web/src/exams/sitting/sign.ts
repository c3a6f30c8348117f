import { type SignedAnswer, signedText } from "@jipei/contract/exams/sitting.ts";
import { hmac } from "@noble/hashes/hmac";
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";

/** Signs an answer with the key of the sitting. Browsers sign by themselves only over https, which a county's own network may not have. */
export const sign = (
  { paperId, sitting, key }: { paperId: string; sitting: number; key: string },
  answer: Omit<SignedAnswer, "mac">,
): SignedAnswer => ({
  ...answer,
  mac: bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(signedText(paperId, sitting, answer)))),
});
