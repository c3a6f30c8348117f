import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../command.mjs";

/**
 * A wrong name somewhere in the product.
 * @typedef {object} Mutation
 * @property {string} kind what sort of name it is, and where
 * @property {string} file below the project
 * @property {string} find text that occurs there once
 * @property {string} put its replacement
 * @property {true} [everywhere] `find` is a word that is replaced wherever it occurs in the file
 * @property {string[]} [tests] test files that run the statement, for names that only PostgreSQL can check
 */

/** @param {string} folder of the copy @param {Mutation} mutation @returns {() => void} undoes it */
export function apply(folder, mutation) {
  const path = join(folder, mutation.file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, mutated(before, mutation));
  return () => writeFileSync(path, before);
}

/** @throws Failure when the text does not occur any more, or occurs more than once */
export function mutated(text, { kind, file, find, put, everywhere }) {
  const pattern = everywhere ? new RegExp(`\\b${find}\\b`, "g") : find;
  const parts = text.split(pattern);
  if (parts.length === 1) throw new Failure(`${file} (${kind}): there is no ${find}`);
  if (parts.length > 2 && !everywhere)
    throw new Failure(`${file} (${kind}): ${find} stands there ${parts.length - 1} times`);
  return parts.join(put);
}

/** The line of a mutation. @param {string} folder @param {Mutation} mutation */
export function lineOf(folder, { file, find }) {
  const text = readFileSync(join(folder, file), "utf8");
  return text.slice(0, text.indexOf(find)).split("\n").length;
}

/** Groups mutations of different files into as few rounds as possible. @param {readonly Mutation[]} mutations */
export function rounds(mutations) {
  const made = [];
  for (const mutation of mutations) {
    const free = made.find((round) => !round.some(({ file }) => file === mutation.file));
    if (free) free.push(mutation);
    else made.push([mutation]);
  }
  return made;
}
