import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mayRetry, refusalOf } from "./database-errors.ts";

const coded = (code: string, message = "said by the database") => Object.assign(new Error(message), { code });
const said = (message: string) => new Error(message);

const cases: readonly (readonly [what: string, error: unknown, refusal: string | null])[] = [
  ["the database is shut down (fast)", coded("57P01"), "DATABASE_AWAY"],
  ["another process of it crashed", coded("57P02"), "DATABASE_AWAY"],
  ["it is starting", coded("57P03"), "DATABASE_AWAY"],
  ["the database was dropped", coded("57P04"), "DATABASE_AWAY"],
  ["the transaction was idle for too long", coded("25P03"), "DATABASE_AWAY"],
  ["connection exceptions", coded("08006"), "DATABASE_AWAY"],
  ["a pooler lost its server", coded("08P01"), "DATABASE_AWAY"],
  ["nobody listens", coded("ECONNREFUSED"), "DATABASE_AWAY"],
  [
    "nobody listens at any of several addresses",
    Object.assign(new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")]), {}),
    "DATABASE_AWAY",
  ],
  ["the connection was reset", coded("ECONNRESET", "read ECONNRESET"), "DATABASE_AWAY"],
  ["the connection broke", said("Connection terminated unexpectedly"), "DATABASE_AWAY"],
  [
    "it did not come about in time",
    new Error("Connection terminated due to connection timeout", { cause: said("Connection terminated unexpectedly") }),
    "DATABASE_AWAY",
  ],
  [
    "a transaction goes on after its connection broke",
    said("Client has encountered a connection error and is not queryable"),
    "DATABASE_AWAY",
  ],
  [
    "a transaction goes on after its connection was closed",
    said("Client was closed and is not queryable"),
    "DATABASE_AWAY",
  ],
  [
    "a rollback failed and the connection is used again",
    said("Postgres connection has been discarded"),
    "DATABASE_AWAY",
  ],
  ["the server is stopping", said("Cannot use a pool after calling end on the pool"), "DATABASE_AWAY"],
  [
    "wrapped by somebody",
    new Error("seeding failed", { cause: new Error("deeper", { cause: coded("57P01") }) }),
    "DATABASE_AWAY",
  ],
  ["all connections of the pool are taken", said("timeout exceeded when trying to connect"), "BUSY"],
  ["the database has no connection left", coded("53300"), "BUSY"],
  ["a lock was waited for in vain", coded("55P03"), "BUSY"],
  ["a statement took too long", coded("57014"), "BUSY"],
  ["a deadlock, after all attempts", coded("40P01"), "BUSY"],
  ["two at once, after all attempts", coded("40001"), "BUSY"],
  ["another system does not answer", new TypeError("fetch failed", { cause: coded("ECONNREFUSED") }), null],
  ["a fault of ours", said("x is not iterable"), null],
  ["a fault in a statement of ours", coded("42601"), null],
  ["not even an error", "Connection terminated", null],
];

describe("what the database says, as an answer", () => {
  for (const [what, error, refusal] of cases)
    it(`${what}: ${refusal ?? "INTERNAL"}`, () => assert.equal(refusalOf(error, {})?.code ?? null, refusal));

  it("tries a transaction again after a deadlock, not after a lock that was waited for in vain", () => {
    assert.deepEqual(
      ["40P01", "40001", "55P03", "57014", "57P01"].map((code) => mayRetry(coded(code))),
      [true, true, false, false, false],
    );
  });
});
