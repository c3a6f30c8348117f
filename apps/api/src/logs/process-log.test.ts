import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createProcessLog } from "./process-log.ts";

describe("the process log", () => {
  it("masks an error as the log in the database does", () => {
    const lines: string[] = [];
    const log = createProcessLog("info", { write: (line) => void lines.push(line) });
    const issue = Object.assign(new Error("duplicate key: password=Sesame-7qv-26"), {
      code: "23505",
      detail: "Failing row contains (7, 13812345678, 32010219900307221X).",
    });
    log.error({ err: issue, method: "GET", path: "/api/x/13812345678", tries: 3 }, "unexpected");
    log.warn({ error: "token: abc\nsecond line" }, "logs wait");
    log.info("SMS to 13812345678: shown");
    const [first, second, third] = lines.map((line) => JSON.parse(line));
    assert.equal(first.err.message, "duplicate key: password=***");
    assert.equal(first.err.detail, "Failing row contains (7, 138****5678, 320102********221X).");
    assert.deepEqual(
      [first.err.type, first.err.code, first.path, first.tries, first.msg],
      ["Error", "23505", "/api/x/138****5678", 3, "unexpected"],
    );
    assert.match(first.err.stack, /process-log\.test/);
    assert.equal(second.error, "token: ***\nsecond line");
    // Codes of a demonstration appear in the log on purpose.
    assert.equal(third.msg, "SMS to 13812345678: shown");
    for (const line of lines) assert.ok(line.indexOf("\n") === line.length - 1 && !/Sesame|19900307/.test(line));
  });
});
