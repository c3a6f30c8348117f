import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { RecentTexts } from "./recent-texts.ts";

/** Counts how often a text was computed. */
function counted(most: number, seconds: number) {
  const texts = new RecentTexts(most, seconds);
  let made = 0;
  const of = (key: string) => texts.of(key, (from) => (made++, `${from}!`));
  return { of, made: () => made };
}

describe("RecentTexts.of", () => {
  it("computes a text once while it is cached", () => {
    const { of, made } = counted(10, 30);
    assert.deepEqual([of("a"), of("b"), of("a")], ["a!", "b!", "a!"]);
    assert.equal(made(), 2);
  });

  it("keeps at most twice the number of texts, preferring those that are asked for again", () => {
    const { of, made } = counted(2, 30);
    for (const key of ["a", "b", "c", "a", "d", "a"]) of(key);
    assert.equal(made(), 4);
    of("b");
    assert.equal(made(), 5);
  });

  it("keeps no text for longer than twice the seconds after its last use, even when nothing is asked for", (t) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    t.after(() => mock.timers.reset());
    const { of, made } = counted(10, 30);
    of("a");
    mock.timers.tick(30_000);
    of("a");
    assert.equal(made(), 1);
    for (const _ of [1, 2]) mock.timers.tick(30_000);
    of("a");
    assert.equal(made(), 2);
  });
});
