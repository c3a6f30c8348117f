import { setTimeout as sleep } from "node:timers/promises";
import { crashed } from "@jipei/process/exit-codes.mjs";
import { readSettings } from "./core/foundation/settings.ts";
import { type Server, startServer } from "./server.ts";
import { type NewLink, installLink } from "./setup/setup-link.ts";
import { describeStartFailure, waitForPort } from "./start-failures.ts";

/** Milliseconds that open requests and jobs may take to end; then the process ends anyway. */
const closeTimeout = 45_000;
/** The same during a start, which is shorter because somebody who presses Ctrl-C waits at the terminal. */
const startAbortTimeout = 1_400;

const starting = new AbortController();
const hurrying = new AbortController();
let server: Server | undefined;
let leaving = false;
let shutdownDelay = 0;

for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => leave(0));
// At a terminal there is no load balancer that has to notice first, so the process ends without delay.
process.on("SIGINT", () => (hurrying.abort(), leave(0)));
// The start script keeps an IPC channel open. When it closes, the script is gone and nothing else would end this process.
if (process.channel) process.on("disconnect", () => leave(0));
// Covers unhandled rejections too.
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
  if (!leaving) console.error(`Jipei cannot start: ${describeStartFailure(error)}`);
  // While a running server closes, the process ends when that is done.
  if (!(leaving && server)) {
    await server?.close();
    process.exit(leaving ? 0 : 1);
  }
}

/** Ends in order: reports not ready for the delay, then closes open requests, jobs, connections, database. During the start it aborts the start. */
function leave(code: number): void {
  if (leaving) return;
  leaving = true;
  if (server) return void close(server, code);
  starting.abort(new Error("stopped during the start"));
  setTimeout(() => process.exit(code), startAbortTimeout).unref();
}

async function close(running: Server, code: number): Promise<never> {
  running.state.leaving = true;
  await sleep(shutdownDelay * 1000, undefined, { signal: hurrying.signal }).catch(() => {});
  setTimeout(() => process.exit(code || 1), closeTimeout).unref();
  await running.close().catch((error: unknown) => {
    running.failure(error);
    process.exit(crashed);
  });
  process.exit(code);
}

/** After an unexpected error the state of the process is unknown, so it ends and the supervisor starts another one. */
function collapse(error: unknown): void {
  if (server) server.failure(error);
  else if (!leaving) console.error(`Jipei cannot start: ${describeStartFailure(error)}`);
  leave(server ? crashed : 1);
}

/** Prints everything in one write, so that a program that waits for the address has the rest as well. */
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
