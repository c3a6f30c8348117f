// npm run dev: the API restarts on changes, and Vite serves the web with hot reload on port 5173 and forwards /api to the API.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { asProgram } from "./lib/command.mjs";
import { install } from "./lib/install.mjs";
import { node24 } from "./lib/node24.mjs";
import { root } from "./lib/paths.mjs";
import { runOnNode24 } from "./lib/server.mjs";

await asProgram(async () => {
  await install();
  const vite = spawn(node24(), [join(root, "node_modules/vite/bin/vite.js")], {
    cwd: join(root, "apps/web"),
    stdio: "inherit",
  });
  process.on("exit", () => vite.kill());
  runOnNode24(["apps/api/src/main.ts"], ["--watch-preserve-output", "--watch"]);
});
