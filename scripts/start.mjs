// npm start: from a fresh clone to a running server. Each step is skipped when it was done for the same sources.
import { buildWeb } from "./lib/build.mjs";
import { asProgram } from "./lib/command.mjs";
import { install } from "./lib/install.mjs";
import { superviseOnNode24 } from "./lib/server.mjs";

await asProgram(async () => {
  await install();
  await buildWeb();
  superviseOnNode24(["apps/api/src/main.ts"]);
});
