import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { unmask } from "@jipei/contract/access/unmask.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { entities } from "@jipei/contract/entities.ts";
import { anOpenClass } from "../../test/factories/open-class.ts";
import { aRosterRow } from "../../test/factories/enrolment.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { findOwner } from "../core/storage/files.ts";

/** Users who decide or audit may see masked values, one at a time, and give a purpose. */
let app: TestApp;
let row: Awaited<ReturnType<typeof aRosterRow>>;
before(async () => {
  app = await startTestApp();
  const { classId } = await anOpenClass(app);
  row = await aRosterRow(app, classId);
});
after(() => app.close());

const purpose = "核对举报线索中的人员";
const ask = (more: object = {}) => ({ entity: "Student", id: row.id, field: "phone", purpose, ...more }) as never;

describe("unmask", () => {
  it("shows an auditor a masked value; the history has who, which and the purpose, and not the value", async () => {
    const auditor = app.as("auditor");
    assert.match(String((await auditor.call(studentCalls.detail, { id: row.id })).phone), /\*{4}/);
    assert.deepEqual(await auditor.call(unmask, ask()), { value: row.phone });
    const { rows } = await app.pool.query(
      `select operator_id, action, opinion, before, after from audit_record where biz_type = 'Student' and biz_id = $1`,
      [row.id],
    );
    assert.deepEqual(rows, [
      {
        operator_id: auditor.actor.userId,
        action: "unmask",
        opinion: `手机号码：${purpose}`,
        before: null,
        after: null,
      },
    ]);
  });

  it("masks a birthday like the ID number of its row, and shows it on request", async () => {
    const year = String(row.birthday).slice(0, 4);
    const auditor = app.as("auditor");
    assert.equal((await auditor.call(studentCalls.detail, { id: row.id })).birthday, `${year}-**-**`);
    assert.deepEqual(await auditor.call(unmask, ask({ field: "birthday" })), { value: row.birthday });
    const owner = app.as("orgAdmin", { orgId: row.orgId as string });
    await owner.call(studentCalls.update, { id: row.id, birthday: `${year}-**-**` } as never);
    const { birthday } = await app.db
      .selectFrom("student")
      .select("birthday")
      .where("id", "=", row.id as string)
      .executeTakeFirstOrThrow();
    assert.equal(birthday, row.birthday, "a mask that comes back leaves the day as it is");
  });

  it("allows reviewers and clerk, nobody else, and needs a purpose", async () => {
    for (const role of ["clerk", "firstReviewer", "secondReviewer"] as const)
      assert.deepEqual(await app.as(role).call(unmask, ask({ field: "idNumber" })), { value: row.idNumber });
    for (const role of ["sysAdmin", "finance", "leader", "orgAdmin", "entAdmin", "student", "assessor"] as const)
      assert.equal((await app.as(role).refused(unmask, ask())).errorCode, "ROLE_DENIED", role);
    for (const text of ["", "  看看  ", undefined])
      assert.equal((await app.as("clerk").refused(unmask, ask({ purpose: text }))).errorCode, "FIELD_INVALID");
  });

  it("refuses fields that are not masked, and rows that the user may not see", async () => {
    const auditor = app.as("auditor");
    for (const wrong of [
      { field: "name" },
      { field: "id" },
      { field: "categoryAttId" },
      { field: "__proto__" },
      { field: "phone' or 1=1" },
      { entity: "AuditRecord" },
      { entity: "toString" },
    ])
      assert.equal((await auditor.refused(unmask, ask(wrong))).errorCode, "FIELD_INVALID", JSON.stringify(wrong));
    assert.equal((await auditor.refused(unmask, ask({ id: "888888888888888" }))).errorCode, "NOT_FOUND");
    const { permissions } = auditor.actor;
    const without = app.as("auditor", {
      permissions: new Set([...permissions].filter((key) => key !== "train_student_view")),
    });
    assert.equal((await without.refused(unmask, ask())).errorCode, "ROLE_DENIED");
    const cut = app.as("auditor", {
      dataScopes: [{ entity: "Student", kind: "1", column: null, expression: null, fields: ["name"] }],
    });
    assert.equal((await cut.refused(unmask, ask())).errorCode, "ROLE_DENIED", "a field that a data scope hides");
  });

  it("allows sixty values an hour", async () => {
    const clerk = app.as("clerk");
    for (let n = 0; n < 60; n++) await clerk.call(unmask, ask());
    assert.equal((await clerk.refused(unmask, ask())).errorCode, "RATE_LIMIT");
  });
});

describe("the entities with masked fields", () => {
  it("each have an owner that decides who sees it", () => {
    const masked = entities.filter(({ fields }) =>
      Object.values<Field>(fields).some(({ masked: kind }) => kind && kind !== "proof"),
    );
    assert.deepEqual(
      masked.filter(({ name }) => !findOwner(name)).map(({ name }) => name),
      [],
    );
  });
});
