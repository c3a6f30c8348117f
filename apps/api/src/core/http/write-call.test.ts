import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
let clerk: TestUser;
let categoryId: string;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  const category = { categoryNo: "GG", categoryName: "公告", sort: 1, isValid: "isValid" } as const;
  categoryId = (await clerk.call(noticeCategoryCalls.submit, category)).id;
});
after(() => app.close());

/** Sends a body as a client does that says nothing else, or with a key. */
async function send(user: TestUser, call: Call<never>, body: object, key?: string) {
  const answer = await app.http.inject({
    method: "POST",
    url: call.path,
    headers: { token: user.token, ...(key ? { "idempotency-key": key } : {}) },
    payload: body,
  });
  const { code, data, errorCode, msgEn } = answer.json<{
    code: number;
    data: { id: string } | null;
    errorCode?: string;
    msgEn: string;
  }>();
  return { code, id: data?.id, errorCode, msgEn };
}
const source = (number: string) => ({ sourceNo: number, sourceName: `来源${number}`, sort: 1, isValid: "isValid" });
const notice = (title: string) => ({ title, categoryId, target: ["public"], isTop: "0", content: "<p>正文</p>" });
const count = async (table: "notice" | "candidate_source", column: string, value: string) =>
  Number(
    (await app.pool.query(`select count(*) as n from ${table} where ${column} = $1 and is_deleted = 0`, [value]))
      .rows[0].n,
  );

describe("the same call of a user, sent twice", () => {
  it("adds one row, and both get its id", async () => {
    const first = await send(clerk, candidateSourceCalls.submit as never, source("W1"));
    const second = await send(clerk, candidateSourceCalls.submit as never, source("W1"));
    assert.deepEqual([first.code, second.code, second.id], [200, 200, first.id]);
    assert.equal(await count("candidate_source", "source_no", "W1"), 1);
  });

  it("adds one row also when all are sent at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(clerk, candidateSourceCalls.submit as never, source("W2"))),
    );
    assert.deepEqual(new Set(answers.map(({ code, id }) => `${code} ${id}`)).size, 1);
    assert.equal(await count("candidate_source", "source_no", "W2"), 1);
  });

  it("adds another row for somebody else, after the first was removed, and after ten seconds", async () => {
    const submit = candidateSourceCalls.submit as never;
    await send(clerk, submit, source("W3"));
    assert.equal((await send(app.as("clerk"), submit, source("W3"))).errorCode, "DUPLICATE");
    const { id } = await send(clerk, submit, source("W4"));
    await clerk.call(candidateSourceCalls.remove, { ids: String(id) });
    const again = await send(clerk, submit, source("W4"));
    assert.ok(again.code === 200 && again.id !== id);
    await app.pool.query("update remembered_answer set create_time = create_time - interval '11 seconds'");
    assert.equal((await send(clerk, submit, source("W4"))).errorCode, "DUPLICATE");
  });

  it("changes a row once: the second finds a newer version, and gets the first answer", async () => {
    const submit = candidateSourceCalls.submit as never;
    const { id } = await send(clerk, submit, source("W5"));
    const change = { id, version: 0, sort: 7 };
    const answers = await Promise.all([send(clerk, submit, change), send(clerk, submit, change)]);
    assert.deepEqual(
      answers.map(({ code }) => code),
      [200, 200],
    );
    assert.equal((await clerk.call(candidateSourceCalls.detail, { id: String(id) })).version, 1);
    assert.equal((await send(app.as("clerk"), submit, change)).errorCode, "VERSION_CONFLICT");
  });

  it("is no repetition after something else: what was refused is not called done", async () => {
    const { submit, remove } = candidateSourceCalls;
    const { id } = await send(clerk, submit as never, source("W8"));
    const change = { id, version: 0, sort: 2 };
    assert.equal((await send(clerk, submit as never, change)).code, 200);
    await send(clerk, submit as never, { id, sort: 3 });
    assert.equal((await send(clerk, submit as never, change)).errorCode, "VERSION_CONFLICT");
    await clerk.call(remove, { ids: String(id) });
    assert.equal((await send(clerk, submit as never, change)).errorCode, "NOT_FOUND");
  });

  it("is refused twice where the first was refused", async () => {
    const submit = candidateSourceCalls.submit as never;
    await send(clerk, submit, source("W6"));
    const twin = { ...source("W6"), sort: 2 };
    for (let time = 0; time < 2; time++) assert.equal((await send(clerk, submit, twin)).errorCode, "DUPLICATE");
  });

  it("keeps what it answered encrypted, and nothing of guests", async () => {
    const { id } = await send(clerk, candidateSourceCalls.submit as never, source("W7"));
    const { rows } = await app.pool.query<{ answer: string | null }>("select answer from remembered_answer");
    const answers = rows.flatMap(({ answer }) => (answer === null ? [] : [app.cipher.decrypt(answer)]));
    assert.ok(answers.includes(JSON.stringify({ id })));
  });
});

describe("Idempotency-Key", () => {
  const submit = candidateSourceCalls.submit as never;

  it("names a call for a day: again it gets the first answer, and without a rule against twins nothing is added", async () => {
    const first = await send(clerk, noticeCalls.submit as never, notice("停课通知"), "k1");
    assert.equal(first.code, 200, first.msgEn);
    await app.pool.query("update remembered_answer set create_time = create_time - interval '23 hours'");
    const second = await send(clerk, noticeCalls.submit as never, notice("停课通知"), "k1");
    assert.deepEqual([second.code, second.id], [200, first.id]);
    assert.equal((await send(clerk, noticeCalls.submit as never, notice("停课通知"), "k2")).code, 200);
    assert.equal(await count("notice", "title", "停课通知"), 2);
  });

  it("is refused (FIELD_INVALID) with another body, and where it is no key", async () => {
    await send(clerk, submit, source("K3"), "k3");
    for (const [body, key] of [
      [source("K4"), "k3"],
      [source("K5"), "中文"],
      [source("K5"), "x".repeat(201)],
    ] as const)
      assert.equal((await send(clerk, submit, body, encodeURI(key) === key ? key : "a b")).errorCode, "FIELD_INVALID");
  });
});

describe("a change without version", () => {
  it("is a VERSION_CONFLICT where its updateTime is not that of the row", async () => {
    const submit = candidateSourceCalls.submit as never;
    const { id } = await send(clerk, submit, source("V1"));
    const read = await clerk.call(candidateSourceCalls.detail, { id: String(id) });
    const { version: _, ...shown } = read;
    assert.equal((await send(clerk, submit, { ...shown, sort: 2 })).code, 200);
    await app.pool.query("update candidate_source set update_time = update_time + interval '1 minute' where id = $1", [
      id,
    ]);
    assert.equal((await send(app.as("clerk"), submit, { ...shown, sort: 3 })).errorCode, "VERSION_CONFLICT");
    // Who sends neither changes what is sent, whatever else has changed.
    assert.equal((await send(app.as("clerk"), submit, { id, sort: 4 })).code, 200);
  });
});

describe("a refused batch", () => {
  it("names each row that is not there", async () => {
    const { id } = await send(clerk, candidateSourceCalls.submit as never, source("B1"));
    const { errorCode, failures } = await clerk.refused(candidateSourceCalls.remove, { ids: `9000001,${id},9000002` });
    assert.deepEqual(
      [errorCode, failures.map((failure) => [failure.id, failure.errorCode])],
      [
        "NOT_FOUND",
        [
          ["9000001", "NOT_FOUND"],
          ["9000002", "NOT_FOUND"],
        ],
      ],
    );
  });
});
