import { setTimeout as sleep } from "node:timers/promises";
import { crashed } from "../../../scripts/lib/exit-codes.mjs";
import { readSettings } from "./core/settings.ts";
import { type Server, startServer } from "./server.ts";
import { type NewLink, installLink } from "./setup/setup-link.ts";
import { told, waitForPort } from "./start-faults.ts";

/** Milliseconds that open requests and jobs may take to end; then we go all the same. */
const patience = 45_000;
/** The same for what a start has begun: whoever presses Ctrl-C then waits at the terminal. */
const patienceOfStart = 1_400;

const starting = new AbortController();
const hurrying = new AbortController();
let server: Server | undefined;
let leaving = false;
let shutdownDelay = 0;

for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => leave(0));
// At a terminal nobody stands before us who would have to notice first.
process.on("SIGINT", () => (hurrying.abort(), leave(0)));
// The start script keeps a channel open to us; without it nobody could stop us.
if (process.channel) process.on("disconnect", () => leave(0));
// Also rejections that nobody handled.
process.on("uncaughtException", collapse);

try {
  const settings = readSettings(process.env);
  shutdownDelay = settings.shutdownDelay;
  await waitForPort(settings);
  server = await startServer(settings, (line) => console.log(`· ${line}`), starting.signal);
  if (leaving) await close(server, 0);
  const address = await server.app.listen({ host: settings.host, port: settings.port });
  greet(settings.port === 0 ? address : settings.publicUrl, server, await installLink(server.services));
  process.send?.("ready");
} catch (error) {
  if (!leaving) console.error(`Jipei cannot start: ${told(error)}`);
  // Who is leaving with a server ends when that is closed.
  if (!(leaving && server)) {
    await server?.close();
    process.exit(leaving ? 0 : 1);
  }
}

/** Ends in order: not ready for the delay, then open requests, jobs, connections, database. During the start, what was begun is given up. */
function leave(code: number): void {
  if (leaving) return;
  leaving = true;
  if (server) return void close(server, code);
  starting.abort(new Error("stopped during the start"));
  setTimeout(() => process.exit(code), patienceOfStart).unref();
}

async function close(running: Server, code: number): Promise<never> {
  running.lifecycle.leaving = true;
  await sleep(shutdownDelay * 1000, undefined, { signal: hurrying.signal }).catch(() => {});
  setTimeout(() => process.exit(code || 1), patience).unref();
  await running.close().catch((error: unknown) => {
    running.fault(error);
    process.exit(crashed);
  });
  process.exit(code);
}

/** A fault that nobody foresaw: what it left behind is unknown, so that this process ends and another takes its place. */
function collapse(error: unknown): void {
  if (server) server.fault(error);
  else if (!leaving) console.error(`Jipei cannot start: ${told(error)}`);
  leave(server ? crashed : 1);
}

/** In one piece, so that whoever waits for the address has the rest as well. */
function greet(address: string, { demoAccounts, demoPassword }: Server, setUp: NewLink | null): void {
  const lines = [`\nJipei is ready at ${address}`];
  if (demoPassword) {
    lines.push(`\nDemo accounts, all with the password ${demoPassword}`);
    for (const { account, zh, en } of demoAccounts) lines.push(`  ${account.padEnd(24)} ${zh} ${en}`);
    lines.push("\nStop with Ctrl-C.");
  }
  if (setUp)
    lines.push(
      "\nThere is no administrator yet. Whoever opens this address becomes the first one; it counts until",
      `${setUp.expireTime} and for one use:`,
      `  ${setUp.address}`,
    );
  console.log(lines.join("\n"));
}
