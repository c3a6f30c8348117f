import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Db } from "../database/db.ts";
import { answers, getPorts, question } from "./ports.ts";

const db = {} as Db;
const isTaken = question<string>("is the seat taken?");
const reasons = question<{ seat: string }, string>("why not the seat?");

describe("getPorts", () => {
  it("ask: returns nothing where no domain answers", async () => {
    const ports = getPorts([{}]);
    assert.deepEqual(await ports.ask(db, reasons, { seat: "1" }), []);
    assert.equal(await ports.holds(db, isTaken, "1"), false);
  });

  it("ask: asks all domains, in their order", async () => {
    const ports = getPorts([
      { holds: [answers(reasons, async (_db, { seat }) => `${seat} is broken`)] },
      { reactions: [answers(reasons, async (_db, { seat }) => `${seat} is sold`)] },
    ]);
    assert.deepEqual(await ports.ask(db, reasons, { seat: "7" }), ["7 is broken", "7 is sold"]);
  });

  it("holds: is true as soon as one domain says yes", async () => {
    const asked: string[] = [];
    const says = (name: string, yes: boolean) =>
      answers(isTaken, async () => {
        asked.push(name);
        return yes;
      });
    assert.equal(
      await getPorts([{ holds: [says("a", false), says("b", true), says("c", true)] }]).holds(db, isTaken, "1"),
      true,
    );
    assert.deepEqual(asked, ["a", "b"]);
  });

  it("ask: passes on what an answer throws", async () => {
    const refuse = async (): Promise<boolean> => Promise.reject(new Error("not now"));
    await assert.rejects(getPorts([{ holds: [answers(isTaken, refuse)] }]).holds(db, isTaken, "1"), /not now/);
  });

  it("asks only the domains that it was made for", async () => {
    const domains = [{ holds: [answers(isTaken, async () => true)] }, {}];
    assert.equal(await getPorts(domains.slice(1)).holds(db, isTaken, "1"), false);
  });
});
