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

  it("does not tell the people of the area where others decide", () => {
    const lists = {
      "/exam/question": ["/exam/index", "/exam/room/:id", "/exam/paper/:id", "/exam/analysis/:id", "/exam/results"],
      "/my/org/teacher": ["/my/exam"],
      "/ass/task": ["/ass/exam"],
      "/stu/experience": ["/stu/exam", "/stu/exam/paper/:id"],
      "/subsidy/claim": ["/subsidy/org/:id", "/subsidy/org/re", "/subsidy/ent/:id", "/subsidy/ent/re"],
      "/class/experience": ["/class/detail/:id"],
      "/dict-vertical/index": ["/dict-horizontal/index"],
    };
    for (const [ofArea, others] of Object.entries(lists))
      for (const path of others) assert.notDeepEqual(findHelp(path), findHelp(ofArea), path);
  });
});
