import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { notRun } from "./not-run.mjs";
import { cache, root } from "../paths.mjs";
import { sqlTexts } from "./sql-texts.mjs";

const folder = join(cache, "statements");

/** Removes the record. @returns arguments and environment of processes that record the statements they run */
export function recordStatements() {
  rmSync(folder, { recursive: true, force: true });
  const record = pathToFileURL(join(root, "apps/api/test/statements/record.ts")).href;
  return { args: [`--import=${record}`], env: { SQL_RECORD: folder } };
}

/** The issues of the API's SQL after a run of all its tests. @returns {string[]} one line each */
export const statementIssues = () => issuesOf(sqlTexts(), records(), notRun);

const records = () =>
  existsSync(folder) ? readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))) : [];

/**
 * @param {import("./sql-texts.mjs").SqlText[]} texts in the sources
 * @param {{ places: string[], texts: string[] }[]} recorded by the processes of tests
 * @param {typeof notRun} excused texts that no test runs, and why
 * @returns {string[]} texts that no test has run and that have no excuse, and excuses that are not needed
 */
export function issuesOf(texts, written, excused) {
  const places = new Set(written.flatMap((one) => one.places));
  const statements = [...new Set(written.flatMap((one) => one.texts))];
  const missing = texts.filter(({ place, parts, isTemplate }) =>
    isTemplate ? !places.has(place) : !statements.some((statement) => holds(statement, parts)),
  );
  const needed = new Set();
  const lines = missing.flatMap(({ place, parts }) => {
    const text = parts.join("${…}").replaceAll(/\s+/g, " ").trim();
    const excuse = excused.find((one) => place.startsWith(`${one.file}:`) && text.startsWith(one.text));
    if (excuse) needed.add(excuse);
    return excuse ? [] : [`${place} is run by no test: ${text.slice(0, 100)}`];
  });
  const without = excused.filter((one) => !needed.has(one));
  return [...lines, ...without.map(({ file, text }) => `not-run.mjs excuses without need: ${file} ${text}`)];
}

/** Whether a statement has all parts of a text, one after the other. */
function holds(statement, parts) {
  let at = 0;
  for (const part of parts) {
    at = statement.indexOf(part, at);
    if (at < 0) return false;
    at += part.length;
  }
  return true;
}
