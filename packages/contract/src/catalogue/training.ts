/** What kinds and levels of training mean to the rules of several domains. */

/** TRAIN_KIND codes without a least share of practice: start-up and safety training. */
export const kindsWithoutPractice: ReadonlySet<string> = new Set(["05", "06"]);

/** TRAIN_KIND codes of training for staff, who must be insured by, and under contract with, the unit named. */
export const staffKinds: ReadonlySet<string> = new Set(["02", "03", "04", "07"]);

/** PERSON_CATEGORY codes of the key groups, for whom more may be paid. */
export const keyGroups: ReadonlySet<string> = new Set([
  "02",
  "03",
  "04",
  "05",
  "06",
  "07",
  "08",
  "09",
  "10",
  "11",
  "13",
  "14",
  "15",
]);

/** Rank of a LEVEL code among the others: 0 (no level) lowest, 1 on top. */
export const levelRank = (code: string): number => (code === "0" ? 0 : 6 - Number(code));
