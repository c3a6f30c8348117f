import { inspect } from "node:util";

/** Reporter of Node's test runner in a worker: sends the parent process the results of a file when its suite has ended. See tests.mjs. */
export default async function* reporter(events) {
  const stray = watchStrayErrors();
  const path = [];
  let result = empty();
  for await (const { type, data } of events) {
    if (type === "test:start") path.splice(data.nesting, Infinity, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    count(result, type, data, path);
    if (data.nesting > 0) continue;
    // For an error outside any running test Node only sets the exit code.
    if (process.exitCode)
      fail(result, "outside of its tests", stray.splice(0).map(explain).join("\n") || "ended with an error");
    process.exitCode = undefined;
    stray.length = 0;
    process.send(result);
    result = empty();
  }
  yield "";
}

const empty = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

function count(result, type, data, path) {
  const { error, type: kind } = data.details;
  // A test with subtests has no result of its own, and a suite only where its hooks or the loading of the file failed.
  if (error?.failureType === "subtestsFailed" || (kind === "suite" && type === "test:pass")) return;
  if (data.skip !== undefined || data.todo !== undefined) result.skipped++;
  else if (type === "test:pass") result.passed++;
  else
    fail(
      result,
      [...path.slice(1, data.nesting), data.nesting > 0 ? data.name : "the file"].join(" › "),
      explain(error),
    );
}

function fail(result, title, error) {
  result.failed++;
  result.failures.push({ title, error });
}

function watchStrayErrors() {
  const errors = [];
  process.on("uncaughtExceptionMonitor", (error) => errors.push(error));
  process.on("unhandledRejection", (error) => errors.push(error));
  return errors;
}

/** The runner wraps what a test threw. */
function explain(error) {
  const cause = error?.cause ?? error;
  return typeof cause === "string" ? cause : inspect(cause, { depth: 5 });
}
