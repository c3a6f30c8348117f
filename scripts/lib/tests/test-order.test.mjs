import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shuffled, slowFirst, unexplained } from "./test-order.mjs";

const files = Array.from({ length: 200 }, (_, n) => `file-${n}`);
/** A run in which most files take 5 s on a quiet machine; `stretch` multiplies all times. */
const ran = (stretch, more) => new Map([...files.map((file) => [file, 5 * stretch]), ...Object.entries(more)]);
const noReason = () => undefined;

describe("shuffled", () => {
  it("returns the same order for the same seed, and another one for another", () => {
    assert.deepEqual(shuffled(files, "1"), shuffled(files.toReversed(), "1"));
    assert.notDeepEqual(shuffled(files, "1"), shuffled(files, "2"));
    assert.deepEqual(shuffled(files, "1").sort(), files.toSorted());
  });
});

describe("slowFirst", () => {
  it("puts files that say why they are slow before the others, and loses none", () => {
    const [slow, quick] = ["apps/api/test/kill.test.ts", "scripts/lib/tests/test-order.test.mjs"];
    assert.deepEqual(slowFirst([quick, slow]), [slow, quick]);
  });
});

describe("unexplained", () => {
  it("reports a file that takes long and does not say why", () => {
    const { lines, fails } = unexplained(ran(1, { long: 25 }), noReason);
    assert.match(lines.join(), /^long took 25 s/);
    assert.equal(fails, false);
  });

  it("fails for one that takes twice as long", () =>
    assert.equal(unexplained(ran(1, { long: 45 }), noReason).fails, true));

  it("accepts a file with a reason", () =>
    assert.deepEqual(
      unexplained(ran(1, { long: 45 }), () => "it must be so"),
      { lines: [], fails: false },
    ));

  it("reports no file on a busy machine, where all of them take longer", () =>
    assert.deepEqual(unexplained(ran(6, { usual: 48 }), noReason), { lines: [], fails: false }));
});
