import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isCertificateNumber, verifyCode } from "./certificate-number.ts";

describe("isCertificateNumber", () => {
  it("accepts the printed examples of each kind", () => {
    assert.ok(isCertificateNumber("1", "S000032999901264000017"));
    assert.ok(isCertificateNumber("2", "2632990001400023"));
    assert.ok(isCertificateNumber("4", "PX32999920260012000123"));
    assert.ok(isCertificateNumber("5", "CY32999920260012000045"));
    assert.ok(isCertificateNumber("6", "T329999199001010011"));
  });

  it("refuses wrong letters, lengths and levels", () => {
    for (const [kind, number] of [
      ["1", "X000032999901264000017"],
      ["1", "S000032999901269000017"],
      ["4", "PX3299992026001200012"],
      ["5", "PX32999920260012000123"],
    ] as const)
      assert.ok(!isCertificateNumber(kind, number));
  });
});

describe("verifyCode", () => {
  it("leaves out characters that look alike", () => {
    for (let i = 0; i < 200; i++) assert.match(verifyCode(), /^[A-HJ-NP-Z2-9]{8}$/);
  });
});
