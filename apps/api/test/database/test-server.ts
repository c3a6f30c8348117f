import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbeddedPostgres } from "../../src/core/postgres/launcher.ts";
import { startPostgres } from "../../src/core/postgres/launcher.ts";

const project = createHash("sha256")
  .update(import.meta.dirname)
  .digest("hex")
  .slice(0, 8);

/**
 * Folder of what the tests of this project share. Below the temporary folder, because every account can read there even where the
 * project lies in /root.
 */
export const testFolder = join(tmpdir(), `jipei-test-${process.getuid?.() ?? 0}-${project}`);

/** A process registers once with the server, however many databases it makes. */
let users = 0;

/**
 * Joins the server for tests, so that it runs until stop(): TEST_DATABASE_URL when set, otherwise an embedded one that all test files
 * of the project share; the last to leave stops it. Its data can be lost in a power loss, which makes it quick.
 */
export async function testServer(): Promise<EmbeddedPostgres> {
  const external = process.env.TEST_DATABASE_URL;
  if (external) return { url: external, home: testFolder, stop: async () => {} };
  mkdirSync(testFolder, { recursive: true, mode: 0o700 });
  users++;
  const server = await startPostgres(testFolder, () => {}, { durable: false });
  return { ...server, stop: async () => void (--users === 0 && (await server.stop())) };
}

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
