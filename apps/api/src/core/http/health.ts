import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Services } from "../foundation/services.ts";

/** Whether this process is shutting down: it still answers requests, but reports that it is not ready, so that load balancers turn to another. */
export interface ServerState {
  leaving: boolean;
}

/** Milliseconds within which the database must answer. It is short, since probes are repeated. */
const readyWithin = 3000;

/** Adds the probes for load balancers and monitoring: whether the server runs, and whether it is ready. */
export function addHealth(app: FastifyInstance, services: Services, state: ServerState): void {
  app.get("/api/health", () => ({ status: "up" }));
  app.get("/api/ready", async (_request, reply) => {
    if (state.leaving) return reply.code(503).send({ status: "leaving", warnings: services.alerts.open() });
    // Without the replica the server is still ready, since it then reads from the main database.
    const database = services.probePool.query("select 1").then(
      () => "ready",
      () => "not ready",
    );
    const status = await Promise.race([database, sleep(readyWithin, "not ready", { ref: false })]);
    // The warnings are names only, since anybody may ask.
    return reply.code(status === "ready" ? 200 : 503).send({ status, warnings: services.alerts.open() });
  });
}

/** While the server is shutting down, asks clients in each response to close the connection, so that their next one goes to another node. */
export function closeConnectionsWhenLeaving(app: FastifyInstance, state: ServerState): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (state.leaving) reply.header("Connection", "close");
    done(null, payload);
  });
}

/**
 * Closes the connections on which nothing was ever asked when the server closes: browsers open some ahead of need. Node takes them for
 * busy and waits for them, and no longer limits their time once it is closing.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
