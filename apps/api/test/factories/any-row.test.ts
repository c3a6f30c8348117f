import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { entities } from "@jipei/contract/entities.ts";
import { targets } from "../../src/develop/targets.ts";
import { type TestApp, startTestApp } from "../support/test-app.ts";
import { anyRow } from "./any-row.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("anyRow", () => {
  it("makes a row of every entity that generated code may refer to", async () => {
    const issues: string[] = [];
    const all = await targets();
    assert.ok(all.length > 10);
    for (const { name } of all) {
      const entity = entities.find((one) => one.name === name);
      await anyRow(app, entity as never).catch((error: Error) => issues.push(`${name}: ${error.message}`));
    }
    assert.deepEqual(issues, []);
  });
});
