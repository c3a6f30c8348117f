import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Job, JobState } from "@jipei/contract/core/job.ts";
import { CallError, networkError } from "../api/call-error.ts";
import { awaitJob } from "./await-job.ts";
import { findEnded, seeJobs } from "./ended-jobs.ts";

const job = (id: string, state: JobState): Job => ({
  id,
  state,
  titleZh: "导入",
  titleEn: "Import",
  done: 0,
  total: 0,
  messageZh: null,
  messageEn: null,
  fileName: null,
  createTime: "2026-11-30 08:00:00",
  endTime: null,
});
const pauses = { often: 0, seldom: 0 };

/** Answers one after the other. */
function answering(...answers: (JobState | Error)[]) {
  const states: string[] = [];
  const read = async () => {
    const next = answers.shift();
    if (next instanceof Error || next === undefined) throw next ?? new Error("asked once too often");
    return job("1", next);
  };
  return { read, states, see: ({ state }: Job) => void states.push(state) };
}

describe("awaitJob", () => {
  it("returns the job once it has ended, in whatever way", async () => {
    for (const end of ["done", "failed", "cancelled"] as const) {
      const { read, states, see } = answering("waiting", "running", end);
      assert.equal((await awaitJob(read, see, new AbortController().signal, pauses))?.state, end);
      assert.deepEqual(states, ["waiting", "running", end]);
    }
  });

  it("asks again where no answer comes: without a network, with a locked screen, while the server starts", async () => {
    const { read, see } = answering("running", networkError(), new CallError(423, {}), new CallError(503, {}), "done");
    assert.equal((await awaitJob(read, see, new AbortController().signal, pauses))?.state, "done");
  });

  it("passes a refusal on", async () => {
    const { read, see } = answering("running", new CallError(404, {}));
    await assert.rejects(awaitJob(read, see, new AbortController().signal, pauses), CallError);
  });

  it("ends when nobody waits any more", async () => {
    const left = new AbortController();
    const { read } = answering("running", "running");
    assert.equal(await awaitJob(read, () => left.abort(), left.signal, pauses), null);
  });
});

describe("findEnded", () => {
  it("finds jobs that were open before, and short ones that were not there", () => {
    const before = seeJobs([job("1", "running"), job("2", "done"), job("3", "waiting")]);
    const now = [job("4", "done"), job("1", "failed"), job("2", "done"), job("3", "running")];
    assert.deepEqual(
      findEnded(now, before).map(({ id }) => id),
      ["4", "1"],
    );
    assert.deepEqual(findEnded(now, seeJobs(now)), []);
  });
});
