// Own process: replaces the window, its storage and its requests.
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { OpenPaper } from "@jipei/contract/exams/sitting.ts";

/** Requests of the page that wait for the test, and how often its storage was asked for. */
const requests: { answer: (response: Response) => void; fail: () => void }[] = [];
let stores = 0;
Object.assign(globalThis, {
  window: Object.assign(new EventTarget(), { localStorage: { getItem: () => null, setItem: () => undefined } }),
  indexedDB: {
    open: () => {
      stores++;
      throw new Error("none here");
    },
  },
  fetch: () =>
    new Promise<Response>((answer, reject) =>
      requests.push({ answer, fail: () => reject(new TypeError("no network")) }),
    ),
});
let Sitting: (typeof import("./sitting.ts"))["Sitting"];
before(async () => {
  ({ Sitting } = await import("./sitting.ts"));
});

const paper: OpenPaper = {
  paperId: "1",
  examId: "2",
  examName: "焊工理论考试",
  name: "张三",
  timesNo: 1,
  totalScore: "100.00",
  passScore: "60.00",
  sitting: 1,
  key: "00",
  lastSeq: 0,
  state: {
    status: "1",
    serverTime: Date.now(),
    deadline: Date.now() + 3_600_000,
    isCurrent: 1,
    identity: null,
    announcements: [],
  },
  questions: [
    {
      id: "3",
      orderNo: 1,
      questionType: "1",
      points: "5.0",
      stem: "?",
      options: [{ letter: "A", text: "a" }],
      attId: null,
      studentAnswer: null,
    },
  ],
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A sitting that is left while its first answer is on the way. */
async function leave() {
  requests.length = 0;
  const sitting = new Sitting(paper, null, false, "7");
  await settled();
  sitting.answer("3", "A");
  await settled();
  const [request] = requests;
  assert.ok(request && requests.length === 1);
  sitting.stop();
  stores = 0;
  return { sitting, request };
}

describe("Sitting.stop", () => {
  it("sends nothing more, though the request on the way fails or the network comes back", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { request } = await leave();
    request.fail();
    await settled();
    mock.timers.tick(60_000);
    window.dispatchEvent(new Event("online"));
    await settled();
    assert.equal(requests.length, 1);
  });

  it("stores nothing more, which the next sitting of the paper would lose its answers to", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { sitting, request } = await leave();
    request.answer(Response.json({ code: 200, data: { fates: [{ seq: 1, fate: "counted" }], state: null } }));
    while (sitting.getView().unsent > 0) await settled();
    assert.deepEqual([stores, requests.length], [0, 1]);
  });
});
