import { inspect } from "node:util";
import { readSettings } from "../apps/api/src/core/foundation/settings.ts";
import { type Server, startServer } from "../apps/api/src/server.ts";

/** Runs one server after another, each with the settings that it is sent, so that their modules are loaded once. See servers.ts for the other side. */

let server: Server | undefined;

async function start(env: NodeJS.ProcessEnv): Promise<string> {
  const settings = readSettings({ ...process.env, ...env });
  server = await startServer(settings, () => {});
  return server.app.listen({ host: settings.host, port: settings.port });
}

async function answer(order: { start: NodeJS.ProcessEnv } | "stop"): Promise<void> {
  try {
    if (order === "stop") await server?.close();
    process.send?.(order === "stop" ? { stopped: true } : { url: await start(order.start) });
  } catch (error) {
    process.send?.({ failure: inspect(error) });
  }
}

process.on("message", (order: Parameters<typeof answer>[0]) => void answer(order));
process.on("disconnect", () => process.exit());
