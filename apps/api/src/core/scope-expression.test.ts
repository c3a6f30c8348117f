import assert from "node:assert/strict";
import { test } from "node:test";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { Student } from "@jipei/contract/enrolment/student.ts";
import { guest } from "./actor.ts";
import { compiled } from "./named.ts";
import { ExpressionError, parseExpression } from "./scope-expression.ts";

const actor = { ...guest(""), userId: "7", orgId: "12", deptId: null };
const sqlOf = (source: string) => {
  const { sql, parameters } = compiled(parseExpression(TrainingClass, source)(actor) as never);
  return { sql, parameters };
};

test("names become columns, everything else a bound value", () => {
  assert.deepEqual(sqlOf("orgId = #{orgId}"), { sql: "t.org_id = $1", parameters: ["12"] });
  assert.deepEqual(sqlOf(`status in ('Confirm', 'unConfirm') and not createUser = #{userId}`), {
    sql: "(t.status in ($1, $2) and not coalesce(t.create_user = $3, false))",
    parameters: ["Confirm", "unConfirm", "7"],
  });
  assert.deepEqual(sqlOf(`className startsWith '50%_' or startDate >= '2026-01-01' or remark is not null`), {
    sql: "(t.class_name like $1 or t.start_date >= $2 or t.remark is not null)",
    parameters: ["50\\%\\_%", "2026-01-01"],
  });
});

test("and binds closer than or, brackets closer than both", () => {
  assert.equal(
    sqlOf("orgId = 1 or orgId = 2 and orgId = 3").sql,
    "(t.org_id = $1 or (t.org_id = $2 and t.org_id = $3))",
  );
  assert.equal(
    sqlOf("(orgId = 1 or orgId = 2) and orgId = 3").sql,
    "((t.org_id = $1 or t.org_id = $2) and t.org_id = $3)",
  );
});

test("a text stays a text, whatever it says", () => {
  assert.deepEqual(sqlOf(`className = 'x'' or 1=1; drop table student --'`).parameters, [
    `x' or 1=1; drop table student --`,
  ]);
});

test("what the actor lacks equals nothing", () => assert.deepEqual(sqlOf("createDept = #{deptId}").parameters, [null]));

for (const [why, source, at] of [
  ["SQL", `1 = 1`, 1],
  ["a function", `lower(className) = 'x'`, 1],
  ["a field of nobody", `password = 'x'`, 1],
  ["a name of every object", `constructor = 'x'`, 1],
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
  ["half a comparison", `orgId =`, 8],
  ["nothing", ``, 1],
  ["an open text", `className = 'x`, 13],
  ["no text", `orgId startsWith '1'`, 7],
] as const)
  test(`refuses ${why}, and says where`, () => {
    assert.throws(
      () => parseExpression(TrainingClass, source),
      (error: unknown) =>
        (error instanceof ExpressionError &&
          error.en.startsWith(`at character ${at}:`) &&
          error.zh.startsWith(`第${at}个字符`)) ||
        assert.fail((error as Error & { en?: string }).en),
    );
  });

test("refuses what is encrypted: only its hash has a column", () =>
  assert.throws(() => parseExpression(Student, `idNumber = '329999199001010011'`), ExpressionError));

test("refuses what would keep the parser busy", () => {
  assert.throws(
    () => parseExpression(TrainingClass, `${"(".repeat(200)}orgId = 1${")".repeat(200)}`),
    /nested too deeply/,
  );
  assert.throws(() => parseExpression(TrainingClass, "not ".repeat(100) + "orgId = 1"), /nested too deeply/);
  assert.throws(() => parseExpression(TrainingClass, "x".repeat(501)), /at most 500/);
});
