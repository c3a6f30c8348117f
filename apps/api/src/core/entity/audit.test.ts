import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { auditActions } from "@jipei/contract/core/audit-actions.ts";
import { machines } from "@jipei/contract/machines.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { system } from "../foundation/actor.ts";
import { writeAudit } from "./audit.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("writeAudit", () => {
  it("records only actions that have a name in both languages", () => {
    const source = join(import.meta.dirname, "../..");
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
    );
    const written = files.flatMap((file) =>
      [...readFileSync(join(source, file), "utf8").matchAll(/writeAudit\([\s\S]*?\baction: "(\w+)"/g)].map(
        (match) => match[1] as string,
      ),
    );
    const named = new Set([
      ...Object.keys(auditActions),
      ...machines.flatMap((machine) => Object.keys(machine.actions)),
    ]);
    assert.ok(written.length > 15);
    assert.deepEqual(
      [...new Set(written)].filter((action) => !named.has(action)),
      [],
    );
  });

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
