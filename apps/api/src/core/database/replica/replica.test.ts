import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { candidateSourceCalls as calls } from "@jipei/contract/catalogue/candidate-source.ts";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, signIn } from "../../../../test/support/sign-in.ts";
import { type TestDatabase, createTestDatabase } from "../../../../test/database/template-db.ts";
import { testServices } from "../../../../test/support/test-services.ts";
import { openPool } from "../db.ts";
import type { Services } from "../../foundation/services.ts";

/** A second database that nothing is copied to plays the part of a replica that lags behind. */
let main: TestDatabase;
let behind: TestDatabase;
const closing: (() => Promise<void>)[] = [];
before(async () => void ([main, behind] = [await createTestDatabase(), await createTestDatabase()]));
after(async () => {
  for (const close of closing.reverse()) await close();
  await main.drop();
  await behind.drop();
});

interface Node {
  services: Services;
  http: FastifyInstance;
}

function node(replicaUrl: string): Promise<Node> {
  const services = {
    ...testServices(main.url),
    replica: { pool: openPool(replicaUrl), isUsed: () => true, checkAlive: async () => {} },
  };
  closing.push(async () => void (await Promise.all([services.pool.end(), services.replica.pool.end()])));
  return realApp(services).then((http) => ({ services, http }));
}

async function user({ services, http }: Node) {
  const { account } = await anAccount(services);
  const token = (await signIn(http, account)).json().access_token as string;
  return {
    names: async (): Promise<string[]> => {
      const answer = await http.inject({ url: `${calls.list.path}?size=200`, headers: { token } });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().data.records.map(({ sourceName }: { sourceName: string }) => sourceName);
    },
    add: async (sourceName: string) => {
      const answer = await http.inject({
        method: "POST",
        url: calls.submit.path,
        headers: { token, "content-type": "application/json" },
        payload: JSON.stringify({ sourceNo: sourceName, sourceName, sort: 1, isValid: "isValid" }),
      });
      assert.equal(answer.statusCode, 200, answer.body);
    },
  };
}

describe("lists", () => {
  it("are read from the replica, except for users who have just changed something", async () => {
    const here = await node(behind.url);
    const [one, other] = [await user(here), await user(here)];
    await one.add("R1");
    assert.ok((await one.names()).includes("R1"));
    assert.ok(!(await other.names()).includes("R1"), "read from the main database");
  });

  it("are read from the main database while the replica cannot be reached", async () => {
    const nobody: Server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise((resolve) => void nobody.close(() => resolve())));
    const url = new URL(main.url);
    url.port = String((nobody.address() as AddressInfo).port);
    const { names } = await user(await node(url.href));
    assert.ok((await names()).includes("R1"));
  });
});
