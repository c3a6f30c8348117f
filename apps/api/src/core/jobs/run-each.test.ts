import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Services } from "../foundation/services.ts";
import { runEach } from "./run-each.ts";

describe("runEach", () => {
  it("runs all works, and throws what failed (AggregateError)", async () => {
    const ran: string[] = [];
    const work = (name: string) => async (app: Services) => void ran.push(`${name} of ${app.tenantId}`);
    const failing = async () => {
      throw new Error("full");
    };
    const app = { tenantId: "000000" } as Services;
    await assert.rejects(runEach(app, [work("one"), failing, work("two")]), /^AggregateError: Error: full$/);
    assert.deepEqual(ran, ["one of 000000", "two of 000000"]);
    await runEach(app, [work("three")]);
  });
});
