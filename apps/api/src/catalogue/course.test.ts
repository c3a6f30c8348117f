import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { courseSubsidyFileCalls } from "@jipei/contract/catalogue/course-subsidy-file.ts";
import { courseCalls as calls } from "@jipei/contract/catalogue/course.ts";
import { declareConditionCalls } from "@jipei/contract/catalogue/declare-condition.ts";
import { startupTypeCalls } from "@jipei/contract/catalogue/startup-type.ts";
import { claimCommit } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { subsidyStandardCalls as standards } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { aClaim, aTestApplication } from "../../test/factories/assessment.ts";
import { anOrgCourse } from "../../test/factories/organisation.ts";
import { approvePolicy } from "../../test/factories/policy.ts";
import { aCourse, aStandard, aStartupCourse, courseValues } from "../../test/factories/teaching.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** The catalogue: courses, documents, standards by date, conditions and code tables. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

describe("Course.submit", () => {
  it("gives a number, and refuses a duplicate (DUPLICATE), a missing start-up type, and a condition of another level (FIELD_INVALID)", async () => {
    const course = await aCourse(app);
    assert.match(course.courseNo ?? "", /^KC\d{5}$/);
    const { courseName, occupationCode, occupationName } = course;
    assert.equal(
      (
        await clerk.refused(calls.submit, {
          trainCourseDTO: courseValues({ courseName, occupationCode, occupationName }),
        })
      ).errorCode,
      "DUPLICATE",
    );
    const wrong = async (values: Record<string, unknown>) =>
      (await clerk.refused(calls.submit, { trainCourseDTO: courseValues(values) })).failures[0]?.field;
    assert.equal(await wrong({ trainKind: "05" }), "entrepreneurialTypeId");
    assert.equal(await wrong({ occupationCode: "6-31-1" }), "trainCourseDTO.occupationCode");
    assert.equal(await wrong({ practiceRatio: "1.01" }), "trainCourseDTO.practiceRatio");
    const { id } = await clerk.call(declareConditionCalls.submit, {
      occupationCode,
      occupationName,
      level: "3",
      conditionNo: 1,
      conditionText: "…",
      minAge: 16,
    });
    assert.equal(await wrong({ declareConditionId: id }), "declareConditionId");
    await clerk.call(calls.submit, {
      trainCourseDTO: courseValues({ occupationCode, level: "3", declareConditionId: id }),
    } as never);
    assert.equal((await clerk.refused(declareConditionCalls.remove, { ids: id })).errorCode, "CONDITION_IN_USE");
  });

  it("saves a course and its standard together or not at all", async () => {
    const first = await aCourse(app);
    const { subsidyFileId } = await aStandard(app, { courseId: first.id });
    const values = courseValues();
    const standard = {
      subsidyFileId,
      subsidyKind: "01",
      standardAmount: "1200",
      payTarget: "1",
      effectDate: "2026-01-01",
      isValid: "isValid",
    };
    const refused = await clerk.refused(calls.submit, {
      trainCourseDTO: values,
      trainSubsidyDTO: { ...standard, standardAmount: undefined },
    });
    assert.deepEqual(
      [refused.errorCode, refused.failures[0]?.field],
      ["FIELD_INVALID", "trainSubsidyDTO.standardAmount"],
    );
    assert.equal((await clerk.list<any>(calls.list, { courseName: values.courseName })).total, 0);
    const saved = await clerk.call(calls.submit, { trainCourseDTO: values, trainSubsidyDTO: standard } as never);
    assert.deepEqual(
      saved.subsidyList.map((row) => [row.standardAmount, row.level, row.occupClass, row.courseId]),
      [["1200.00", "4", "A", saved.id]],
    );
    assert.equal((await clerk.call(calls.byId, { id: saved.id as string })).subsidyList.length, 1);
  });

  it("refuses to remove a course in use or to turn it into another one (COURSE_IN_USE); unused it may be", async () => {
    const { course } = await anOrgCourse(app);
    assert.equal((await clerk.refused(calls.remove, { ids: course.id })).errorCode, "COURSE_IN_USE");
    assert.equal(
      (await clerk.refused(calls.submit, { trainCourseDTO: { id: course.id, level: "3" } })).errorCode,
      "COURSE_IN_USE",
    );
    await clerk.call(calls.submit, {
      trainCourseDTO: { id: course.id, courseName: "新名", isValid: "unValid" },
    } as never);
    const free = await aCourse(app);
    await clerk.call(calls.remove, { ids: free.id });
    assert.equal((await app.as("student").list<any>(calls.list, { isValid: "unValid" })).total, 0);
  });
});

describe("Course.checkData", () => {
  it("finds duplicates, missing standards and hours below the usual", async () => {
    const course = await aCourse(app);
    const rules = async (values: Record<string, unknown>) =>
      (await clerk.call(calls.checkData, values as never)).map((finding) => finding.rule);
    const { courseName, occupationName } = course;
    assert.deepEqual(await rules(courseValues({ courseName, occupationName, minHours: "55.5" })), [
      "duplicate",
      "noStandard",
      "belowMinHours",
    ]);
    await aStandard(app, { courseId: course.id });
    assert.deepEqual(await rules(course as never), []);
    assert.deepEqual(await rules({ ...course, level: "5", minHours: "40" }), []);
    assert.deepEqual(await rules({ ...course, trainKind: "03", minHours: "24" }), []);
  });
});

describe("SubsidyStandard.submit", () => {
  it("refuses overlapping standards of a course, kind and payee (DUPLICATE); the last day is included", async () => {
    // Pre-job training is paid to institutions and enterprises alike.
    const { id: courseId } = await aCourse(app, { trainKind: "03" });
    const first = await aStandard(app, {
      courseId,
      subsidyKind: "03",
      effectDate: "2025-01-01",
      expireDate: "2025-12-31",
    });
    const next = (values: Record<string, unknown>) => ({
      courseId,
      subsidyFileId: first.subsidyFileId,
      subsidyKind: "03",
      standardAmount: "1600",
      payTarget: "1",
      effectDate: "2026-01-01",
      isValid: "isValid",
      ...values,
    });
    const refused = await clerk.refused(standards.submit, next({ effectDate: "2025-12-31" }));
    assert.deepEqual(
      [refused.errorCode, refused.msg],
      ["DUPLICATE", "与2025-01-01起的补贴标准期间重叠，同类标准已存在"],
    );
    for (const values of [{ effectDate: "2025-12-31", payTarget: "2" }, {}]) {
      const { policyChangeId } = await clerk.call(standards.submit, next(values) as never);
      await approvePolicy(app, policyChangeId);
    }
    const raced = await Promise.allSettled(
      ["2025-06-01", "2025-06-02"].map((effectDate) =>
        app.db
          .insertInto("subsidyStandard")
          .values({
            ...next({ effectDate, subsidyKind: "05" }),
            occupClass: "A",
            level: "4",
            createUser: "0",
            updateUser: "0",
          } as never)
          .execute(),
      ),
    );
    assert.equal(raced.filter((answer) => answer.status === "fulfilled").length, 1);
    const on = async (day: string) =>
      (await clerk.call(standards.byCourse, { courseId, effectiveOn: day }))
        .filter((row) => row.subsidyKind === "03" && row.payTarget === "1")
        .map((row) => row.standardAmount);
    assert.deepEqual(
      [await on("2024-12-31"), await on("2025-12-31"), await on("2026-01-01")],
      [[], ["1500.00"], ["1600.00"]],
    );
    assert.equal(
      (
        await clerk.list<any>(standards.list, {
          courseId,
          effectiveOn: "2025-12-31",
          payTarget: "1",
          subsidyKind: "03",
        })
      ).total,
      1,
    );
  });

  it("refuses to change a standard that a claim used (SUBSIDY_LOCKED), but lets it end", async () => {
    const { claimId, base } = await aClaim(app);
    const standard = (await clerk.call(standards.byCourse, { courseId: base.courseId }))[0] as { id: string };
    await base.orgAdmin.call(claimCommit, { ids: claimId } as never);
    assert.equal(
      (await clerk.refused(standards.submit, { id: standard.id, standardAmount: "2000" })).errorCode,
      "SUBSIDY_LOCKED",
    );
    assert.equal(
      (await clerk.refused(standards.submit, { id: standard.id, expireDate: addDays(today(), -1) })).errorCode,
      "SUBSIDY_LOCKED",
    );
    assert.equal(
      (await app.as("sysAdmin").refused(standards.remove, { ids: standard.id })).errorCode,
      "SUBSIDY_LOCKED",
    );
    await clerk.call(standards.submit, { id: standard.id, standardAmount: "1000", expireDate: today() } as never);
    assert.equal((await clerk.refused(standards.remove, { ids: standard.id })).errorCode, "ROLE_DENIED");
  });
});

describe("CourseSubsidyFile.submit", () => {
  it("refuses a number twice for a course (DUPLICATE) and a document that ends before it begins (FIELD_INVALID); in use it stays (SUBSIDY_FILE_IN_USE)", async () => {
    const { id: courseId } = await aCourse(app);
    const standard = await aStandard(app, { courseId });
    const file = await clerk.call(courseSubsidyFileCalls.detail, { id: standard.subsidyFileId });
    assert.equal(
      (
        await clerk.refused(courseSubsidyFileCalls.submit, {
          courseSubsidyFileDTO: {
            courseId,
            fileNo: file.fileNo,
            fileTitle: "x",
            issueOrg: "x",
            issueDate: "2026-01-01",
            effectDate: "2026-01-01",
          },
        })
      ).errorCode,
      "DUPLICATE",
    );
    assert.equal(
      (
        await clerk.refused(courseSubsidyFileCalls.submit, {
          courseSubsidyFileDTO: { id: file.id, expireDate: "2020-01-01" },
        })
      ).failures[0]?.field,
      "expireDate",
    );
    assert.equal(
      (await clerk.refused(courseSubsidyFileCalls.remove, { ids: file.id })).errorCode,
      "SUBSIDY_FILE_IN_USE",
    );
  });
});

describe("StartupType and CandidateSource", () => {
  it("refuse duplicates (DUPLICATE) and the removal of rows in use (DEPENDENCY_IN_USE, SOURCE_IN_USE)", async () => {
    const startup = await aStartupCourse(app);
    assert.equal(
      (await clerk.refused(startupTypeCalls.remove, { ids: startup.entrepreneurialTypeId })).errorCode,
      "DEPENDENCY_IN_USE",
    );
    await clerk.call(candidateSourceCalls.submit, {
      sourceNo: "S1",
      sourceName: "来源一",
      sort: 1,
      isValid: "isValid",
    });
    const duplicate = await clerk.refused(candidateSourceCalls.submit, {
      sourceNo: "S1",
      sourceName: "来源二",
      sort: 1,
      isValid: "isValid",
    });
    assert.deepEqual([duplicate.errorCode, duplicate.msg], ["DUPLICATE", "来源编号已存在"]);
    await aTestApplication(app);
    const used = await app.db.selectFrom("testCandidate").select("candidatesSourceId").executeTakeFirstOrThrow();
    assert.equal(
      (await clerk.refused(candidateSourceCalls.remove, { ids: used.candidatesSourceId })).errorCode,
      "SOURCE_IN_USE",
    );
  });
});
