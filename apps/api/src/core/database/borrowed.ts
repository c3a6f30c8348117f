import type pg from "pg";
import { ClientLeft } from "../foundation/departure.ts";
import { currentDeparture } from "../foundation/request-context.ts";

/**
 * Borrows a connection for the running work. Where that is a read for a client who leaves, the connection is closed, and PostgreSQL, which
 * looks after its clients every half second, ends the statement: what nobody waits for takes nothing from those who do.
 * @throws ClientLeft when the client has left before there was a connection
 */
export async function borrow(pool: pg.Pool): Promise<pg.PoolClient> {
  const departure = currentDeparture();
  const client = await pool.connect();
  if (!departure) return client;
  const release = client.release.bind(client);
  if (departure.hasLeft) {
    release();
    throw new ClientLeft();
  }
  const stop = departure.onLeave(() => {
    client.release = () => {};
    release(true);
  });
  client.release = (broken) => {
    stop();
    release(broken);
  };
  return client;
}
