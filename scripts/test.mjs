// npm test: everything that must pass, from a fresh clone.
//   node scripts/test.mjs                all of it
//   node scripts/test.mjs typecheck lint these parts (see parts in checks.mjs)
//   node scripts/test.mjs api classes    of these parts the test files whose path contains "classes"
//   node scripts/test.mjs api --shuffle   test files (of api, e2e) in random order; --shuffle=<seed> repeats an order
import { asProgram } from "./lib/command.mjs";
import { install } from "./lib/install.mjs";
import { runOnNode24 } from "./lib/server.mjs";

await asProgram(async () => {
  await install();
  runOnNode24(["scripts/checks.mjs", ...process.argv.slice(2)]);
});
