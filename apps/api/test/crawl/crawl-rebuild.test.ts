import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { syntheticPerson } from "../../seed/synthetic-person.ts";
import { mask } from "../../src/core/security/mask.ts";
import { Reader } from "./crawl-reader.ts";
import { type Evidence, isRebuilt, noEvidence, extractNumbers, overlay } from "./crawl-rebuild.ts";
import { readingCalls } from "./crawl-walk.ts";

/** The crawl detects leaks by this code, so it must itself find one. */
const { idNumber, birthday, name, phone } = syntheticPerson(4711);
const masked = mask("idNumber", idNumber) as string;
const shown = (more: Partial<Evidence> = {}): Evidence => ({ ...noEvidence(), masks: new Set([masked]), ...more });

describe("rebuilding an ID number", () => {
  it("fails from the mask alone, and from the mask with the year", () => {
    const years = new Set([birthday.slice(0, 4)]);
    assert.ok([...extractNumbers(shown())].length > 1000 && !isRebuilt(shown(), idNumber));
    const left = [...extractNumbers(shown({ years }))];
    assert.ok(left.includes(idNumber) && left.length >= 25 && left.length <= 40, String(left.length));
    assert.ok(!isRebuilt(shown({ years }), idNumber));
  });

  it("succeeds from the mask with the birthday, among other days", () => {
    assert.ok(isRebuilt(shown({ days: new Set(["2026-03-02", birthday, "2026-05-30"]) }), idNumber));
    assert.ok(!isRebuilt(shown({ days: new Set(["2026-03-02"]) }), idNumber), "other days alone say nothing");
  });

  it("succeeds from two different masks of the same number, or from the number itself", () => {
    assert.ok(
      isRebuilt(
        shown({
          masks: new Set([masked, `**********${idNumber.slice(10, 14)}****`]),
          years: new Set([birthday.slice(0, 4)]),
        }),
        idNumber,
      ),
    );
    assert.ok(isRebuilt(shown({ masks: new Set([idNumber]) }), idNumber));
  });

  it("succeeds from the mask with the age on enough days", () => {
    const [year, rest] = [Number(birthday.slice(0, 4)), birthday.slice(4)];
    const day = new Date(`2026${rest}T00:00:00Z`);
    const before = new Date(day.getTime() - 86_400_000).toISOString().slice(0, 10);
    const ages = [
      { age: 2026 - year, on: `2026${rest}` },
      { age: 2026 - year - 1, on: before },
    ];
    assert.ok(isRebuilt(shown({ years: new Set([birthday.slice(0, 4)]), ages }), idNumber));
  });

  it("tells masks of different numbers apart", () => {
    assert.equal(overlay([masked, mask("idNumber", syntheticPerson(4712).idNumber) as string]), null);
    assert.deepEqual([...extractNumbers(shown({ masks: new Set(["138****0000"]) }))], []);
  });
});

describe("reading answers", () => {
  const read = async (...bodies: unknown[]): Promise<Reader> => {
    const truth = { entity: readingCalls[0] as never, column: "phone", value: phone, row: {} } as const;
    const reader = new Reader(
      [truth],
      new Map([[idNumber, { idNumber, name, birthday }]]),
      new Set(),
      new Map([["zhang", "1980-05-06"]]),
    );
    for (const body of bodies) await reader.read({ call: readingCalls[0] as never, input: {}, status: 200, body });
    return reader;
  };
  const isFound = ({ evidence }: Reader) => isRebuilt(evidence.get(idNumber) ?? noEvidence(), idNumber);

  it("finds a birthday next to a masked number, in any format, and in another call under the same name", async () => {
    assert.ok(isFound(await read({ records: [{ name, idNumber: masked, birthday }] })));
    assert.ok(
      isFound(
        await read({
          idNumber: masked,
          note: `生于${Number(birthday.slice(0, 4))}年${birthday.slice(5, 7)}月${birthday.slice(8)}日`,
        }),
      ),
    );
    assert.ok(
      isFound(await read({ name, idNumber: masked }, { rows: [{ name, born: birthday.replaceAll("-", "/") }] })),
    );
    assert.ok(!isFound(await read({ name, idNumber: masked, birthday: `${birthday.slice(0, 4)}-**-**` })));
    assert.ok(!isFound(await read({ name, idNumber: masked }, { name: "别人", born: birthday })));
  });

  it("finds whole values, alone and in a text, and the birthday of an account", async () => {
    const { wholes } = await read(
      { phone },
      { text: `请拨打${phone}。` },
      { account: "zhang", birthday: "1980-05-06" },
    );
    assert.deepEqual(
      wholes.map(({ what }) => what),
      [phone, phone, "birthday of zhang"],
    );
    assert.deepEqual((await read({ phone: mask("phone", phone) })).wholes, []);
  });
});
