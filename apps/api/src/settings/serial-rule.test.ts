import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  repeats,
  serialNumber,
  serialRuleCalls,
  serialRules,
  serialWords,
} from "@jipei/contract/settings/serial-rule.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { today } from "../core/foundation/clock.ts";
import { nextNumber } from "./settings.queries.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const own = {
  serialKey: "MEETING_NO",
  serialName: "会议",
  prefix: "HY",
  datePattern: "yyyy",
  seqLength: 3,
  resetCycle: "year",
  step: 1,
} as const;
const rowShape = async (key: string) =>
  (await app.as("sysAdmin").list<any>(serialRuleCalls.list, { serialKey_equal: key })).records[0];
const getNumber = (key: "PLAN_NO" | "SIGN_NO") => app.db.transaction().execute((tx) => nextNumber(tx, key));

describe("serialNumber", () => {
  it("makes the number that comes next, which a rule shows as its sample", () => {
    assert.equal(serialNumber({ prefix: "JH", datePattern: "yyyy", seqLength: 4 }, "2026-11-20", 3), "JH20260003");
    assert.equal(serialNumber({ prefix: null, datePattern: "none", seqLength: 3 }, "2026-11-20", 12), "012");
    assert.equal(repeats("X", "yyyy", "month"), true);
    for (const [key, [, , pattern, , cycle]] of Object.entries(serialRules))
      assert.equal(repeats(key, pattern, cycle), false, key);
  });
});

describe("SerialRule.list", () => {
  it("has an English name for a built-in rule until it is renamed", () => {
    assert.deepEqual(serialWords({ serialKey: "ORG_NO", serialName: "机构编号" }), ["机构编号", "Institutions"]);
    assert.deepEqual(serialWords({ serialKey: "ORG_NO", serialName: "培训机构" }), ["培训机构", "培训机构"]);
    assert.deepEqual(serialWords({ serialKey: "OWN_NO", serialName: "自有" }), ["自有", "自有"]);
  });
});

describe("SerialRule.detail", () => {
  it("shows the current value; submit and remove protect used and built-in rules", async () => {
    const admin = app.as("sysAdmin");
    const before = await rowShape("PLAN_NO");
    assert.deepEqual([before.currentValue, before.sample], [0, `JH${today().slice(0, 4)}0001`]);
    assert.equal(await getNumber("PLAN_NO"), before.sample);
    const after = await admin.call(serialRuleCalls.detail, { id: before.id });
    assert.deepEqual(
      [after.currentValue, after.currentPeriod, after.sample],
      [1, today().slice(0, 4), `JH${today().slice(0, 4)}0002`],
    );
    assert.equal(
      (await admin.refused(serialRuleCalls.submit, { id: before.id, prefix: "XX" })).errorCode,
      "FIELD_FROZEN",
    );
    assert.equal((await admin.refused(serialRuleCalls.remove, { ids: before.id })).errorCode, "SERIAL_BUILTIN");
    assert.equal(
      (await admin.refused(serialRuleCalls.submit, { id: (await rowShape("COMP_NO")).id, serialKey: "OTHER_NO" }))
        .errorCode,
      "FIELD_FROZEN",
    );
    const { id } = await admin.call(serialRuleCalls.submit, own);
    assert.equal((await admin.refused(serialRuleCalls.submit, own)).errorCode, "DUPLICATE");
    assert.equal((await admin.refused(serialRuleCalls.submit, { ...own, serialKey: "x" })).errorCode, "FIELD_INVALID");
    assert.equal(
      (await admin.refused(serialRuleCalls.submit, { ...own, serialKey: "B_NO", prefix: "<b>" })).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (await admin.refused(serialRuleCalls.submit, { ...own, serialKey: "B_NO", seqLength: 9 })).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (await admin.refused(serialRuleCalls.submit, { ...own, serialKey: "B_NO", resetCycle: "day" })).failures[0]
        ?.field,
      "resetCycle",
    );
    await admin.call(serialRuleCalls.remove, { ids: id });
    assert.equal((await app.as("orgAdmin").refused(serialRuleCalls.list, {})).errorCode, "ROLE_DENIED");
    assert.equal((await app.as("clerk").refused(serialRuleCalls.submit, own)).errorCode, "ROLE_DENIED");
  });
});

describe("SerialRule.submit", () => {
  it("brings no number twice when the reset cycle of a rule changes", async () => {
    const admin = app.as("sysAdmin");
    const rule = await rowShape("SIGN_NO");
    const seen = new Set<string>();
    for (const resetCycle of ["day", "year", "none", "month", "day", "none"]) {
      await admin.call(serialRuleCalls.submit, { id: rule.id, resetCycle } as never);
      for (let i = 0; i < 3; i++) seen.add(await getNumber("SIGN_NO"));
    }
    assert.equal(seen.size, 18);
    const racing = await Promise.all([
      ...Array.from({ length: 12 }, () => getNumber("SIGN_NO")),
      admin.call(serialRuleCalls.submit, { id: rule.id, resetCycle: "year" } as never).then(() => getNumber("SIGN_NO")),
      ...Array.from({ length: 12 }, () => getNumber("SIGN_NO")),
    ]);
    for (const number of racing) seen.add(number);
    assert.equal(seen.size, 18 + racing.length);
  });

  it("refuses another format of numbers inside class and certificate numbers, used or not (FIELD_FROZEN)", async () => {
    const admin = app.as("sysAdmin");
    for (const key of ["ORG_NO", "CLASS_NO", "CERT_SEQ"]) {
      const { id } = await rowShape(key);
      for (const change of [
        { prefix: "X" },
        { seqLength: 8 },
        { resetCycle: key === "ORG_NO" ? "year" : "month", datePattern: key === "ORG_NO" ? "yyyy" : "none" },
      ])
        assert.equal(
          (await admin.refused(serialRuleCalls.submit, { id, ...change })).errorCode,
          "FIELD_FROZEN",
          `${key} ${JSON.stringify(change)}`,
        );
      await admin.call(serialRuleCalls.submit, { id, serialName: `${key}的名称` } as never);
    }
    const next = () =>
      app.db
        .transaction()
        .execute((tx) => nextNumber(tx, "CLASS_NO", { scope: "J0001-01", year: today().slice(0, 4) }));
    assert.deepEqual([await next(), await next()], ["001", "002"]);
  });

  it("lets the format be restored where it had been changed otherwise", async () => {
    const { id } = await rowShape("CLASS_NO");
    await app.pool.query(`update serial_rule set reset_cycle = 'month' where id = $1`, [id]);
    await app.as("sysAdmin").call(serialRuleCalls.submit, { id, resetCycle: "year" } as never);
    assert.equal((await rowShape("CLASS_NO")).resetCycle, "year");
  });

  it("refuses numbers too long for their field", async () => {
    const admin = app.as("sysAdmin");
    const rule = await rowShape("ASSESSOR_NO");
    const refused = await admin.refused(serialRuleCalls.submit, { id: rule.id, datePattern: "yyyyMMdd" });
    assert.deepEqual(
      [refused.failures[0]?.field, refused.msg, refused.msgEn],
      ["seqLength", "序号长度：号码共16位，最多12位", "Digits: the number has 16 characters, 12 at most"],
    );
    assert.equal(
      (
        await admin.refused(serialRuleCalls.submit, {
          id: (await rowShape("TEST_NO")).id,
          datePattern: "yyyyMMdd",
          seqLength: 8,
        })
      ).failures[0]?.field,
      "seqLength",
    );
    await admin.call(serialRuleCalls.submit, { id: rule.id, datePattern: "yyyy" } as never);
    assert.equal((await app.db.transaction().execute((tx) => nextNumber(tx, "ASSESSOR_NO"))).length, 12);
  });
});
