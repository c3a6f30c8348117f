import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { RecentTexts } from "./recent-texts.ts";

/** Counts how often a text had to be made. */
function counted(most: number, seconds: number) {
  const texts = new RecentTexts(most, seconds);
  let made = 0;
  const of = (key: string) => texts.of(key, (from) => (made++, `${from}!`));
  return { of, made: () => made };
}

test("a text is made once for as long as it is remembered", () => {
  const { of, made } = counted(10, 30);
  assert.deepEqual([of("a"), of("b"), of("a")], ["a!", "b!", "a!"]);
  assert.equal(made(), 2);
});

test("twice as many as allowed stay at most, those that are asked for again before all", () => {
  const { of, made } = counted(2, 30);
  for (const key of ["a", "b", "c", "a", "d", "a"]) of(key);
  assert.equal(made(), 4);
  of("b");
  assert.equal(made(), 5);
});

test("nothing stays for longer than two times its seconds after it was asked for, even when nobody asks any more", (t) => {
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
