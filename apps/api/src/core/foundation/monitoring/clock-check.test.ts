import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";
import { withActors } from "../../../../test/support/test-services.ts";
import { buildApp } from "../../http/app.ts";
import { wrongClock } from "./clock-check.ts";
import { createRemoteClocks } from "./remote-clocks.ts";

const hour = 3_600_000;
let app: TestApp;
before(async () => void (app = await startTestApp()));
after(() => app.close());

const said = async (ours: number, others: number | null = null) =>
  (
    await wrongClock({ pool: app.pool, remoteClocks: { difference: () => others }, now: () => Date.now() + ours })
  )?.text.en
    .replace(/of \S+ is/, "of X is")
    .split(".")[0];

describe("wrongClock", () => {
  it("returns null while the clock is right", async () => assert.equal(await said(0, 60_000), undefined));

  it("compares with the clock of the database server", async () => {
    assert.equal(await said(2 * hour), "The clock of X is 120 minutes ahead of the database server");
    assert.equal(await said(-8 * hour), "The clock of X is 480 minutes behind the database server");
  });

  it("compares with the clocks of most users’ computers", async () => {
    assert.equal(await said(0, -8 * hour), "The clock of X is 480 minutes ahead of the computers of most users");
  });

  it("finds a clock that was set back by the newest row", async () => {
    await app.pool.query(
      `insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip, operate_time) values ('User', '1', 'save', '1', '-', '-', '', now() + interval '3 hours')`,
    );
    assert.equal(await said(0), "The clock of X is 180 minutes behind the newest record in the database");
  });
});

describe("createRemoteClocks", () => {
  it("needs at least three users, and counts each of them once", () => {
    const remoteClocks = createRemoteClocks();
    for (let n = 0; n < 50; n++) remoteClocks.hear("liar", Date.now() + 90 * hour);
    assert.equal(remoteClocks.difference(), null);
    for (const user of ["a", "b", "c"]) remoteClocks.hear(user, Date.now() + 5 * hour);
    assert.ok(Math.abs((remoteClocks.difference() as number) - 5 * hour) < 1000);
  });

  it("records the clock at each call of a signed-in user, and of nobody else", async () => {
    const heard: string[] = [];
    const clerk = app.as("clerk");
    const http = await buildApp(app.services, {
      ...withActors(new Map([[clerk.token, clerk.actor]])),
      hearClock: (who, time) => void heard.push(`${who} ${time}`),
    });
    for (const token of [clerk.token, ""])
      await http.inject({
        url: "/api/zjgrsj-train/basics/candidates_source/list",
        headers: { token, "client-time": "1700000000000" },
      });
    await http.close();
    assert.deepEqual(heard, [`000000 ${clerk.actor.userId} 1700000000000`]);
  });

  it("ignores invalid times", () => {
    const remoteClocks = createRemoteClocks();
    for (const [n, time] of [Number.NaN, -1, 0, 1.5, Number.POSITIVE_INFINITY].entries())
      remoteClocks.hear(`user ${n}`, time);
    assert.equal(remoteClocks.difference(), null);
  });
});
