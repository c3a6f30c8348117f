import type { CodeOf } from "../core/fields/field.ts";
import { testSubject } from "./exam-codes.ts";

/** A part of an assessment. */
export type TestSubject = CodeOf<typeof testSubject>;

const allParts = Object.keys(testSubject.codes) as TestSubject[];

/** Levels assessed with a review besides theory and practice. */
export const hasReview = (level: string | null): boolean => level === "1" || level === "2";

/** The parts that a level is assessed in. */
export const getPartsOfLevel = (level: string | null): TestSubject[] =>
  allParts.filter((part) => part !== "3" || hasReview(level));

/** Modes in which one part alone may be the whole assessment: the final one of a training, and that of start-up training. */
const singlePartModes: ReadonlySet<string> = new Set(["4", "5"]);

/**
 * The parts that must be passed, in whatever attempt: those of the level, and what else the first assessment has. One part alone is enough where the
 * mode allows it and the first assessment has no other.
 */
export const getOwedParts = (
  level: string | null,
  testMode: string,
  ofFirst: readonly TestSubject[],
): readonly TestSubject[] =>
  ofFirst.length === 1 && singlePartModes.has(testMode)
    ? ofFirst
    : allParts.filter((part) => ofFirst.includes(part) || getPartsOfLevel(level).includes(part));
