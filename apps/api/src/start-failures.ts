import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Settings, SettingsError } from "./core/foundation/settings.ts";

/** Checks that the port is free before the long part of the start. It retries for three seconds, so that a server that was just stopped can end. */
export async function waitForPort({ host, port }: Settings): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const problem = await tryPort(host, port);
    if (!problem) return;
    if (problem.code !== "EADDRINUSE" || attempt === 15) throw problem;
    await sleep(200);
  }
}

function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

/** One line for a failure that the operator can mend; the stack for an internal error. */
export function describeStartFailure(error: unknown): string {
  const { code, path, port, address, message, stack } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === "EADDRINUSE") return `port ${port} is taken; stop what uses it or set PORT to another`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `HOST ${address ?? ""} is no address of this machine`;
  if (code === "EACCES" && port) return `port ${port} needs more rights than this user has; set PORT to 1024 or more`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `${path} cannot be written by this user; set DATA_DIR to a folder that can`;
  if (code === "ENOSPC") return "the disk is full";
  const ours = error instanceof SettingsError || error?.constructor.name === "MigrationError";
  return ours ? message : (stack ?? message);
}
