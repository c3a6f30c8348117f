import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { type TestDatabase, createTestDatabase } from "../../../test/database/template-db.ts";
import { unmarked } from "../../../test/statements/places.ts";
import { type Db, openDb, openPool } from "../database/db.ts";
import { guest } from "../foundation/actor.ts";
import { compiled } from "../database/prepared-statements.ts";
import { ExpressionError, parseExpression } from "./scope-expression.ts";

const actor = { ...guest(""), userId: "7", orgId: "12", deptId: null };
const compileSql = (source: string) => {
  const { sql, parameters } = compiled(parseExpression(TrainingClass, source)(actor) as never);
  return { sql: unmarked(sql), parameters };
};

let database: TestDatabase;
let db: Db;
before(async () => {
  database = await createTestDatabase();
  db = openDb(openPool(database.url, 1));
});
after(async () => {
  await db.destroy();
  await database.drop();
});

describe("parseExpression", () => {
  it("gives conditions that the database accepts", async () => {
    for (const source of [
      "orgId = #{orgId}",
      `status in ('Confirm', 'unConfirm') and not createUser = #{userId}`,
      `className startsWith '50%_' or startDate >= '2026-01-01' or remark is not null`,
      "remark is null and (planCount > 1 or planCount <= 2)",
    ]) {
      const condition = parseExpression(TrainingClass, source)(actor);
      assert.deepEqual((await sql`select t.id from training_class t where ${condition}`.execute(db)).rows, [], source);
    }
  });

  it("turns names into columns, and everything else into bound parameters", () => {
    assert.deepEqual(compileSql("orgId = #{orgId}"), { sql: "t.org_id = $1", parameters: ["12"] });
    assert.deepEqual(compileSql(`status in ('Confirm', 'unConfirm') and not createUser = #{userId}`), {
      sql: "(t.status in ($1, $2) and not coalesce(t.create_user = $3, false))",
      parameters: ["Confirm", "unConfirm", "7"],
    });
    assert.deepEqual(compileSql(`className startsWith '50%_' or startDate >= '2026-01-01' or remark is not null`), {
      sql: "(t.class_name like $1 or t.start_date >= $2 or t.remark is not null)",
      parameters: ["50\\%\\_%", "2026-01-01"],
    });
  });

  it("«and» binds closer than «or», brackets closer than both", () => {
    assert.equal(
      compileSql("orgId = 1 or orgId = 2 and orgId = 3").sql,
      "(t.org_id = $1 or (t.org_id = $2 and t.org_id = $3))",
    );
    assert.equal(
      compileSql("(orgId = 1 or orgId = 2) and orgId = 3").sql,
      "((t.org_id = $1 or t.org_id = $2) and t.org_id = $3)",
    );
  });

  it("never turns a text literal into SQL", () => {
    assert.deepEqual(compileSql(`className = 'x'' or 1=1; drop table student --'`).parameters, [
      `x' or 1=1; drop table student --`,
    ]);
  });

  it("compares with null where the actor lacks an attribute", () =>
    assert.deepEqual(compileSql("createDept = #{deptId}").parameters, [null]));

  it("refuses encrypted fields (ExpressionError)", () =>
    assert.throws(() => parseExpression(Student, `idNumber = '329999199001010011'`), ExpressionError));

  it("refuses deep nesting and long rules (ExpressionError)", () => {
    assert.throws(
      () => parseExpression(TrainingClass, `${"(".repeat(200)}orgId = 1${")".repeat(200)}`),
      /nested too deeply/,
    );
    assert.throws(() => parseExpression(TrainingClass, "not ".repeat(100) + "orgId = 1"), /nested too deeply/);
    assert.throws(() => parseExpression(TrainingClass, "x".repeat(501)), /at most 500/);
  });
});

describe("parseExpression", () => {
  for (const [why, source, at] of [
    ["SQL", `1 = 1`, 1],
    ["a function", `lower(className) = 'x'`, 1],
    ["an unknown field", `password = 'x'`, 1],
    ["a name that every object has", `constructor = 'x'`, 1],
    ["a table", `student.name = 'x'`, 8],
    ["a comment", `orgId = 1 -- x`, 11],
    ["a second statement", `orgId = 1; drop table student`, 10],
    ["a subquery", `orgId in (select 1)`, 11],
    ["an unknown attribute", `orgId = #{password}`, 9],
    ["a text that is no number", `orgId = 'x'`, 9],
    ["a date that does not exist", `startDate = '2026-02-30x'`, 13],
    ["a time that does not exist", `createTime > '2026-01-01 25:99:99'`, 14],
    ["a day that does not exist", `createTime > '2026-02-30 10:00:00'`, 14],
    ["a year that does not exist", `startDate = '0000-01-01'`, 13],
    ["an open bracket", `(orgId = 1`, 11],
    ["an incomplete comparison", `orgId =`, 8],
    ["an empty rule", ``, 1],
    ["an open text", `className = 'x`, 13],
    ["startsWith on a number", `orgId startsWith '1'`, 7],
  ] as const)
    it(`refuses ${why}, and says where (ExpressionError)`, () => {
      assert.throws(
        () => parseExpression(TrainingClass, source),
        (error: unknown) =>
          (error instanceof ExpressionError &&
            error.en.startsWith(`at character ${at}:`) &&
            error.zh.startsWith(`第${at}个字符`)) ||
          assert.fail((error as Error & { en?: string }).en),
      );
    });
});
