import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, startTestApp } from "../../test/test-app.ts";
import { withActors } from "../../test/test-services.ts";
import { buildApp } from "./http/app.ts";
import { wrongClock } from "./clock-check.ts";
import { createClockWitnesses } from "./clock-witnesses.ts";

const hour = 3_600_000;
let app: TestApp;
before(async () => void (app = await startTestApp()));
after(() => app.close());

const said = async (ours: number, others: number | null = null) =>
  (await wrongClock({ pool: app.pool, witnesses: { difference: () => others }, now: () => Date.now() + ours }))?.text.en
    .replace(/of \S+ is/, "of X is")
    .split(".")[0];

describe("the clock of a server", () => {
  it("that is right is not spoken of", async () => assert.equal(await said(0, 60_000), undefined));

  it("is compared with the database server’s", async () => {
    assert.equal(await said(2 * hour), "The clock of X is 120 minutes ahead of the database server");
    assert.equal(await said(-8 * hour), "The clock of X is 480 minutes behind the database server");
  });

  it("is compared with what the computers of most users say", async () => {
    assert.equal(await said(0, -8 * hour), "The clock of X is 480 minutes ahead of the computers of most users");
  });

  it("is found to have gone back by what was written before", async () => {
    await app.pool.query(
      `insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip, operate_time) values ('User', '1', 'save', '1', '-', '-', '', now() + interval '3 hours')`,
    );
    assert.equal(await said(0), "The clock of X is 180 minutes behind the newest record in the database");
  });
});

describe("browsers as witnesses of the time", () => {
  it("are believed when at least three users agree, whatever the others say and however often one speaks", () => {
    const witnesses = createClockWitnesses();
    for (let n = 0; n < 50; n++) witnesses.hear("liar", Date.now() + 90 * hour);
    assert.equal(witnesses.difference(), null);
    for (const user of ["a", "b", "c"]) witnesses.hear(user, Date.now() + 5 * hour);
    assert.ok(Math.abs((witnesses.difference() as number) - 5 * hour) < 1000);
  });

  it("are heard with each call of somebody who is signed in, and no stranger is", async () => {
    const heard: string[] = [];
    const clerk = app.as("clerk");
    const http = await buildApp(app.services, {
      ...withActors(new Map([[clerk.token, clerk.actor]])),
      witness: (who, time) => void heard.push(`${who} ${time}`),
    });
    for (const token of [clerk.token, ""])
      await http.inject({
        url: "/api/zjgrsj-train/basics/candidates_source/list",
        headers: { token, "client-time": "1700000000000" },
      });
    await http.close();
    assert.deepEqual(heard, [`000000 ${clerk.actor.userId} 1700000000000`]);
  });

  it("that say nothing sensible are not heard", () => {
    const witnesses = createClockWitnesses();
    for (const [n, time] of [Number.NaN, -1, 0, 1.5, Number.POSITIVE_INFINITY].entries())
      witnesses.hear(`user ${n}`, time);
    assert.equal(witnesses.difference(), null);
  });
});
