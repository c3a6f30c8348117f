import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { sql } from "kysely";
import { anApprovedTest } from "../../../test/factories/assessment.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

/** An assessment that does not take place. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("TestApplication.confirmSubmit to Invalidate", () => {
  it("sends each examinee of a cancelled assessment a message with the reason", async () => {
    const { applyId, studentIds } = await anApprovedTest(app);
    await app.as("clerk").call(testApplicationCalls.confirmSubmit, {
      ids: applyId,
      confirmType: "Invalidate",
      reason: "考场停电",
    } as never);
    const told = await sql<{
      message: string;
    }>`select message from sms_message where template = 'TEST_CANCELLED' and biz_id = ${applyId}`.execute(app.db);
    const texts = new Set(told.rows.map((row) => app.cipher.decrypt(row.message)));
    assert.equal(texts.size, studentIds.length);
    for (const text of texts) assert.match(text, /原定\d{4}-\d\d-\d\d的.+考核已取消：考场停电$/);
    const left = await sql<{
      n: number;
    }>`select count(*)::int as n from grade where test_apply_id = ${applyId} and is_deleted = 0`.execute(app.db);
    assert.equal(left.rows[0]?.n, 0);
  });
});
