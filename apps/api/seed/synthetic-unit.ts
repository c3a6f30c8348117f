import { creditCodeSum } from "@jipei/contract/core/fields/credit-code.ts";

const creditAlphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const organisationAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2];

/**
 * The n-th made-up credit code: both check characters right, of county «329999», which no region has, so it belongs to nobody.
 * @param kind `52` private non-enterprise unit, `91` enterprise
 */
export function syntheticCreditCode(n: number, kind: "52" | "91" = "52"): string {
  const body = `${kind === "52" ? "MJX" : "MA1"}${String(n).padStart(5, "0")}`;
  const sum = organisationWeights.reduce(
    (total, weight, i) => total + weight * organisationAlphabet.indexOf(body[i] as string),
    0,
  );
  const check = (11 - (sum % 11)) % 11;
  const code = `${kind}329999${body}${check === 10 ? "X" : check}`;
  return code + creditAlphabet[(31 - (creditCodeSum(code) % 31)) % 31];
}
