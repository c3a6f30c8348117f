import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { call, idsWithReason } from "@jipei/contract/core/call.ts";
import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { id, int, text } from "@jipei/contract/core/fields/field.ts";
import { machine } from "@jipei/contract/core/machine.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import { record } from "@jipei/contract/core/fields/shape.ts";
import { moveInput, movesFor } from "./moves.ts";

const plan: Machine = machine({
  name: "Plan",
  zh: "计划",
  en: "Plan",
  entity: "Plan",
  field: "status",
  resource: "plan",
  states: confirmStatus,
  initial: "unSubmit",
  actions: {
    commit: { zh: "提交", en: "Submit", from: ["unSubmit", "back"], to: "unConfirm", by: ["orgAdmin"] },
    confirm: { zh: "通过", en: "Approve", from: ["unConfirm"], to: "Confirm", by: ["clerk"], notOwn: true },
    back: { zh: "退回", en: "Return", from: ["unConfirm"], to: "back", by: ["clerk"], reason: true },
    Invalidate: { zh: "作废", en: "Void", from: ["Confirm"], to: "Invalidate", by: ["clerk"] },
  },
});
const batch = call({ name: "b", method: "POST", path: "/b", zh: "", en: "", access: "signedIn", input: idsWithReason });
const moves = { commit: batch, confirm: batch, back: batch };
const clerk = (action: string) => ["confirm", "back", "Invalidate"].includes(action);

describe("movesFor", () => {
  it("offers no button without right or call", () => {
    assert.deepEqual(
      movesFor(plan, moves, [{ id: "1", status: "unConfirm" }], clerk, "9").map(({ key }) => key),
      ["confirm", "back"],
    );
    assert.deepEqual(movesFor(plan, moves, [], clerk, "9"), []);
  });

  it("does not offer for several rows what a call does to one", () => {
    const single = call({
      name: "s",
      method: "POST",
      path: "/s",
      zh: "",
      en: "",
      access: "signedIn",
      input: record({ id: id("", "", "required") }),
    });
    const rows = [
      { id: "1", status: "unConfirm" },
      { id: "2", status: "unConfirm" },
    ];
    assert.deepEqual(
      movesFor(plan, { confirm: single, back: batch }, rows, clerk, "9").map(({ key }) => key),
      ["back"],
    );
    assert.equal(movesFor(plan, { confirm: single }, rows.slice(1), clerk, "9").length, 1);
  });

  it("leaves a hidden move out where the state is another one", () => {
    const hidden = { confirm: batch, back: { call: batch, hidden: true } };
    const keys = (status: string) => movesFor(plan, hidden, [{ id: "1", status }], clerk, "9").map(({ key }) => key);
    assert.deepEqual([keys("unConfirm"), keys("Confirm")], [["confirm", "back"], ["confirm"]]);
  });

  it("says why a row in a wrong state, or of the user, cannot be moved", () => {
    const blocks = (rows: Record<string, unknown>[]) =>
      Object.fromEntries(movesFor(plan, moves, rows, clerk, "9").map(({ key, blocked }) => [key, blocked]));
    assert.deepEqual(blocks([{ id: "1", status: "Confirm" }]), {
      confirm: { why: "state", state: "Confirm" },
      back: { why: "state", state: "Confirm" },
    });
    assert.deepEqual(blocks([{ id: "1", status: "unConfirm", createUser: "9" }]), {
      confirm: { why: "own" },
      back: null,
    });
    assert.deepEqual(
      blocks([
        { id: "1", status: "unConfirm" },
        { id: "2", status: "back" },
      ]),
      { confirm: { why: "states" }, back: { why: "states" } },
    );
  });
});

describe("moveInput", () => {
  it("takes the names of the call", () => {
    const rows = [
      { id: "1", version: 4 },
      { id: "2", version: 1 },
    ];
    assert.deepEqual(moveInput(batch, rows, "why"), { ids: "1,2", reason: "why" });
    assert.deepEqual(moveInput({ call: batch, with: { state: "isUser" } }, rows, null), {
      ids: "1,2",
      state: "isUser",
    });
    const single = call({
      name: "s",
      method: "POST",
      path: "/s",
      zh: "",
      en: "",
      access: "signedIn",
      input: record({ applyId: id("a", "a", "required"), opinion: text(500, "b", "b"), version: int("c", "c") }),
    });
    assert.deepEqual(moveInput(single, [rows[0] as object as Record<string, unknown>], "why", "applyId"), {
      applyId: "1",
      opinion: "why",
      version: 4,
    });
  });
});
