import { inspect } from "node:util";

/** Reporter of Node's test runner for one file: what happened, as JSON, when the file is done. See tests.mjs. */
export default async function* reporter(events) {
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const path = [];
  for await (const { type, data } of events) {
    if (type === "test:start") path.splice(data.nesting, Infinity, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    // A suite, or a test with tests inside, has no result of its own.
    if (data.details.type === "suite" || data.details.error?.failureType === "subtestsFailed") continue;
    if (data.skip !== undefined || data.todo !== undefined) result.skipped++;
    else if (type === "test:pass") result.passed++;
    else {
      result.failed++;
      const title = [...path.slice(0, data.nesting), data.name].join(" › ");
      result.failures.push({ title, error: explain(data.details.error) });
    }
  }
  yield JSON.stringify(result);
}

/** The runner wraps what a test threw. */
function explain(error) {
  const cause = error?.cause ?? error;
  return typeof cause === "string" ? cause : inspect(cause, { depth: 5 });
}
