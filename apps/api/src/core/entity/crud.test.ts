import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { candidateSourceCalls as calls } from "@jipei/contract/catalogue/candidate-source.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

/** The four standard calls, tested with the simplest entity. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const row = (no: string) => ({ sourceNo: no, sourceName: `来源${no}`, sort: 1, isValid: "isValid" as const });

describe("crudRoutes", () => {
  it("saves, reads, changes and removes a row; refuses an old version (VERSION_CONFLICT)", async () => {
    const clerk = app.as("clerk");
    const { id } = await clerk.call(calls.submit, row("A1"));
    const saved = await clerk.call(calls.detail, { id });
    assert.deepEqual([saved.sourceNo, saved.isValid, saved.version, saved.remark], ["A1", "isValid", 0, null]);
    assert.match(saved.createTime ?? "", /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await clerk.call(calls.submit, { id, version: 0, sort: 9 } as never);
    const changed = await clerk.call(calls.detail, { id });
    assert.deepEqual([changed.sort, changed.version, changed.sourceName], [9, 1, "来源A1"]);
    assert.equal((await clerk.refused(calls.submit, { id, version: 0, sort: 3 })).errorCode, "VERSION_CONFLICT");
    await clerk.call(calls.remove, { ids: id });
    assert.equal((await clerk.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });

  it("submit: refuses invalid values (FIELD_INVALID), naming every field in both languages", async () => {
    const clerk = app.as("clerk");
    const refused = await clerk.refused(calls.submit, { sourceNo: "a b", sort: "x", isValid: "maybe" });
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.failures.map((failure) => failure.field).sort(), [
      "isValid",
      "sort",
      "sourceName",
      "sourceNo",
    ]);
    assert.ok(
      refused.failures.some(
        (failure) => failure.msg === "请输入来源名称" && failure.msgEn === "Please fill in: Source name",
      ),
    );
    assert.ok(
      refused.failures.every(
        (failure) => /[\u4e00-\u9fff]/.test(failure.msg) && !/[\u4e00-\u9fff]/.test(failure.msgEn),
      ),
    );
  });

  it("submit: refuses duplicates, also of writers at the same moment", async () => {
    const clerk = app.as("clerk");
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => clerk.call(calls.submit, row("T1"))));
    assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
  });

  it("list: filters, sorts and pages; refuses unknown names (FIELD_INVALID)", async () => {
    const clerk = app.as("clerk");
    for (const no of ["L1", "L2", "L3"]) await clerk.call(calls.submit, row(no));
    const page = await clerk.list<any>(calls.list, { sourceName: "来源L", size: "2", descs: "sort" });
    assert.deepEqual([page.total, page.pages, page.records.length], [3, 2, 2]);
    assert.equal((await clerk.list<any>(calls.list, { sourceName: "%" })).total, 0);
    for (const bad of [{ nosuch: "1" }, { ascs: "source_no;drop" }, { sourceName_gt: "1" }, { isValid: "x' or 1=1" }])
      assert.equal((await clerk.refused(calls.list, bad)).errorCode, "FIELD_INVALID");
  });

  it("refuses callers without a token (401), roles without the permission (ROLE_DENIED), malformed ids (400) and unknown ones (NOT_FOUND)", async () => {
    assert.equal((await app.stranger.refused(calls.list, {})).status, 401);
    assert.equal((await app.as("orgAdmin").refused(calls.submit, row("X1"))).errorCode, "ROLE_DENIED");
    for (const ids of ["", "abc", "1,2;3", "9".repeat(30)])
      assert.equal((await app.as("clerk").refused(calls.remove, { ids })).status, 400);
    assert.equal((await app.as("clerk").refused(calls.remove, { ids: "987654321" })).errorCode, "NOT_FOUND");
  });
});
