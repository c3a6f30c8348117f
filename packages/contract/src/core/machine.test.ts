import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { signUpMachine } from "../training/sign-up.machine.ts";
import { leadsFrom } from "./machine.ts";

describe("leadsFrom", () => {
  it("answers for the states that an action starts from, and for no state at all", () => {
    assert.deepEqual(
      (["unSubmit", "back", "unConfirm", "Confirm", null] as const).map((state) =>
        leadsFrom(signUpMachine, "commit", state),
      ),
      [true, true, false, false, false],
    );
  });
});
