import { createHmac } from "node:crypto";
import type { ProofChallenge } from "@jipei/contract/auth/auth.ts";
import { createChallenge, type Payload, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { sql } from "kysely";
import type { Services } from "../core/services.ts";
import type { Attempt } from "./throttle.ts";

/**
 * Work that a browser does before a try counts, where somebody has failed: nothing for one person, dear for who tries thousands. It is bound to account
 * and address, counts once, ends after ten minutes, and doubles with every failure.
 */

/** Rounds of SHA-256 for each try at a solution; 4,096 tries are needed on average. */
const [firstCost, doublings] = [16, 6];
const costOf = (level: number): number => firstCost * 2 ** Math.min(level - 1, doublings);
const prefix = "000";
const minutes = 10;

const secretOf = ({ tenantId }: Services, key: Buffer): string =>
  createHmac("sha256", key).update(`proof of work|${tenantId}`).digest("hex");
/** The first counter is of account and address, or of the device. */
const boundTo = ({ counters }: Attempt): string => counters[0]?.key ?? "";

/** What has to be solved before the next try. */
export const newChallenge = (app: Services, attempt: Attempt, level: number): Promise<ProofChallenge> =>
  createChallenge({
    algorithm: "SHA-256",
    cost: costOf(level),
    keyPrefix: prefix,
    deriveKey,
    expiresAt: new Date(Date.now() + minutes * 60_000),
    data: { for: boundTo(attempt) },
    hmacSignatureSecret: secretOf(app, app.keys.token.key),
  }) as Promise<ProofChallenge>;

/** Whether a proof is one for this try, as hard as it has to be now; it is used up by that. */
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
  // Looked at before any work is done here; the signature says whether it is true.
  if (
    parameters.data?.["for"] !== boundTo(attempt) ||
    parameters.cost < costOf(level) ||
    parameters.cost > costOf(doublings + 1) ||
    parameters.algorithm !== "SHA-256"
  )
    return false;
  // Rubbish in it makes the library throw.
  const verified = await Promise.all(
    app.keys.token.accepted.map((key) =>
      verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secretOf(app, key) }).catch(() => ({
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

/** @returns null for what is none */
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

/** Sweeps proofs that could not be used again anyway. */
export const forgetProofs = async (app: Services): Promise<void> =>
  void (await sql`delete from used_proof where expire_time < now()`.execute(app.db));
