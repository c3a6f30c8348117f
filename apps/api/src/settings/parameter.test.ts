import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { parameter } from "./settings.queries.ts";

let app: TestApp;
/** A second node on the same database. */
let other: TestApp;
before(async () => {
  app = await startTestApp();
  other = await startTestApp({ url: app.pool.options.connectionString as string, keys: app.keys });
});
after(async () => {
  await other.close();
  await app.close();
});

const rowShape = async (key: string) =>
  (await app.as("sysAdmin").list<any>(parameterCalls.list, { paramKey_equal: key })).records[0];

describe("Parameter.submit", () => {
  it("refuses a value of another type or out of range (FIELD_INVALID), in both languages", async () => {
    const admin = app.as("sysAdmin");
    const size = await rowShape("class.size.max");
    for (const paramValue of ["0", "1001", "12.5", "many", "-1", "1e2", "٣"]) {
      const refused = await admin.refused(parameterCalls.submit, { id: size.id, paramValue });
      assert.deepEqual(
        [refused.status, refused.errorCode, refused.failures[0]?.field, refused.msg, refused.msgEn],
        [
          400,
          "FIELD_INVALID",
          "paramValue",
          "参数键值：须为1–1000的整数",
          "Value: must be a whole number from 1 to 1000",
        ],
        paramValue,
      );
    }
    assert.equal(
      (await admin.refused(parameterCalls.submit, { id: (await rowShape("subsidy.cap.fee")).id, paramValue: "yes" }))
        .errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (
        await admin.refused(parameterCalls.submit, {
          id: (await rowShape("student.overlap.mode")).id,
          paramValue: "never",
        })
      ).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (
        await admin.refused(parameterCalls.submit, {
          id: (await rowShape("grade.weight.high")).id,
          paramValue: "0.3/0.4",
        })
      ).errorCode,
      "FIELD_INVALID",
    );
    assert.equal((await admin.refused(parameterCalls.submit, { id: size.id, paramValue: "" })).msg, "请输入参数键值");
  });

  it("keeps the sum of weights at 1: shares in one value, and two parameters of which one follows the other", async () => {
    const admin = app.as("sysAdmin");
    const high = await rowShape("grade.weight.high");
    for (const paramValue of ["1/1/1", "0/0/0", "0.30/0.40/0.31"]) {
      const refused = await admin.refused(parameterCalls.submit, { id: high.id, paramValue });
      assert.deepEqual(
        [refused.msg, refused.msgEn],
        [
          "参数键值：须为三个权重，以/分隔，合计为1，如0.30/0.40/0.30",
          "Value: must be three weights with / between them that add up to 1, like 0.30/0.40/0.30",
        ],
      );
    }
    await admin.call(parameterCalls.submit, { id: high.id, paramValue: "0.29/0.57/0.14" } as never);
    assert.equal(
      (await admin.refused(parameterCalls.submit, { id: (await rowShape("cert.region")).id, paramValue: "33" })).msg,
      "参数键值：须为6位区划代码",
    );
    const practice = await rowShape("grade.weight.practice");
    await admin.call(parameterCalls.submit, {
      id: (await rowShape("grade.weight.theory")).id,
      paramValue: "0.5",
    } as never);
    assert.deepEqual(
      [(await rowShape("grade.weight.theory")).paramValue, (await rowShape("grade.weight.practice")).paramValue],
      ["0.5", "0.50"],
    );
    const { auditList } = await admin.call(parameterCalls.detail, { id: practice.id });
    assert.deepEqual(
      auditList.map((one) => [one.action, one.opinion]),
      [["edit", "0.60 → 0.50"]],
    );
    await Promise.all(
      [
        ["grade.weight.theory", "0.3"],
        ["grade.weight.practice", "0.9"],
      ].map(async ([key, paramValue]) =>
        admin.call(parameterCalls.submit, { id: (await rowShape(key as string)).id, paramValue } as never),
      ),
    );
    assert.equal(
      Number((await rowShape("grade.weight.theory")).paramValue) * 10 +
        Number((await rowShape("grade.weight.practice")).paramValue) * 10,
      10,
    );
  });

  it("takes effect at once on every node, and writes the history", async () => {
    const size = await rowShape("class.size.max");
    assert.deepEqual(
      [await parameter(app.db, "class.size.max"), await parameter(other.db, "class.size.max")],
      [50, 50],
    );
    await app
      .as("sysAdmin")
      .call(parameterCalls.submit, { id: size.id, paramValue: "45", version: size.version } as never);
    assert.deepEqual(
      [await parameter(app.db, "class.size.max"), await parameter(other.db, "class.size.max")],
      [45, 45],
    );
    await other.as("sysAdmin").call(parameterCalls.submit, { id: size.id, paramValue: "40" } as never);
    assert.deepEqual(
      [await parameter(app.db, "class.size.max"), await parameter(other.db, "class.size.max")],
      [40, 40],
    );
    assert.equal(
      (
        await app
          .as("sysAdmin")
          .refused(parameterCalls.submit, { id: size.id, paramValue: "41", version: size.version })
      ).errorCode,
      "VERSION_CONFLICT",
    );
    const { auditList } = await app.as("auditor").call(parameterCalls.detail, { id: size.id });
    assert.deepEqual(
      auditList.map((one) => [one.action, one.opinion]),
      [
        ["edit", "50 → 45"],
        ["edit", "45 → 40"],
      ],
    );
  });

  it("of page.size sets the standard size of a page", async () => {
    const admin = app.as("sysAdmin");
    const row = await rowShape("page.size.default");
    assert.equal((await admin.list<any>(parameterCalls.list)).size, 10);
    await admin.call(parameterCalls.submit, { id: row.id, paramValue: "30" } as never);
    const page = await other.as("clerk").list<any>(parameterCalls.list);
    assert.deepEqual([page.size, page.records.length], [30, 30]);
    assert.equal((await other.as("clerk").list<any>(parameterCalls.list, { size: "10" })).records.length, 10);
    assert.equal(
      (await admin.refused(parameterCalls.submit, { id: row.id, paramValue: "201" })).errorCode,
      "FIELD_INVALID",
    );
  });

  it("refuses the second of two writers, who saw the old value", async () => {
    const row = await rowShape("sms.limit.day");
    const results = await Promise.allSettled(
      [11, 12, 13, 14].map((n, i) =>
        (i % 2 ? app : other)
          .as("sysAdmin")
          .call(parameterCalls.submit, { id: row.id, paramValue: String(n), version: row.version } as never),
      ),
    );
    assert.equal(results.filter((one) => one.status === "fulfilled").length, 1);
  });

  it("refuses the administrator of another tenant, since all tenants share the parameters", async () => {
    const row = await rowShape("grade.pass");
    const foreign = app.as("sysAdmin", { tenantId: "100001" });
    assert.equal(
      (await foreign.refused(parameterCalls.submit, { id: row.id, paramValue: "1" })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await foreign.refused(parameterCalls.remove, { ids: row.id })).errorCode, "ROLE_DENIED");
  });
});

describe("Parameter.remove", () => {
  it("refuses built-in keys (PARAM_BUILTIN); the bureau may add parameters of its own", async () => {
    const admin = app.as("sysAdmin");
    const [builtIn, mine] = [
      await rowShape("grade.pass"),
      await admin.call(parameterCalls.submit, {
        paramName: "热线",
        paramKey: "bureau.hotline",
        paramValue: "0573-12333",
      }),
    ];
    const refused = await admin.refused(parameterCalls.remove, { ids: `${mine.id},${builtIn.id}` });
    assert.deepEqual(
      [refused.status, refused.errorCode, refused.msg, refused.failures.map((one) => one.id)],
      [409, "PARAM_BUILTIN", "内置参数不能删除", [builtIn.id]],
    );
    assert.equal(
      (await admin.refused(parameterCalls.submit, { id: builtIn.id, paramKey: "grade.passed" })).errorCode,
      "FIELD_FROZEN",
    );
    assert.equal(
      (await admin.refused(parameterCalls.submit, { paramName: "x", paramKey: "grade.pass", paramValue: "1" }))
        .errorCode,
      "DUPLICATE",
    );
    assert.equal(
      (
        await admin.refused(parameterCalls.submit, {
          paramName: "x",
          paramKey: "1; drop table parameter",
          paramValue: "1",
        })
      ).errorCode,
      "FIELD_INVALID",
    );
    await admin.call(parameterCalls.remove, { ids: mine.id });
    assert.equal(await rowShape("bureau.hotline"), undefined);
  });
});

describe("Parameter.list", () => {
  it("is for clerks, auditors and administrators, of whom the last alone change parameters", async () => {
    const row = await rowShape("grade.pass");
    assert.equal((await app.as("clerk").list<any>(parameterCalls.list, { paramName: "合格分数" })).total, 1);
    for (const role of ["clerk", "auditor", "leader", "orgAdmin"] as const)
      assert.equal(
        (await app.as(role).refused(parameterCalls.submit, { id: row.id, paramValue: "1" })).errorCode,
        "ROLE_DENIED",
      );
    for (const role of ["leader", "finance", "orgAdmin", "student"] as const)
      assert.equal((await app.as(role).refused(parameterCalls.list, {})).errorCode, "ROLE_DENIED");
  });
});
