// npm run chaos:browsers: an exam at real browsers, which need a browser and the built pages beside what other programs need.
import { buildWeb } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { asProgram } from "./lib/command.mjs";
import { install } from "./lib/install.mjs";
import { runOnNode24 } from "./lib/server.mjs";

await asProgram(async () => {
  await install();
  await ensureChromium();
  await buildWeb();
  runOnNode24(["e2e/chaos/sittings.ts"]);
});
