import { setTimeout as sleep } from "node:timers/promises";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import { connected } from "../database/connected.ts";

/** Milliseconds: between two heartbeats, for a response, and between two attempts to connect, doubled each time from shortest to longest. */
const [heartbeat, timeout, shortest, longest] = [10_000, 5_000, 1_000, 30_000];

/**
 * pg-boss with a connection of ours for LISTEN. Its own removes all error listeners at the first error of the connection, so that a second one
 * would end the process; poolers send two (PgBouncer: 57P01, then 08P01), and networks may as well.
 */
export function listeningBoss(options: ConstructorOptions & { connectionString: string }): PgBoss {
  const listen = listenTo(options.connectionString);
  class ListeningBoss extends PgBoss {
    override getDb(): ReturnType<PgBoss["getDb"]> {
      return Object.assign(super.getDb(), { listen });
    }
  }
  return new ListeningBoss(options);
}

type Listen = NonNullable<ReturnType<PgBoss["getDb"]>["listen"]>;

/** Listens to a channel until it is closed, and connects again when the connection is lost. */
const listenTo =
  (connectionString: string): Listen =>
  async (channel, onMessage, onReconnect) => {
    const ending = new AbortController();
    const { signal } = ending;

    const listenOnce = (onListening: () => void): Promise<void> =>
      connected(
        {
          connectionString,
          application_name: "jipei-jobs",
          keepAlive: true,
          connectionTimeoutMillis: timeout,
          query_timeout: timeout,
        },
        async (client) => {
          const ended = new Promise<void>((resolve) => client.once("end", resolve));
          client.on("notification", ({ payload }) => payload !== undefined && onMessage(payload));
          await client.query(`listen ${client.escapeIdentifier(channel)}`);
          onListening();
          onReconnect();
          for (;;) {
            await Promise.race([ended, sleep(heartbeat, undefined, { signal, ref: false })]);
            await client.query("select 1");
          }
        },
      );

    async function keepListening(): Promise<void> {
      for (let pause = shortest; ; pause = Math.min(pause * 2, longest)) {
        await listenOnce(() => (pause = shortest / 2)).catch(() => signal.throwIfAborted());
        // Meanwhile the poll finds new jobs.
        await sleep(pause, undefined, { signal, ref: false });
      }
    }

    const listening = keepListening().catch(() => {});
    return {
      async close() {
        ending.abort();
        await listening;
      },
    };
  };
