import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fillForm } from "./fill-form.ts";

/** A form, and the answers of the server, which come when they are told to. */
function start() {
  const values: Record<string, unknown> = { plan: "A", course: "old" };
  const form = {
    getFieldValue: (name: string) => values[name],
    setFieldsValue: (more: Record<string, unknown>) => void Object.assign(values, more),
  };
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const filled = fillForm(
      form,
      "plan",
      "course",
      () => promise,
      (course) => ({ course }),
    );
    return async (course: string) => {
      resolve(course);
      await filled;
    };
  };
  return { values, ask };
}

describe("fillForm", () => {
  it("fills what follows from the choice, whichever answer comes first", async () => {
    const { values, ask } = start();
    const answerA = ask();
    values.plan = "B";
    const answerB = ask();
    await answerB("of B");
    await answerA("of A");
    assert.deepEqual(values, { plan: "B", course: "of B" });
  });

  it("drops the answer to a choice that was changed since", async () => {
    const { values, ask } = start();
    const answerA = ask();
    values.plan = "B";
    await answerA("of A");
    assert.deepEqual(values, { plan: "B", course: "old" });
  });

  it("leaves what was chosen by hand while the answer was on its way", async () => {
    const { values, ask } = start();
    const answer = ask();
    values.course = "by hand";
    await answer("of A");
    assert.deepEqual(values, { plan: "A", course: "by hand" });
  });
});
