import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mayRetry, findRefusal } from "./database-errors.ts";

const withCode = (code: string, message = "said by the database") => Object.assign(new Error(message), { code });
const withMessage = (message: string) => new Error(message);

const cases: readonly (readonly [what: string, error: unknown, refusal: string | null])[] = [
  ["the database is shut down (fast)", withCode("57P01"), "DATABASE_AWAY"],
  ["another process of it crashed", withCode("57P02"), "DATABASE_AWAY"],
  ["it is starting", withCode("57P03"), "DATABASE_AWAY"],
  ["the database was dropped", withCode("57P04"), "DATABASE_AWAY"],
  ["the transaction was idle for too long", withCode("25P03"), "DATABASE_AWAY"],
  ["connection exceptions", withCode("08006"), "DATABASE_AWAY"],
  ["a pooler lost its server", withCode("08P01"), "DATABASE_AWAY"],
  ["nobody listens", withCode("ECONNREFUSED"), "DATABASE_AWAY"],
  [
    "nobody listens at any of several addresses",
    Object.assign(new AggregateError([withCode("ECONNREFUSED"), withCode("ECONNREFUSED")]), {}),
    "DATABASE_AWAY",
  ],
  ["the connection was reset", withCode("ECONNRESET", "read ECONNRESET"), "DATABASE_AWAY"],
  ["the connection broke", withMessage("Connection terminated unexpectedly"), "DATABASE_AWAY"],
  [
    "the connection was not made in time",
    new Error("Connection terminated due to connection timeout", {
      cause: withMessage("Connection terminated unexpectedly"),
    }),
    "DATABASE_AWAY",
  ],
  [
    "a transaction goes on after its connection broke",
    withMessage("Client has encountered a connection error and is not queryable"),
    "DATABASE_AWAY",
  ],
  [
    "a transaction goes on after its connection was closed",
    withMessage("Client was closed and is not queryable"),
    "DATABASE_AWAY",
  ],
  [
    "a rollback failed and the connection is used again",
    withMessage("Postgres connection has been discarded"),
    "DATABASE_AWAY",
  ],
  ["the server is stopping", withMessage("Cannot use a pool after calling end on the pool"), "DATABASE_AWAY"],
  [
    "wrapped in other errors",
    new Error("seeding failed", { cause: new Error("deeper", { cause: withCode("57P01") }) }),
    "DATABASE_AWAY",
  ],
  ["all connections of the pool are in use", withMessage("timeout exceeded when trying to connect"), "BUSY"],
  ["the database has no connection left", withCode("53300"), "BUSY"],
  ["a lock timeout", withCode("55P03"), "BUSY"],
  ["a statement took too long", withCode("57014"), "BUSY"],
  ["a deadlock, after all attempts", withCode("40P01"), "BUSY"],
  ["a serialisation failure, after all attempts", withCode("40001"), "BUSY"],
  ["another system does not answer", new TypeError("fetch failed", { cause: withCode("ECONNREFUSED") }), null],
  ["a bug of ours", withMessage("x is not iterable"), null],
  ["a bug in a statement of ours", withCode("42601"), null],
  ["not even an error", "Connection terminated", null],
];

describe("findRefusal", () => {
  for (const [what, error, refusal] of cases)
    it(`${what}: ${refusal ?? "INTERNAL"}`, () => assert.equal(findRefusal(error, {})?.code ?? null, refusal));

  it("and mayRetry: a transaction is tried again after a deadlock, but not after a lock timeout", () => {
    assert.deepEqual(
      ["40P01", "40001", "55P03", "57014", "57P01"].map((code) => mayRetry(withCode(code))),
      [true, true, false, false, false],
    );
  });
});
