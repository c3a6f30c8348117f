import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sm2 } from "sm-crypto-v2";
import { newKeyPair, sharedPoint } from "./client-cipher.ts";

describe("newKeyPair", () => {
  it("has the public key that the library computes from the private one", () => {
    const { privateKey, publicKey } = newKeyPair();
    assert.match(privateKey, /^[0-9a-f]{64}$/);
    assert.equal(publicKey, sm2.getPublicKeyFromPrivateKey(privateKey));
  });

  it("is another one each time, and agrees on a point with any other", () => {
    const [one, other] = [newKeyPair(), newKeyPair()];
    assert.notEqual(one.privateKey, other.privateKey);
    assert.equal(sharedPoint(one.privateKey, other.publicKey), sharedPoint(other.privateKey, one.publicKey));
  });

  it("draws again what is no number below the curve's order", (t) => {
    const draws = [0xff, 0x00, 0x07];
    const draw = t.mock.method(crypto, "getRandomValues", (bytes: Uint8Array) => bytes.fill(draws.shift() ?? 0));
    assert.equal(newKeyPair().privateKey, "07".repeat(32));
    assert.equal(draw.mock.callCount(), 3);
  });
});
