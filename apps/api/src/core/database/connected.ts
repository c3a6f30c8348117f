import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/**
 * Runs work with a connection of its own, and closes it afterwards. When the connection breaks (database restarted, session terminated), the
 * current or next statement fails; the empty error listener keeps the process from ending.
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
    // A server that does not answer does not answer `end` either.
    await Promise.race([client.end().catch(() => {}), sleep(1000, undefined, { ref: false })]);
  }
}
