import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { previewKind } from "./preview-kind.ts";

describe("previewKind", () => {
  it("takes everything that offices and browsers read, and nothing else", () => {
    const types = "JPG .png pdf csv txt mp4 docx xlsx doc xls ppt pptx odt ods odp".split(" ");
    assert.deepEqual(
      types.map(previewKind).join(" "),
      "image image pdf csv text video word sheet pages pages pages pages pages pages pages",
    );
    for (const extension of ["zip", "html", "svg", "exe", "", "constructor"])
      assert.equal(previewKind(extension), null, extension);
  });
});
