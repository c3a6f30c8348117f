import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/**
 * Does something through a connection of its own. One that breaks (database restarted, session terminated) fails the statement that runs or
 * the next one; without a listener it would end the process.
 * @throws what connecting and `work` throw
 */
export async function connected<T>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    // Whoever does not answer hears no farewell either.
    await Promise.race([client.end().catch(() => {}), sleep(1000, undefined, { ref: false })]);
  }
}
