import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { KeyRing } from "../../core/security/key-ring.ts";
import type { Keys } from "../../core/security/keys.ts";
import { createTenantReader, createTokens } from "./tokens.ts";

const tenant = (key: number, tenantId = "000000") => ({
  keys: { token: KeyRing.of(Buffer.alloc(32, key)) } as Keys,
  tenantId,
});
const tokens = createTokens(tenant(7));
const claims = { sessionId: "5", userId: "9" };

describe("createTokens", () => {
  it("reads a token only as its own kind and by its own key, also from the cache", () => {
    const token = tokens.access(claims, 60);
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(tokens.readAccess(token), { ...claims, generation: 0 });
      assert.equal(tokens.readRefresh(token), null);
    }
    assert.equal(createTokens(tenant(8)).readAccess(token), null);
    assert.equal(tokens.readAccess(`${token.slice(0, -2)}xx`), null);
  });

  it("refuses a token in another tenant, and returns its tenant", () => {
    const other = createTokens(tenant(7, "123456"));
    const [access, refresh] = [other.access(claims, 60), other.refresh({ ...claims, generation: 2 }, 60)];
    assert.deepEqual([other.readAccess(access)?.userId, other.readRefresh(refresh)?.generation], ["9", 2]);
    assert.deepEqual(
      [tokens.readAccess(access), tokens.readRefresh(refresh), other.readAccess(tokens.access(claims, 60))],
      [null, null, null],
    );
    const findName = createTenantReader(tenant(7));
    assert.deepEqual([access, refresh, tokens.access(claims, 60)].map(findName), ["123456", "123456", "000000"]);
    // Changing the tenant in a token breaks its signature.
    const [head, body = "", mac] = access.split(".");
    const forged = Buffer.from(Buffer.from(body, "base64url").toString().replace("123456", "654321")).toString(
      "base64url",
    );
    assert.deepEqual(
      [findName(`${head}.${forged}.${mac}`), findName("x"), createTenantReader(tenant(8))(access)],
      [null, null, null],
    );
  });

  it("refuses a cached token once it has expired", (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const token = tokens.access(claims, 60);
    assert.ok(tokens.readAccess(token));
    context.mock.timers.tick(61_000);
    assert.equal(tokens.readAccess(token), null);
  });

  it("reads each of more tokens than the cache holds", () => {
    const many = Array.from({ length: 2100 }, (_, n) => tokens.access({ ...claims, userId: String(n) }, 60));
    for (const [n, token] of many.entries()) assert.equal(tokens.readAccess(token)?.userId, String(n));
    assert.equal(tokens.readAccess(many[0] as string)?.userId, "0");
  });
});
