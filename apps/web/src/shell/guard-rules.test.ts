import assert from "node:assert/strict";
import { test } from "node:test";
import { guardRule } from "./guard-rules.ts";
import type { GuardState } from "./guard-rules.ts";

const state = (change: Partial<GuardState> = {}): GuardState => ({
  signedIn: true,
  locked: false,
  open: false,
  ...change,
});

test("an open address is shown to anybody, in any state", () => {
  for (const change of [{}, { signedIn: false }, { locked: true }])
    assert.equal(guardRule("/certInfo", state({ ...change, open: true })), null);
});

test("who is not signed in goes to the login page", () => {
  const out = state({ signedIn: false });
  assert.equal(guardRule("/class/index", out), "/login");
  assert.equal(guardRule("/lock", out), "/login");
  assert.equal(guardRule("/login", out), null);
});

test("a locked screen leads to the lock page and nowhere else", () => {
  for (const path of ["/class/index", "/", "/login"]) assert.equal(guardRule(path, state({ locked: true })), "/lock");
  assert.equal(guardRule("/lock", state({ locked: true })), null);
});

test("who is signed in is led away from login and lock, and from / to the home page", () => {
  assert.equal(guardRule("/login", state()), "/");
  assert.equal(guardRule("/lock", state()), "/");
  assert.equal(guardRule("/", state()), "/wel/index");
  assert.equal(guardRule("/wel", state()), "/wel/index");
  assert.equal(guardRule("/class/index", state()), null);
});
