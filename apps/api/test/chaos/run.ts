// npm run chaos: the long form of the tests that cause failures in a running installation, with its figures.
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

process.env.CHAOS_LONG = "1";
const files = ["chaos", "cancelled-jobs", "kill", "sittings"].map((name) =>
  join(import.meta.dirname, `../${name}.test.ts`),
);
const [testNamePatterns] = process.argv.slice(2);

run({ files, concurrency: 1, forceExit: true, ...(testNamePatterns && { testNamePatterns }) })
  .on("test:fail", () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
