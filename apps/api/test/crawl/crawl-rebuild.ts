import { ageAt, checkIdNumber } from "@jipei/contract/core/fields/id-number.ts";

/** What a user has been shown about one person, by any calls. */
export interface Evidence {
  /** The masked ID number, in each form in which it was shown. */
  masks: Set<string>;
  /** Days (yyyy-MM-dd) and years (yyyy) that were shown next to it. */
  days: Set<string>;
  years: Set<string>;
  /** Age in full years on a day. */
  ages: { age: number; on: string }[];
}

export const noEvidence = (): Evidence => ({ masks: new Set(), days: new Set(), years: new Set(), ages: [] });

/** Combines masks of the same value: every digit that any of them shows. @returns null where the masks are of different values */
export function overlay(masks: Iterable<string>): string | null {
  let known = "";
  for (const mask of masks) {
    if (known !== "" && mask.length !== known.length) return null;
    const before = known === "" ? "*".repeat(mask.length) : known;
    const merged = [...before].map((sign, i) => {
      if (sign === "*") return mask[i];
      return mask[i] === "*" || mask[i] === sign ? sign : null;
    });
    if (merged.includes(null)) return null;
    known = merged.join("");
  }
  return known;
}

const fits = (pattern: string, number: string): boolean =>
  [...pattern].every((sign, i) => sign === "*" || sign === number[i]);

/** All days on which an adult of today can have been born. */
const [first, last] = [Date.UTC(1930, 0, 1), Date.UTC(2012, 11, 31)];
const birthdays: readonly string[] = Array.from({ length: (last - first) / 86_400_000 + 1 }, (_, n) =>
  new Date(first + n * 86_400_000).toISOString().slice(0, 10),
);
const byYear = Map.groupBy(birthdays, (day) => day.slice(0, 4));

/**
 * The ID numbers that a person can have, according to how they are made: region, day of birth, sequence whose parity is the sex, check digit.
 * A day that was shown next to a masked number and fits it is taken to be the birthday.
 */
export function* extractNumbers({ masks, days, years, ages }: Evidence): Generator<string> {
  const known = overlay(masks);
  if (known === null || known.length !== 18) return;
  if (!known.includes("*")) return yield known;
  const on = (day: string) => known.slice(0, 6) + day.replaceAll("-", "") + known.slice(14);
  const isNumber = (number: string) => !number.includes("*") && fits(known, number) && checkIdNumber(number) === null;
  const beside = [...days].map(on).filter(isNumber);
  if (beside.length > 0) return yield* beside;
  const possible = years.size === 0 ? birthdays : [...years].sort().flatMap((year) => byYear.get(year) ?? []);
  for (const day of possible)
    if (ages.every(({ age, on: then }) => ageAt(day, then) === age) && isNumber(on(day))) yield on(day);
}

/** With so few candidates the number counts as known: one more letter, call or guess decides. */
const few = 3;

/** Whether the evidence reveals the number. */
export function isRebuilt(evidence: Evidence, number: string): boolean {
  const numbers: string[] = [];
  for (const one of extractNumbers(evidence)) if (numbers.push(one) > few) return false;
  return numbers.includes(number);
}
