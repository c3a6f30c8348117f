import { setTimeout as sleep } from "node:timers/promises";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import { connected } from "./connected.ts";

/** Milliseconds: between two questions whether the connection lives, for an answer, and between two attempts, doubled each time. */
const [heartbeat, patience, shortest, longest] = [10_000, 5_000, 1_000, 30_000];

/**
 * pg-boss, hearing announcements by a connection of ours. Its own lets go of all listeners with the first error of its connection; a second
 * one, which poolers send (PgBouncer: 57P01, then 08P01) and networks too, would end the process.
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

/** Hears a channel until it is closed, over one connection after another. */
const listenTo =
  (connectionString: string): Listen =>
  async (channel, hear, heardAgain) => {
    const ending = new AbortController();
    const { signal } = ending;

    const hearOnce = (begun: () => void): Promise<void> =>
      connected(
        {
          connectionString,
          application_name: "jipei-jobs",
          keepAlive: true,
          connectionTimeoutMillis: patience,
          query_timeout: patience,
        },
        async (client) => {
          const ended = new Promise<void>((resolve) => client.once("end", resolve));
          client.on("notification", ({ payload }) => payload !== undefined && hear(payload));
          await client.query(`listen ${client.escapeIdentifier(channel)}`);
          begun();
          heardAgain();
          for (;;) {
            await Promise.race([ended, sleep(heartbeat, undefined, { signal, ref: false })]);
            await client.query("select 1");
          }
        },
      );

    async function keepHearing(): Promise<void> {
      for (let pause = shortest; ; pause = Math.min(pause * 2, longest)) {
        await hearOnce(() => (pause = shortest / 2)).catch(() => signal.throwIfAborted());
        // Until then the queues are looked at by the clock.
        await sleep(pause, undefined, { signal, ref: false });
      }
    }

    const hearing = keepHearing().catch(() => {});
    return {
      async close() {
        ending.abort();
        await hearing;
      },
    };
  };
