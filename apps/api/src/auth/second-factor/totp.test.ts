import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { computeCode, newTotpSecret, otpAddress, getStep, findStep } from "./totp.ts";

/** The secret of RFC 4226 appendix D and RFC 6238 appendix B. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("computeCode", () => {
  it("gives the codes of RFC 4226 appendix D", () => {
    const codes = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"];
    assert.deepEqual(
      codes.map((_, step) => computeCode(secret, step)),
      codes,
    );
  });

  it("gives the codes of RFC 6238 appendix B, SHA-1, the last six of the eight digits", () => {
    const moments: [seconds: number, code: string][] = [
      [59, "94287082"],
      [1111111109, "07081804"],
      [1111111111, "14050471"],
      [1234567890, "89005924"],
      [2000000000, "69279037"],
      [20000000000, "65353130"],
    ];
    for (const [seconds, code] of moments) {
      assert.equal(computeCode(secret, getStep(seconds * 1000)), code.slice(2));
      assert.equal(findStep(secret, code.slice(2), 0, seconds * 1000), getStep(seconds * 1000));
    }
  });
});

describe("newTotpSecret", () => {
  it("makes 160 random bits in base32, without padding", () => {
    const made = Array.from({ length: 20 }, newTotpSecret);
    assert.ok(made.every((one) => /^[A-Z2-7]{32}$/.test(one)));
    assert.equal(new Set(made).size, 20);
  });
});

describe("findStep", () => {
  it("accepts one step early and late, not two, and no step that was used or is older", () => {
    const at = 1_700_000_015_000;
    const now = getStep(at);
    const found = (step: number, after = 0) => findStep(secret, computeCode(secret, step), after, at);
    assert.deepEqual(
      [-2, -1, 0, 1, 2].map((skew) => found(now + skew)),
      [null, now - 1, now, now + 1, null],
    );
    assert.deepEqual(
      [-1, 0, 1].map((skew) => found(now + skew, now)),
      [null, null, now + 1],
    );
    for (const nonsense of ["", "12345", "1234567", "12345a", "１２３４５６", " 12345"])
      assert.equal(findStep(secret, nonsense, 0, at), null);
  });
});

describe("otpAddress", () => {
  it("makes the address that authenticators read", () => {
    assert.equal(
      otpAddress(secret, "技培 Jipei", "a/b"),
      "otpauth://totp/%E6%8A%80%E5%9F%B9%20Jipei:a%2Fb?issuer=%E6%8A%80%E5%9F%B9%20Jipei&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
    );
  });
});
