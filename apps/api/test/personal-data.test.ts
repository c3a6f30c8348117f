import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { type ResourceKey, capability } from "@jipei/contract/capabilities.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { isOpenTo } from "@jipei/contract/core/fields/sight.ts";
import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { entities } from "@jipei/contract/entities.ts";
import { assessorTypeCalls } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { assessorCalls } from "@jipei/contract/assessment/assessors/assessor.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { candidateRoster } from "@jipei/contract/assessment/candidate-roster.calls.ts";
import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { paymentList } from "@jipei/contract/subsidies/payment-list.calls.ts";
import { claimDetail, claimExport, lineCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { syntheticPerson } from "../seed/synthetic-person.ts";
import { writeAudit } from "../src/core/entity/audit.ts";
import { addDays, today } from "../src/core/foundation/clock.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { findOwner, shareFile } from "../src/core/storage/files.ts";
import { aClaim, anApprovedTest } from "./factories/assessment.ts";
import { aCompletedClaim } from "./factories/claims/claim-review.ts";
import { anAttachment } from "./factories/attachment.ts";
import { anOpenClass } from "./factories/open-class.ts";
import { type TestApp, type TestUser, startTestApp } from "./support/test-app.ts";

/** Who sees how much of personal data: by role, by whose row it is, and by what they decide. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const isMasked = (value: unknown) => value === null || String(value).includes("*");

describe("entities", () => {
  it("each states its open fields for every audience that the capability matrix lets read rows of others", () => {
    const open = entities.flatMap((entity) => {
      const resource = findOwner(entity.name)?.resource;
      if (!resource) return [];
      return (Object.keys(roles) as RoleAlias[])
        .filter((role) => role !== "guest" && capability(resource as ResourceKey, role).includes("V"))
        .map((role) => [entity, role] as const);
    });
    assert.ok(open.length >= 40, "the matrix opens many");
    for (const [entity, role] of open)
      assert.ok(isOpenTo(entity, roles[role].audience), `${entity.name} is open to ${role}: say so in its openTo`);
  });
});

describe("persons", () => {
  it("read only the open fields of a class, its course and its institution", async () => {
    const { classId: id } = await anOpenClass(app);
    const student = app.as("student");
    const listed = (await student.list(classCalls.usedByPerson, { size: "200" })).records.filter(
      (row) => row.id === id,
    );
    const shown = await student.call(classCalls.detail, { id });
    const institution = await student.call(organisationCalls.detail, { id: shown.orgId ?? "" });
    for (const [entity, row] of [
      [TrainingClass, listed[0]],
      [TrainingClass, shown],
      [Organisation, institution],
    ] as const) {
      const open: readonly string[] = [
        "id",
        "version",
        "createTime",
        "tenantId",
        "isDeleted",
        entity.title,
        entity.idName ?? "",
        ...(entity.openTo.person ?? []),
      ];
      const given = Object.entries(row ?? {}).filter(([, value]) => value !== null && !Array.isArray(value));
      assert.ok(given.length > 10, entity.name);
      assert.deepEqual(
        given.map(([name]) => name).filter((name) => name in entity.fields && !open.includes(name)),
        [],
      );
    }
    await assert.rejects(student.list(classCalls.usedByPerson, { orgPlanId: "1" }), /FIELD_INVALID/);
  });
});

describe("assessors", () => {
  it("masked for an institution, in full for the bureau", async () => {
    const clerk = app.as("clerk");
    const { id: assessorTypeId } = await clerk.call(assessorTypeCalls.submit, {
      typeNo: "KP70",
      typeName: "考评员",
      allowLevels: ["4", "5"],
      sort: 1,
      isValid: "isValid",
    } as never);
    const person = syntheticPerson(70_001);
    const { id } = await clerk.call(assessorCalls.submit, {
      ...person,
      idType: "1",
      education: "30",
      assessorTypeId,
      assessorLevel: "1",
      cardNo: "K1",
      cardStartDate: today(),
      cardExpireDate: addDays(today(), 900),
      occupationCodes: ["6-31-01-03"],
      workUnit: "某某学校",
      isValid: "isValid",
    } as never);
    const org = app.as("orgAdmin", { orgId: "1" });
    const [listed] = (await org.list(assessorCalls.list, { name: person.name })).records;
    const shown = await org.call(assessorCalls.detail, { id });
    for (const row of [listed, shown]) assert.deepEqual([isMasked(row?.idNumber), isMasked(row?.phone)], [true, true]);
    const full = await clerk.call(assessorCalls.detail, { id });
    assert.deepEqual([full.idNumber, full.phone], [person.idNumber, person.phone]);
  });
});

describe("phones of an open class", () => {
  it("shown to its institution, not to persons who may sign up", async () => {
    const open = await anOpenClass(app);
    const outsiders = [app.as("student", { idNumberHash: "x" }), app.as("entAdmin", { entId: "1" })];
    for (const user of outsiders) {
      const detail = await user.call(classCalls.detail, { id: open.classId });
      const [listed] = (await user.list(classCalls.list, { className: open.facts.className })).records;
      for (const row of [detail, listed])
        assert.deepEqual(
          [row?.headTeacherPhone, row?.contactPhone],
          ["138****0000", "138****0000"],
          user.actor.roles[0],
        );
    }
    const own = await open.admin.call(classCalls.detail, { id: open.classId });
    assert.deepEqual([own.headTeacherPhone, own.contactPhone], ["13800000000", "13800000000"]);
  });
});

describe("remarks on a class", () => {
  it("read by bureau and institution only", async () => {
    const inner = {
      backReason: "教学计划不合格",
      confirmOpinion: "请补正",
      inspectResult: "2",
      inspectCount: 3,
      remark: "内部",
    };
    const { classId, facts, admin } = await anOpenClass(app, inner);
    await app.db
      .transaction()
      .execute((tx) =>
        writeAudit(tx, app.as("clerk").actor, [
          { bizType: "TrainingClass", bizId: classId, action: "back", opinion: "教学计划不合格" },
        ]),
      );
    const read = (user: TestUser) => user.call(classCalls.detail, { id: classId }) as Promise<any>;
    const names = Object.keys(inner);
    const [inside, ...outside] = await Promise.all(
      [admin, app.as("student", { idNumberHash: "x" }), app.as("entAdmin", { entId: "1" })].map(read),
    );
    assert.deepEqual(
      [inside.backReason, inside.inspectCount, inside.auditList.length > 0],
      [inner.backReason, 3, true],
    );
    for (const row of outside)
      assert.deepEqual(
        [...names.map((name) => row[name]), row.auditList, row.nextStep],
        [...names.map(() => null), [], null],
      );
    for (const user of [app.as("student", { idNumberHash: "x" }), app.as("entAdmin", { entId: "1" })])
      for (const call of user.actor.audience === "person"
        ? [classCalls.list, classCalls.usedByPerson]
        : [classCalls.list]) {
        const [row] = (await user.list<any>(call, { className: facts.className })).records;
        assert.deepEqual(
          names.map((name) => row[name]),
          names.map(() => null),
          call.name,
        );
      }
  });
});

describe("reviewers", () => {
  it("read ID numbers and proofs in the claim that they decide, and nowhere else", async () => {
    const claim = await aClaim(app);
    const lineId = claim.lines[0]?.id as string;
    const line = await app.db.selectFrom("subsidyLine").selectAll().where("id", "=", lineId).executeTakeFirstOrThrow();
    const [grade] = await app.db.selectFrom("grade").select("id").where("classId", "=", claim.classId).execute();
    const proof = await anAttachment(app, claim.base.orgAdmin, "残疾证.pdf");
    await app.db.transaction().execute((tx) => shareFile(tx, proof, Student, line.studentId, "categoryAttId"));
    await sql`update student set category_att_id = ${proof}, health = '2', subsidy_status = 'firstTrial' where id = ${line.studentId}`.execute(
      app.db,
    );
    const { attLink } = await app.db
      .selectFrom("attachment")
      .select("attLink")
      .where("id", "=", proof)
      .executeTakeFirstOrThrow();
    const fetched = async (user: TestUser) =>
      (
        await app.http.inject({
          method: "GET",
          url: `${downloadFile.path}?${new URLSearchParams({ fileUrl: attLink })}`,
          headers: { token: user.token },
        })
      ).statusCode;
    for (const role of ["firstReviewer", "secondReviewer"] as const) {
      const reviewer = app.as(role);
      const whole = (await reviewer.call(claimDetail, { id: claim.claimId })) as any;
      assert.equal(isMasked(whole.detailList[0].idNumber), false);
      assert.equal(isMasked((await reviewer.call(lineCalls.detail, { id: lineId })).idNumber), false);
      assert.equal(
        isMasked((await reviewer.list<any>(lineCalls.list, { applyId: claim.claimId })).records[0].idNumber),
        true,
        "lists are masked",
      );
      const student = await reviewer.call(studentCalls.detail, { id: line.studentId });
      assert.deepEqual(
        [isMasked(student.idNumber), student.health, student.categoryAttId, await fetched(reviewer)],
        [true, "2", proof, 200],
      );
      assert.equal(isMasked((await reviewer.call(gradeCalls.detail, { id: grade?.id })).idNumber), true);
    }
    // As long as no claim names the person, their proofs are not shown to reviewers.
    await sql`update student set subsidy_status = 'none' where id = ${line.studentId}`.execute(app.db);
    const reviewer = app.as("secondReviewer");
    assert.deepEqual(
      [
        (await reviewer.call(studentCalls.detail, { id: line.studentId })).categoryAttId,
        await fetched(reviewer),
        await fetched(app.as("clerk")),
      ],
      ["已上传", 404, 200],
    );
  });
});

/** Rows of an exported workbook. */
async function sheet(user: TestUser, call: Call, query: Record<string, string>): Promise<unknown[][]> {
  const answer = await app.http.inject({
    method: "GET",
    url: `${call.path}?${new URLSearchParams(query)}`,
    headers: { token: user.token },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const rows: unknown[][] = [];
  for await (const { values } of readWorkbook(answer.rawPayload)) rows.push([...values]);
  return rows;
}
const getColumn = ([head, ...rows]: unknown[][], name: string) =>
  rows.map((row) => row[(head as unknown[]).indexOf(name)]);

describe("export of payments", () => {
  it("accounts in full only for a purpose, which is written into the file and the history", async () => {
    const claim = await aCompletedClaim(app);
    const finance = app.as("finance", { name: "钱某", account: "finance1" });
    const { bankAccount } = (await finance.call(claimDetail, { id: claim.claimId })) as any;
    assert.equal(isMasked(bankAccount), false);
    const query = { applyNo: claim.applyNo };
    assert.deepEqual(getColumn(await sheet(finance, claimExport, query), "银行账号").map(isMasked), [true]);
    for (const purpose of [undefined, "", "  拨付  "]) {
      const refused = await finance.refused(paymentList, { ...query, purpose });
      assert.deepEqual([refused.errorCode, refused.failures[0]?.field], ["FIELD_INVALID", "purpose"]);
    }
    const [line, ...table] = await sheet(finance, paymentList, { ...query, purpose: "五月财政拨付" });
    assert.match(
      String(line?.[0]),
      /^导出人：钱某 \(finance1\)　导出时间：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d　用途：五月财政拨付/,
    );
    assert.deepEqual(getColumn(table, "银行账号"), [bankAccount]);
    const kept = await app.db
      .selectFrom("auditRecord")
      .selectAll()
      .where("action", "=", "export")
      .where("opinion", "=", "五月财政拨付")
      .execute();
    assert.deepEqual(
      kept.map((row) => [row.bizType, row.operatorId, (row.after as { rows: number }).rows]),
      [["SubsidyApplication", finance.actor.userId, 1]],
    );
    for (const other of [app.as("clerk"), app.as("firstReviewer"), app.as("leader"), claim.base.orgAdmin])
      assert.equal((await other.refused(paymentList, { ...query, purpose: "五月财政拨付" })).errorCode, "ROLE_DENIED");
  });
});

describe("export of an assessment's roster", () => {
  it("ID numbers and phones in full, one approved application at a time", async () => {
    const approved = await anApprovedTest(app);
    const clerk = app.as("clerk");
    const students = await app.db
      .selectFrom("student")
      .selectAll()
      .where("classId", "=", approved.classId)
      .orderBy("id")
      .execute();
    const whole = students.map((row) => [app.cipher.decrypt(row.idNumber), app.cipher.decrypt(row.phone)]);
    const purpose = "报送考核机构安排考场";
    assert.equal(
      (await clerk.refused(candidateRoster, { testApplyId: approved.applyId })).failures[0]?.field,
      "purpose",
    );
    assert.equal((await clerk.refused(candidateRoster, { purpose })).failures[0]?.field, "testApplyId");
    const [line, ...table] = await sheet(clerk, candidateRoster, { testApplyId: approved.applyId, purpose });
    assert.match(String(line?.[0]), new RegExp(`用途：${purpose}`));
    const [ids, phones] = [getColumn(table, "证件号码"), getColumn(table, "手机号码")];
    assert.deepEqual(ids.map((id, i) => [id, phones[i]]).sort(), whole.sort());
    const [kept] = await app.db.selectFrom("auditRecord").selectAll().where("opinion", "=", purpose).execute();
    assert.deepEqual(
      (kept?.after as { filters: string[] }).filters,
      [`testApplyId equal ${approved.applyId}`],
      "which application was taken out",
    );
    for (const other of [app.as("leader"), app.as("auditor"), approved.base.orgAdmin])
      assert.equal(
        (await other.refused(candidateRoster, { testApplyId: approved.applyId, purpose })).errorCode,
        "ROLE_DENIED",
      );
    await sql`update test_application set confirm_type = 'unConfirm' where id = ${approved.applyId}`.execute(app.db);
    assert.equal(
      (await sheet(clerk, candidateRoster, { testApplyId: approved.applyId, purpose })).length,
      2,
      "no rows of what is not approved",
    );
  });
});

describe("exports of the bureau", () => {
  it("masked, and without names for the leader", async () => {
    const { classId } = await anApprovedTest(app);
    await sql`update student set health = '2', name = '欧阳某某' where class_id = ${classId}`.execute(app.db);
    const bureau = { clerk: "欧阳某某", firstReviewer: "欧阳某某", leader: "欧***", auditor: "欧阳某某" } as const;
    for (const [role, name] of Object.entries(bureau)) {
      const user = app.as(role as RoleAlias);
      const table = await sheet(user, studentCalls.export, { classId });
      for (const column of ["证件号码", "手机号码"])
        assert.ok(getColumn(table, column).every(isMasked), `${role} ${column}`);
      assert.deepEqual([...new Set(getColumn(table, "姓名"))], [name], role);
      assert.ok(
        getColumn(table, "健康状况").every((value) => value === "已上传" || value === null || value === undefined),
        role,
      );
      assert.equal(
        (await user.list<any>(studentCalls.list, { classId })).records[0].name,
        "欧阳某某",
        "on the screen names are read",
      );
    }
  });
});

describe("fields", () => {
  it("every name of a person is marked as one", () => {
    // The leader may export neither of these.
    const ofAdministration = new Set(["AuditRecord", "Tenant"]);
    for (const { name: entity, fields } of entities)
      for (const [name, field] of Object.entries<Field>(fields))
        if (!ofAdministration.has(entity) && /(姓名|联系人|法定代表人)$/.test(field.zh))
          assert.equal(field.person, true, `${entity}.${name}`);
  });
});
