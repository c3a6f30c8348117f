// node scripts/run.mjs <file.ts> [arguments]: runs one of our TypeScript programs on Node 24, installing first when needed.
import { asProgram } from "./lib/command.mjs";
import { install } from "./lib/install.mjs";
import { runOnNode24 } from "./lib/server.mjs";

await asProgram(async () => {
  await install();
  runOnNode24(process.argv.slice(2));
});
