import { createHash } from "node:crypto";

/** Whole numbers below a bound, by chance or by rule. */
export type Draw = (below: number) => number;

/**
 * Numbers that look like chance and are the same for the same seed, so that a paper printed again is the same paper.
 * Each is 48 bits of a hash, whose remainder is even enough for any bank.
 */
export function seeded(seed: string): Draw {
  let count = 0;
  return (below) => createHash("sha256").update(`${seed} ${count++}`).digest().readUIntBE(0, 6) % below;
}
