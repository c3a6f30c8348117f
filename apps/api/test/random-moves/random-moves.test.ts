// Slow: plays two thousand moves on fifty claims, and asserts after each that nothing is paid that should not be.
// Own process: it moves the clock.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { watchPaidRows } from "../../src/subsidies/recoveries/watch.ts";
import { moveClock, today } from "../../src/core/foundation/clock.ts";
import { type TestApp, startTestApp } from "../support/test-app.ts";
import { assertWatched } from "./invariants.ts";
import { play } from "./play.ts";
import { type World, aWorld, countDone } from "./world.ts";

/** Each day has its own moves; what a run printed plays them again. */
const seed = Number(process.env.MOVES_SEED ?? today().replaceAll("-", ""));
const count = Number(process.env.MOVES ?? 2000);

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(async () => {
  moveClock(0);
  await app.close();
});

/** For whoever reads a failure: how to play it again, and what came last. */
function explain({ played, outcomes }: World): string {
  const counts = [...outcomes].toSorted().map(([outcome, n]) => `${outcome} ×${n}`);
  return [`MOVES_SEED=${seed} plays it again`, ...counts, ...played.slice(-40)].join("\n  ");
}

describe("random moves by random people while facts change", () => {
  it(`pay nothing that two people did not approve, or that would not be approved now (MOVES_SEED=${seed})`, async () => {
    const world = await aWorld(app, seed, 10, 5);
    try {
      await play(world, count);
      await watchPaidRows(app.db);
      await assertWatched(world);
      // It means something only where much was paid, and much was refused.
      for (const [name, least] of Object.entries({ commit: 40, recall: 5, reCommit: 8, sent: 5, confirm: 2 }))
        assert.ok(countDone(world, name) >= (least * count) / 2000, `${name}: only ${countDone(world, name)} done`);
    } catch (error) {
      console.error(explain(world));
      throw error;
    }
  });
});
