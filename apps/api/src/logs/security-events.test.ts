import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { type RunningJournal, createJournal } from "./journal.ts";

type Line = Record<string, unknown>;

let app: TestApp;
let lines: Line[];
before(async () => {
  app = await startTestApp(undefined, (services) => {
    services.log = { ...services.log, warn: (data) => void lines.push(data as Line) };
    return createJournal(services);
  });
});
beforeEach(() => {
  lines = [];
});
after(async () => {
  await (app.journal as RunningJournal).close();
  await app.close();
});

describe("the process log", () => {
  it("has refused permissions with user, address and code, even where the API log is switched off", async () => {
    const admin = app.as("sysAdmin");
    await app.pool.query(`update parameter set param_value = '0' where param_key = 'log.api.enabled'`);
    const leader = app.as("leader");
    await leader.refused(candidateSourceCalls.submit, {});
    await app.stranger.refused(candidateSourceCalls.list, {});
    await admin.refused(parameterCalls.submit, {});
    const shown = lines
      .filter(({ event }) => event === "refused")
      .map(({ code, call, user, ip }) => [code, call, user, ip]);
    assert.deepEqual(shown, [
      ["ROLE_DENIED", candidateSourceCalls.submit.name, leader.actor.userId, "127.0.0.1"],
      ["UNAUTHORIZED", candidateSourceCalls.list.name, "0", "127.0.0.1"],
    ]);
  });

  it("has changes of parameters without their values, and no changes of business rows", async () => {
    await app.as("sysAdmin").call(parameterCalls.submit, {
      paramName: "示例",
      paramKey: "security.test",
      paramValue: "not-for-logs",
    } as never);
    await app
      .as("clerk")
      .call(candidateSourceCalls.submit, { sourceNo: "S1", sourceName: "来源", sort: 1, isValid: "isValid" } as never);
    assert.deepEqual(
      lines.map(({ event, bizType }) => [event, bizType]),
      [["changed", "Parameter"]],
    );
    assert.doesNotMatch(JSON.stringify(lines), /not-for-logs/);
  });
});
