import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { guardRule } from "./guard-rules.ts";
import type { GuardState } from "./guard-rules.ts";

const state = (change: Partial<GuardState> = {}): GuardState => ({
  signedIn: true,
  locked: false,
  open: false,
  ...change,
});

describe("guardRule", () => {
  it("shows an open address to anybody, in any state", () => {
    for (const change of [{}, { signedIn: false }, { locked: true }])
      assert.equal(guardRule("/certInfo", state({ ...change, open: true })), null);
  });

  it("leads whoever is not signed in to the login page", () => {
    const out = state({ signedIn: false });
    assert.equal(guardRule("/class/index", out), "/login");
    assert.equal(guardRule("/lock", out), "/login");
    assert.equal(guardRule("/login", out), null);
  });

  it("leads from a locked screen to the lock page and nowhere else", () => {
    for (const path of ["/class/index", "/", "/login"]) assert.equal(guardRule(path, state({ locked: true })), "/lock");
    assert.equal(guardRule("/lock", state({ locked: true })), null);
  });

  it("leads whoever is signed in away from login and lock, and from / to the home page", () => {
    assert.equal(guardRule("/login", state()), "/");
    assert.equal(guardRule("/lock", state()), "/");
    assert.equal(guardRule("/", state()), "/wel/index");
    assert.equal(guardRule("/wel", state()), "/wel/index");
    assert.equal(guardRule("/class/index", state()), null);
  });
});
