import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pages } from "@jipei/contract/all-pages.ts";
import { findHelp } from "./help-facts.ts";

describe("findHelp", () => {
  it("knows every page of the product", () => {
    assert.deepEqual(
      pages.filter((path) => !findHelp(path)),
      [],
    );
    assert.equal(findHelp("/nowhere"), undefined);
  });

  it("tells the rules of a page that has its own, and those of its area otherwise", () => {
    assert.notDeepEqual(findHelp("/class/review"), findHelp("/class/experience"));
    assert.deepEqual(findHelp("/class/experience"), findHelp("/class/account"));
  });
});
