// node scripts/run.mjs <file.ts> [arguments]: runs one of our TypeScript programs on Node 24, installing first when needed.
import { findChromium } from "./lib/chromium.mjs";
import { asProgram } from "./lib/command.mjs";
import { install } from "./lib/install.mjs";
import { runOnNode24 } from "./lib/server.mjs";

await asProgram(async () => {
  await install();
  // A program that opens a browser takes the one that the tests have.
  const chromium = findChromium();
  if (chromium) process.env.CHROMIUM = chromium;
  runOnNode24(process.argv.slice(2));
});
