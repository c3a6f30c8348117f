import assert from "node:assert/strict";
import { test } from "node:test";
import { base32, codeOfStep, newTotpSecret, otpAddress, stepOf, stepOfCode } from "./totp.ts";

/** The secret of RFC 4226 appendix D and RFC 6238 appendix B. */
const secret = base32(Buffer.from("12345678901234567890"));

test("the counters of RFC 4226 appendix D", () => {
  const codes = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"];
  assert.deepEqual(
    codes.map((_, step) => codeOfStep(secret, step)),
    codes,
  );
});

test("the moments of RFC 6238 appendix B, SHA-1, eight digits", () => {
  const moments: [seconds: number, code: string][] = [
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ];
  for (const [seconds, code] of moments) {
    assert.equal(codeOfStep(secret, stepOf(seconds * 1000), 8), code);
    assert.equal(stepOfCode(secret, code.slice(2), 0, seconds * 1000), stepOf(seconds * 1000));
  }
});

test("base32 of RFC 4648, without padding", () => {
  assert.deepEqual(
    ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => base32(Buffer.from(text))),
    ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"],
  );
  const made = Array.from({ length: 20 }, newTotpSecret);
  assert.ok(made.every((one) => /^[A-Z2-7]{32}$/.test(one)));
  assert.equal(new Set(made).size, 20);
});

test("one step early and late count, two do not; a step that was used, and those before it, do not", () => {
  const at = 1_700_000_015_000;
  const now = stepOf(at);
  const found = (step: number, after = 0) => stepOfCode(secret, codeOfStep(secret, step), after, at);
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((skew) => found(now + skew)),
    [null, now - 1, now, now + 1, null],
  );
  assert.deepEqual(
    [-1, 0, 1].map((skew) => found(now + skew, now)),
    [null, null, now + 1],
  );
  for (const nonsense of ["", "12345", "1234567", "12345a", "１２３４５６", " 12345"])
    assert.equal(stepOfCode(secret, nonsense, 0, at), null);
});

test("the address is what authenticators read", () => {
  assert.equal(
    otpAddress("ABC", "技培 Jipei", "a/b"),
    "otpauth://totp/%E6%8A%80%E5%9F%B9%20Jipei:a%2Fb?secret=ABC&issuer=%E6%8A%80%E5%9F%B9%20Jipei&algorithm=SHA1&digits=6&period=30",
  );
});
