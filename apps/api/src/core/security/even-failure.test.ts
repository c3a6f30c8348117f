import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import { after, before, describe, it } from "node:test";
import { evenFailure, failEvenly } from "./even-failure.ts";
import { type InternalHosts, readInternalHosts } from "../foundation/internal-hosts.ts";
import { Refusal } from "../foundation/refusal.ts";

const standard = evenFailure.after;
before(() => void (evenFailure.after = 150));
after(() => void (evenFailure.after = standard));

const silent = { code: "ADDRESS_SILENT" };
/** Allows whole machines and networks without ports, and one machine with its port. */
const settings = { internalHosts: readInternalHosts("127.0.0.1, 10.0.0.0/8, 192.168.1.9:9000") as InternalHosts };
const at = (host: string) => ({ host, port: "9000" });
const never = () => new Promise<never>(() => {});

describe("failEvenly", () => {
  it("refuses a closed, a filtered and a forbidden internal port with the same error after the same time (ADDRESS_SILENT)", async () => {
    const order: string[] = [];
    const tell = (name: string, work: () => Promise<unknown>) =>
      assert.rejects(failEvenly(settings, at("127.0.0.1"), work), silent).then(() => order.push(name));
    const moment = new Promise<void>((done) => setTimeout(done, 100)).then(() => order.push("a moment"));
    await Promise.all([
      tell("closed", () => Promise.reject(new Error("ECONNREFUSED"))),
      tell("filtered", never),
      tell("not allowed", () => Promise.reject(new Refusal("ADDRESS_INTERNAL", { host: "127.0.0.1" }))),
      moment,
    ]);
    assert.equal(order[0], "a moment");
    assert.equal(order.length, 4);
  });

  it("passes on the error of a service of the expected kind, and returns a success at once", async () => {
    const wrong = new Error("wrong secret");
    await assert.rejects(
      failEvenly(
        settings,
        at("10.0.0.7"),
        () => Promise.reject(wrong),
        (error) => error === wrong,
      ),
      wrong,
    );
    evenFailure.after = 60_000;
    assert.equal(await failEvenly(settings, at("localhost"), async () => "in"), "in");
    evenFailure.after = 150;
  });

  it("passes on all errors of an address that the operator allowed with its port, and of no other port", async () => {
    const closed = () => Promise.reject(new Error("ECONNREFUSED"));
    await assert.rejects(failEvenly(settings, at("192.168.1.9"), closed), /ECONNREFUSED/);
    await assert.rejects(failEvenly(settings, { host: "192.168.1.9", port: "22" }, closed), silent);
  });

  it("passes on all errors of addresses outside the own network", async () => {
    await assert.rejects(
      failEvenly(settings, at("8.8.8.8"), () => Promise.reject(new Error("ECONNREFUSED"))),
      /ECONNREFUSED/,
    );
  });

  it("gives the same answer for an open port of another service and for a closed one", async () => {
    const server: Server = createServer((socket) => socket.end("SSH-2.0-x\r\n")).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const { port } = server.address() as { port: number };
    const ask = async (asked: number) => {
      try {
        return await failEvenly(settings, at("127.0.0.1"), () => fetch(`http://127.0.0.1:${asked}/`));
      } catch (error) {
        return (error as Refusal).zh;
      }
    };
    assert.equal(await ask(port), await ask(1));
    server.close();
  });
});
