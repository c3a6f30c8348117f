import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Lifecycle } from "../lifecycle.ts";
import type { Services } from "../services.ts";

/** Milliseconds; who asks whether we are ready asks again soon. */
const readyWithin = 3000;

/** Whether the server runs, and whether it can do its work: for whoever watches over it. */
export function addHealth(app: FastifyInstance, services: Services, lifecycle: Lifecycle): void {
  app.get("/api/health", () => ({ status: "up" }));
  app.get("/api/ready", async (_request, reply) => {
    if (lifecycle.leaving) return reply.code(503).send({ status: "leaving", warnings: services.alerts.open() });
    // A replica that is away leaves the server ready: the main database answers for it.
    const database = services.probePool.query("select 1").then(
      () => "ready",
      () => "not ready",
    );
    const status = await Promise.race([database, sleep(readyWithin, "not ready", { ref: false })]);
    // Names alone: whoever may ask is no administrator.
    return reply.code(status === "ready" ? 200 : 503).send({ status, warnings: services.alerts.open() });
  });
}

/** Who keeps connections open is asked, by each answer on our way out, to open the next one elsewhere. */
export function leavePolitely(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (lifecycle.leaving) reply.header("Connection", "close");
    done(null, payload);
  });
}
