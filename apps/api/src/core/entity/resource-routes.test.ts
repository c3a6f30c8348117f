import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resources } from "@jipei/contract/entities.ts";
import { calls, domains } from "../../domains.ts";

describe("resources of the contract", () => {
  it("belong to domains that the API has, else nothing would answer their calls", () => {
    const names = new Set(domains.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(resources).filter((name) => !names.has(name)),
      [],
    );
  });

  it("have a route for every call, standard or their own", () => {
    const answered = new Set(calls.map(({ name }) => name));
    for (const { calls: own } of Object.values(resources).flat()) {
      const { import: sheet, ...standard } = own;
      const ofSheet = sheet ? [sheet.template, sheet.dryRun, sheet.report, sheet.marked, sheet.commit] : [];
      for (const { name } of [...Object.values(standard), ...ofSheet]) assert.ok(answered.has(name), name);
    }
  });

  it("have unique menu numbers, keys and pages", () => {
    const all = Object.values(resources).flat();
    for (const values of [
      all.map(({ menu }) => menu.no),
      all.map(({ resource }) => resource),
      all.map(({ page }) => page),
    ])
      assert.equal(new Set(values).size, values.length);
  });
});
