import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { auditActions } from "@jipei/contract/core/audit-actions.ts";
import { machines } from "@jipei/contract/machines.ts";

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
});
