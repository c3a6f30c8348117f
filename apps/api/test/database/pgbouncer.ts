import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connected } from "../../src/core/database/connected.ts";

const program = "/usr/sbin/pgbouncer";

export interface Pooler {
  /** Address of the database, through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a real PgBouncer before a database. @param mode its pool_mode @param lines further settings */
export async function startPgBouncer(
  databaseUrl: string,
  mode: "session" | "transaction",
  lines: readonly string[] = [],
): Promise<Pooler> {
  if (!existsSync(program)) throw new Error("PgBouncer is missing: install the Debian package pgbouncer");
  const folder = mkdtempSync(join(tmpdir(), "jipei-pgbouncer-"));
  chmodSync(folder, 0o755);
  const target = new URL(databaseUrl);
  const port = await freePort();
  const settings = [
    "[databases]",
    `* = host=${target.hostname} port=${target.port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${join(folder, "users")}`,
    `pool_mode = ${mode}`,
    "default_pool_size = 30",
    ...lines,
  ];
  writeFileSync(join(folder, "users"), `"${target.username}" "${target.password}"\n`);
  writeFileSync(join(folder, "ini"), `${settings.join("\n")}\n`);
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, ["-q", join(folder, "ini")], { stdio: "ignore", ...nobody });
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
  await answers(url, child);
  return {
    url,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    const isThere = await connected(url, () => Promise.resolve(true)).catch(() => false);
    if (isThere) return;
    await sleep(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
