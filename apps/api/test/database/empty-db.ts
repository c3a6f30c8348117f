import type { ServerDatabase } from "./demo-db.ts";
import { dropDatabase } from "./template-db.ts";
import { databaseUrl, testServer } from "./test-server.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connected } from "../../src/core/database/connected.ts";

/** A database without even tables, and a data folder without keys: what an installation starts from. */
export async function createEmptyDatabase(): Promise<ServerDatabase> {
  const server = await testServer();
  const name = `jipei_test_${process.pid}_empty`;
  await connected(server.url, (client) => client.query(`create database ${name}`));
  const dataDir = await mkdtemp(join(tmpdir(), "jipei-empty-"));
  return {
    url: databaseUrl(server.url, name),
    dataDir,
    async drop() {
      await connected(server.url, (client) => dropDatabase(client, name));
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
