import { createHmac } from "node:crypto";
import type { ProofChallenge } from "@jipei/contract/auth/auth.ts";
import { createChallenge, type Payload, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { sql } from "kysely";
import type { Services } from "../../core/foundation/services.ts";
import type { Attempt } from "./throttle.ts";

/**
 * Work that a browser does before its next try is accepted, after failures: negligible for one person, expensive for somebody who tries thousands of
 * passwords. It is bound to account and IP address, is valid once and for ten minutes, and doubles with every failure.
 */

/** Rounds of SHA-256 for each try at a solution; 4,096 tries are needed on average. */
const [firstCost, doublings] = [16, 6];
const computeCost = (level: number): number => firstCost * 2 ** Math.min(level - 1, doublings);
const prefix = "000";
const minutes = 10;

const getSecret = ({ tenantId }: Services, key: Buffer): string =>
  createHmac("sha256", key).update(`proof of work|${tenantId}`).digest("hex");
/** The first counter is that of account and IP address, or of the device. */
const boundTo = ({ counters }: Attempt): string => counters[0]?.key ?? "";

/** The challenge to solve before the next try. */
export const newChallenge = (app: Services, attempt: Attempt, level: number): Promise<ProofChallenge> =>
  createChallenge({
    algorithm: "SHA-256",
    cost: computeCost(level),
    keyPrefix: prefix,
    deriveKey,
    expiresAt: new Date(Date.now() + minutes * 60_000),
    data: { for: boundTo(attempt) },
    hmacSignatureSecret: getSecret(app, app.keys.token.key),
  }) as Promise<ProofChallenge>;

/** Whether a proof is valid for this try and hard enough by now. Uses it up. */
export async function useProof(
  app: Services,
  attempt: Attempt,
  level: number,
  sent: string | null | undefined,
): Promise<boolean> {
  const payload = sent ? read(sent) : null;
  if (!payload) return false;
  const { challenge, solution } = payload;
  const { parameters } = challenge;
  // Cheap checks first; the signature, verified below, says whether these values are genuine.
  if (
    parameters.data?.for !== boundTo(attempt) ||
    parameters.cost < computeCost(level) ||
    parameters.cost > computeCost(doublings + 1) ||
    parameters.algorithm !== "SHA-256"
  )
    return false;
  // The library throws for malformed input.
  const verified = await Promise.all(
    app.keys.token.accepted.map((key) =>
      verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: getSecret(app, key) }).catch(() => ({
        verified: false,
      })),
    ),
  );
  if (!verified.some((one) => one.verified)) return false;
  const { rows } =
    await sql`insert into used_proof (nonce, expire_time) values (${parameters.nonce}, now() + make_interval(mins => ${minutes + 1})) on conflict do nothing returning 1`.execute(
      app.db,
    );
  return rows.length === 1;
}

/** @returns null where the text is not a proof */
function read(sent: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(sent, "base64").toString("utf8")) as Payload;
    const { parameters, signature } = payload.challenge;
    const { counter, derivedKey } = payload.solution;
    const isOne =
      typeof signature === "string" &&
      typeof parameters.nonce === "string" &&
      parameters.nonce.length <= 64 &&
      typeof parameters.salt === "string" &&
      Number.isSafeInteger(parameters.cost) &&
      Number.isSafeInteger(counter) &&
      counter >= 0 &&
      typeof derivedKey === "string";
    return isOne ? payload : null;
  } catch {
    return null;
  }
}

/** Deletes used proofs that have expired, which are refused anyway. */
export const deleteExpiredProofs = async (app: Services): Promise<void> =>
  void (await sql`delete from used_proof where expire_time < now()`.execute(app.db));
