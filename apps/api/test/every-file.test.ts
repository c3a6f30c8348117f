import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Route } from "../src/core/http/implement.ts";
import { domains } from "../src/domains.ts";

/** Calls that answer a file without an entry of the history, and why. */
const unrecorded: Readonly<Record<string, string>> = {
  downloadFile: "a file that somebody brought; reads are counted, and rights come from its rows",
  openLink: "a file that somebody brought; reads are counted, and rights come from its rows",
  "Document.pages": "the pages of a file that somebody brought, on the screen",
  "Document.version": "an earlier content of a file that somebody brought",
  "Document.content": "the document server reads what a user opened",
  "Notice.downloadFile": "published",
  jobResult: "the history has it since the job ended",
  "Report.result": "the history has it since the report was run",
  "Report.template": "a form without data",
  "Report.starter": "a form without data",
  "ExamPaper.identityPhoto": "a picture on the screen of an invigilator",
  "StudentQuestion.picture": "a picture of a question on the screen",
  "StudentQuestion.practicePicture": "a picture of a question on the screen",
};
/** The same for each import: an empty sheet, and the sheet of the user with marks. */
const ofImports = /\.import(Template|Marked)$/;

const files = domains
  .flatMap(({ routes, importers = [] }): Route[] => [...routes, ...importers.flatMap((one) => one.routes)])
  .filter(({ call }) => call.output.shape === "file");

describe("calls that answer a file", () => {
  it("leave in the history who took it, or stand here with the reason", () => {
    const silent = files.filter((route) => !route.isRecorded).map(({ call }) => call.name);
    assert.deepEqual(silent.filter((name) => !ofImports.test(name)).toSorted(), Object.keys(unrecorded).toSorted());
  });

  it("are the exports, prints and forms of the product", () => {
    assert.ok(files.some(({ call }) => ofImports.test(call.name)));
    assert.ok(files.filter((route) => route.isRecorded).length > 100);
  });
});
