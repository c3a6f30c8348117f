import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ownerOf, tablesOfMigrations } from "./owners.ts";
import { foreignUses, usesIn, usesOfTables } from "./uses.ts";

/** Sources that read tables of all domains, and why. */
const infrastructure: Readonly<Record<string, string>> = {
  "backup/take-backup.ts": "counts the files that a backup must hold, in the snapshot that it dumps",
  "cli/keys.ts": "tells how far an encryption has come, without an application",
  "core/security/rotate.ts": "reaches the tables of all tenants, and waits as long as a token may last",
};

describe("tables", () => {
  it("belong to one domain each", () => {
    assert.deepEqual(
      tablesOfMigrations().filter((table) => !ownerOf.has(table)),
      [],
      "without an owner: state it in owners.ts",
    );
    const made = new Set(tablesOfMigrations());
    assert.deepEqual(
      [...ownerOf].filter(([table, owner]) => owner === "nobody" || !made.has(table)),
      [],
      "stated, but no entity of a domain or no table",
    );
  });

  it("are named by the code of their domain alone", () => {
    assert.deepEqual(
      foreignUses(usesOfTables().filter(({ file }) => !Object.hasOwn(infrastructure, file))),
      [],
      "read a view that the owner publishes, or ask the owner",
    );
  });
});

describe("usesIn", () => {
  const found = (text: string) =>
    usesIn("subsidies", "x.ts", text).map(({ table, writes }) => `${writes ? "writes" : "reads"} ${table}`);

  it("finds tables in SQL text", () => {
    assert.deepEqual(found("sql`select 1 from student s join lesson l on true`"), ["reads student", "reads lesson"]);
    assert.deepEqual(found("sql`update student set name = 'x'`"), ["writes student"]);
    assert.deepEqual(found("sql`delete from grade where id = 1`"), ["writes grade"]);
    assert.deepEqual(found("some(db, sql`certificate c where c.id = 1`)"), ["reads certificate"]);
  });

  it("finds tables in calls of the query builder and of the core", () => {
    assert.deepEqual(found('tx.selectFrom("trainingClass as t")'), ["reads training_class"]);
    assert.deepEqual(found('tx.updateTable("trainingClass")'), ["writes training_class"]);
    assert.deepEqual(found("updateRow(tx, actor, Organisation, id, {})"), ["writes organisation"]);
    assert.deepEqual(found('sql.ref("lesson.teacher_id")'), ["reads lesson"]);
  });

  it("passes over comments, keys of parameters, and names that are no tables", () => {
    assert.deepEqual(found('getParameters(db, ["attendance.min"])'), []);
    assert.deepEqual(found("// taken from student\n/** from lesson */ sql`select 1 from wanted`"), []);
  });
});
