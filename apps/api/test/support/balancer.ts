import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

interface Node {
  url: string;
  isReady: boolean;
  agent: Agent;
}

export interface Balancer {
  url: string;
  /** Sends requests to this node as soon as it is ready. */
  add(url: string): void;
  /** Removes a node that has ended. */
  remove(url: string): void;
  /** Number of nodes that would get a request now. */
  ready(): number;
  close(): void;
}

/**
 * A minimal load balancer: asks each node ten times a second whether it is ready, and sends requests in turn to those that are, over
 * connections that it reuses, without ever retrying a request.
 */
export async function startBalancer(): Promise<Balancer> {
  const nodes: Node[] = [];
  const ending = new AbortController();
  let turn = 0;

  function hand(incoming: IncomingMessage, answer: ServerResponse): void {
    const ready = nodes.filter(({ isReady }) => isReady);
    const node = ready[turn++ % ready.length];
    if (!node) return void answer.writeHead(502).end();
    const { method, headers, url } = incoming;
    const onward = request(node.url + url, { method, headers, agent: node.agent }, (reply) => {
      answer.writeHead(reply.statusCode as number, reply.headers);
      reply.pipe(answer);
      reply.on("error", () => answer.destroy());
    });
    onward.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    incoming.pipe(onward);
  }

  async function watch(node: Node): Promise<void> {
    while (nodes.includes(node)) {
      // On a busy machine an answer takes its time; a node that has ended refuses at once.
      node.isReady = await fetch(`${node.url}/api/ready`, { signal: AbortSignal.timeout(10_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      await sleep(100, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
    }
  }

  const server = createServer(hand).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(url) {
      const node = { url, isReady: false, agent: new Agent({ keepAlive: true }) };
      nodes.push(node);
      void watch(node);
    },
    remove(url) {
      const [gone] = nodes.splice(
        nodes.findIndex((node) => node.url === url),
        1,
      );
      gone?.agent.destroy();
    },
    ready: () => nodes.filter(({ isReady }) => isReady).length,
    close() {
      ending.abort();
      server.close();
      server.closeAllConnections();
      for (const { agent } of nodes) agent.destroy();
    },
  };
}
