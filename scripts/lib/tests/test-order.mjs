import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";

/** Seconds from which on a test file has to say why it takes so long, by a line `// Slow: …` before its imports. */
const limit = 20;
/**
 * And the share of the time of all files: one in eighty is about as much on a quiet machine. A slow or busy machine stretches all
 * files, so that none is reported for it. The run fails only at twice as much: files around a limit are on this side today and on that
 * tomorrow, and a check that fails by chance is worse than none.
 */
const share = { reported: 1 / 80, fails: 1 / 40 };

/** @param {string} file below the project @returns {string | undefined} the reason why it takes long, if it states one */
export const slowReason = (file) => /^\/\/ Slow: (.{20,})$/m.exec(readFileSync(join(root, file), "utf8"))?.[1];

/** Files that take long begin first, so that none of them is alone at the end. @param {string[]} files below the project */
export function slowFirst(files) {
  const isSlow = new Set(files.filter(slowReason));
  return [...isSlow, ...files.filter((file) => !isSlow.has(file))];
}

/** A random order that the same seed makes again. @param {string[]} files @param {string} seed */
export function shuffled(files, seed) {
  const rank = (file) => createHash("sha256").update(`${seed} ${file}`).digest("hex");
  return files
    .map((file) => [rank(file), file])
    .sort()
    .map(([, file]) => file);
}

/**
 * The files that took long and do not say why. Only a run of all files can find them: of a few files, one always takes a large share.
 * @param {Map<string, number>} seconds that each file took
 * @returns the message for the reader, and whether the run fails for it
 */
export function unexplained(seconds, reasonOf = slowReason) {
  const all = [...seconds.values()].reduce((sum, one) => sum + one, 0);
  const long = [...seconds].filter(([file, one]) => one > limit && one > share.reported * all && !reasonOf(file));
  return {
    lines: long.map(
      ([file, one]) =>
        `${file} took ${one.toFixed(0)} s: make it faster, or say why in a line "// Slow: …" before its imports`,
    ),
    fails: long.some(([, one]) => one > share.fails * all),
  };
}
