import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { system } from "../foundation/actor.ts";
import { writeAudit } from "./audit.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("writeAudit", () => {
  it("records as many entries as a timer finds in one night, in their order", async () => {
    // One statement takes 65,535 parameters, and an entry has thirteen.
    const ids = Array.from({ length: 6000 }, (_, n) => String(n));
    await app.db.transaction().execute((tx) =>
      writeAudit(
        tx,
        system,
        ids.map((bizId) => ({ bizType: "RecoveryItem", bizId, action: "found" })),
      ),
    );
    const written = await app.db
      .selectFrom("auditRecord")
      .select("bizId")
      .where("bizType", "=", "RecoveryItem")
      .orderBy("id")
      .execute();
    assert.deepEqual(
      written.map(({ bizId }) => bizId),
      ids,
    );
  });
});
