import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { assessorHome } from "@jipei/contract/home/assessor-home.ts";
import { bureauHome, yearStatistics } from "@jipei/contract/home/bureau-home.ts";
import { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { institutionHome } from "@jipei/contract/home/institution-home.ts";
import {
  claimCommit,
  claimFirstCount,
  claimListOfBureau,
  claimSecondCount,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { storePayment } from "../../test/factories/claims/payment.ts";
import { type BuiltClaim, aClaim, aPublishedTest, aTestApplication } from "../../test/factories/assessment.ts";
import {
  type BuiltClass,
  aClass,
  aCommittedClass,
  aConfirmedClass,
  anOrgPlan,
  shiftClass,
  aHeldClass,
} from "../../test/factories/class.ts";
import { aSignUp } from "../../test/factories/enrolment.ts";
import { aFiledEnterprise } from "../../test/factories/enterprise-class.ts";
import { type OpenClass, anOpenClass } from "../../test/factories/open-class.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addDays, addMonths, today } from "../core/foundation/clock.ts";
import { SlowAnswers } from "./slow-answers.ts";

let app: TestApp;
let committed: BuiltClass;
let running: BuiltClass;
let claim: BuiltClaim;
before(async () => {
  app = await startTestApp();
  committed = await aCommittedClass(app, { students: 3 });
  await anOrgPlan(app, committed.base, {
    courseId: (
      await app.db
        .selectFrom("organisationCourse")
        .select("courseId")
        .where("id", "=", committed.base.orgCourseId)
        .executeTakeFirstOrThrow()
    ).courseId,
  }).then((id) => committed.base.orgAdmin.call(organisationPlanCalls.commit, { ids: id }));
  running = await aConfirmedClass(app, { students: 4 });
  await shiftClass(app, running, -daysUntil(running.startDate) - 1);
  claim = await aClaim(app, { students: 2 });
});
after(() => app.close());

const daysUntil = (day: string) => (Date.parse(day) - Date.parse(today())) / 86_400_000;
const year = Number(today().slice(0, 4));
const getQueue = async (user: TestUser) =>
  Object.fromEntries((await user.call(bureauHome, undefined)).waiting.map((row) => [row.key, row.count]));

describe("bureau home", () => {
  it("the queue holds what the reader may decide, with the same counts as the counter calls", async () => {
    const clerk = app.as("clerk");
    assert.deepEqual(await getQueue(clerk), { class: 1, student: 3, orgPlan: 1 });
    assert.equal((await clerk.call(classCalls.pendingNumber, undefined as never)).number, 1);
    assert.equal((await clerk.call(organisationPlanCalls.pendingNumber, undefined as never)).number, 1);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId } as never);
    const first = app.as("firstReviewer");
    assert.deepEqual(await getQueue(first), { firstTrial: 1, class: 1, student: 3, orgPlan: 1 });
    assert.equal((await first.call(claimFirstCount, undefined as never)).number, 1);
    for (const role of ["leader", "auditor", "finance", "secondReviewer"] as const)
      assert.deepEqual(await getQueue(app.as(role)), {}, role);
    assert.equal((await clerk.call(testApplicationCalls.pendingCount, undefined as never)).number, 0);
  });

  it("leaves out claims that the reader was first reviewer of; finance sees claims after publicity", async () => {
    const second = app.as("secondReviewer");
    await sql`update subsidy_application set status = 'reTrial', first_user = ${second.actor.userId}, first_time = now() where id = ${claim.claimId}`.execute(
      app.db,
    );
    assert.deepEqual(await getQueue(second), {});
    assert.equal((await second.call(claimSecondCount, undefined as never)).number, 0);
    assert.deepEqual(await getQueue(app.as("secondReviewer")), { reTrial: 1 });
    await sql`update subsidy_application set status = 'compile', pay_status = '1', publicity_end = ${addDays(today(), 3)} where id = ${claim.claimId}`.execute(
      app.db,
    );
    const finance = await app.as("finance").call(bureauHome, undefined);
    assert.deepEqual(
      finance.waiting.map(({ key, count, oldest }) => [key, count, oldest]),
      [],
      "in publicity nothing can be paid",
    );
    assert.deepEqual(
      finance.warnings.find(({ key }) => key === "publicity"),
      { key: "publicity", count: 1, first: addDays(today(), 3) },
    );
    await sql`update subsidy_application set publicity_end = ${addDays(today(), -1)} where id = ${claim.claimId}`.execute(
      app.db,
    );
    assert.deepEqual(await getQueue(app.as("finance")), { compile: 1 });
    const listed = await app
      .as("finance")
      .list<any>(claimListOfBureau, { status: "compile", payStatus: "1", publicityEnd_datelt: today() });
    assert.equal(listed.total, 1, "the list behind the card has the same rows");
    assert.equal(
      (await app.as("clerk").call(bureauHome, undefined)).warnings.find(({ key }) => key === "publicity"),
      undefined,
    );
  });

  it("counts what data scopes let the reader see, as in their lists", async () => {
    const hiding = (...entities: string[]) =>
      entities.map(
        (entity) => ({ id: entity, entity, kind: "5", column: null, expression: "id = 0", fields: null }) as const,
      );
    assert.deepEqual(await getQueue(app.as("clerk", { dataScopes: hiding("TrainingClass") })), {
      student: 3,
      orgPlan: 1,
    });
    assert.deepEqual(
      await getQueue(app.as("clerk", { dataScopes: hiding("TrainingClass", "Student", "OrganisationPlan") })),
      {},
    );
    const { orgId } = running.base;
    const seen = await app.as("orgAdmin", { orgId }).call(institutionHome, undefined);
    assert.ok(seen.due.length > 0 && seen.running.length > 0);
    const held = await app
      .as("orgAdmin", { orgId, dataScopes: hiding("TrainingClass", "Lesson") })
      .call(institutionHome, undefined);
    assert.deepEqual([held.waiting, held.due, held.running], [[], [], []]);
  });

  it("counts what waits longer than the limit apart, with the oldest moment", async () => {
    await sql`update training_class set commit_time = ${addDays(today(), -40)}::date where id = ${committed.classId}`.execute(
      app.db,
    );
    const { waiting, reviewDays } = await app.as("clerk").call(bureauHome, undefined);
    const row = waiting.find(({ key }) => key === "class");
    assert.deepEqual([reviewDays, row?.overdue, row?.oldest?.slice(0, 10)], [10, 1, addDays(today(), -40)]);
  });
});

describe("institution home", () => {
  it("shows due work by kind, drafts and classes of today, nothing of others", async () => {
    const running$ = await running.base.orgAdmin.call(institutionHome, undefined);
    assert.deepEqual(
      running$.running.map((row) => [row.id, row.studentCount, row.lessonCount, row.heldCount, row.firstStart]),
      [[running.classId, 4, 10, 0, "08:00"]],
    );
    assert.deepEqual(
      running$.due.filter(({ key }) => key === "attendance").map(({ id, day }) => [id, day]),
      [[running.classId, addDays(today(), -1)]],
    );
    // Lessons that have begun by now; those of yesterday in any case.
    assert.ok((running$.due.find(({ key }) => key === "attendance")?.count ?? 0) >= 2);

    const draft = await aClass(app, { base: running.base, orgPlanId: running.orgPlanId });
    await committed.base.orgAdmin.call(institutionHome, undefined);
    await app.as("clerk").call(classCalls.back, { id: committed.classId, reason: "教学计划不完整" } as never);
    const home = await running.base.orgAdmin.call(institutionHome, undefined);
    assert.deepEqual(
      home.waiting.map(({ key, count }) => [key, count]),
      [["classDraft", 1]],
    );
    assert.deepEqual(
      home.due.filter(({ key }) => key === "timetable").map(({ id, day }) => [id, day]),
      [[draft.classId, draft.startDate]],
    );
    const other = await committed.base.orgAdmin.call(institutionHome, undefined);
    assert.deepEqual(
      other.due.filter(({ key }) => key === "class").map(({ id, reason }) => [id, reason]),
      [[committed.classId, "教学计划不完整"]],
    );
    assert.deepEqual(other.running, []);
    assert.ok(
      ![...other.due, ...other.waiting].some(
        (row) => "id" in row && (row.id === draft.classId || row.id === running.classId),
      ),
    );
  });

  it("shows classes to assess, and certificates to claim for with the last day", async () => {
    const tested = await aTestApplication(app);
    await sql`update test_application set confirm_type = 'Invalidate' where id = ${tested.applyId}`.execute(app.db);
    const home = await tested.base.orgAdmin.call(institutionHome, undefined);
    assert.deepEqual(
      home.due.map(({ key, id }) => [key, id]),
      [["assessment", tested.classId]],
    );

    // The living allowance is paid beside the training, which is still to be claimed for.
    await sql`update subsidy_application set subsidy_kind = '10' where id = ${claim.claimId}`.execute(app.db);
    const owner = await claim.base.orgAdmin.call(institutionHome, undefined);
    const { rows } = await sql<{
      day: string;
    }>`select min(issue_date) as day from certificate where class_id = ${claim.classId}`.execute(app.db);
    assert.deepEqual(
      owner.due.map(({ key, id, count, day }) => [key, id, count, day]),
      [["unclaimed", claim.classId, 2, addMonths(rows[0]?.day as string, 12)]],
    );
    await sql`update subsidy_application set subsidy_kind = '01' where id = ${claim.claimId}`.execute(app.db);
    assert.deepEqual((await claim.base.orgAdmin.call(institutionHome, undefined)).due, []);
  });

  it("shows teachers what concerns the classes they teach, and no money", async () => {
    const hash = (
      await sql<{
        hash: string;
      }>`select id_number_hash as hash from teacher where id = ${running.base.teacherId}`.execute(app.db)
    ).rows[0]?.hash as string;
    const teacher = app.as("orgTeacher", { orgId: running.base.orgId, idNumberHash: hash });
    const home = await teacher.call(institutionHome, undefined);
    assert.deepEqual(
      [home.waiting, home.due.map(({ key }) => key), home.running.map(({ id }) => id)],
      [[], ["attendance"], [running.classId]],
    );
    const colleague = await app
      .as("orgTeacher", { orgId: running.base.orgId, idNumberHash: "nobody" })
      .call(institutionHome, undefined);
    assert.deepEqual([colleague.due, colleague.running], [[], []]);
    assert.equal((await teacher.refused(yearStatistics, {})).errorCode, "ROLE_DENIED");
  });
});

describe("the home calls", () => {
  it("refuse other audiences", async () => {
    for (const [role, call] of [
      ["orgAdmin", bureauHome],
      ["clerk", institutionHome],
      ["clerk", enterpriseHome],
      ["student", assessorHome],
      ["entAdmin", yearStatistics],
      ["student", institutionHome],
    ] as const)
      assert.equal(
        (await app.as(role, { orgId: "1", entId: "1" }).refused<any>(call, {})).errorCode,
        "ROLE_DENIED",
        `${role} ${call.name}`,
      );
  });
});

/** The worked example of the statistics, spread over four classes of one institution. */
async function workedExample(): Promise<OpenClass> {
  const dates = { status: "Confirm", startDate: today(), endDate: today(), signStartDate: null, signEndDate: null };
  const first = await anOpenClass(app, { ...dates, trainKind: "05", level: "3" });
  const classes = [first.classId];
  for (let n = 0; n < 3; n++) classes.push((await anOpenClass(app, dates, first)).classId);
  for (const classId of classes) {
    await sql`insert into student (class_id, org_id, roster_source, name, id_type, id_number, id_number_hash, education, phone, phone_hash, region_code, hukou_type, person_category, attendance_rate, confirm_status, create_user, update_user)
      select ${classId}, ${first.orgId}, '1', '学员' || n, '1', 'x', 'P' || ${classId} || '-' || n, '30', 'x', 'x', '329999', '2', case when n <= 7 then '01' else '03' end, case when n <= 27 then 90 else 60 end, 'Confirm', 1, 1 from generate_series(1, 30) n`.execute(
      app.db,
    );
  }
  // The same person in two classes counts twice as an enrolment, once as a person.
  await sql`update student set id_number_hash = ${`P${classes[0]}-1`} where id_number_hash = ${`P${classes[1]}-1`}`.execute(
    app.db,
  );
  const apply = await sql<{
    id: string;
  }>`insert into test_application (class_id, org_id, test_kind, test_mode, wish_test_date, test_place, subjects, confirm_type, create_user, update_user)
    values (${first.classId}, ${first.orgId}, '1', '4', ${today()}, 'x', '{1}', 'Confirm', 1, 1) returning id`.execute(
    app.db,
  );
  const passed = sql`(select s.*, row_number() over (order by id) as n from student s where s.org_id = ${first.orgId} and s.attendance_rate >= 80)`;
  await sql`insert into grade (student_id, class_id, org_id, test_apply_id, result, is_absent, is_cheat, grade_status, test_times, publish_time, create_user, update_user)
    select id, class_id, org_id, ${apply.rows[0]?.id}, case when n <= 98 then '1' when n <= 105 then '2' else '3' end, case when n > 105 then '1' else '0' end, '0', '2', case when n between 99 and 103 then 2 else 1 end, now(), 1, 1 from ${passed} s`.execute(
    app.db,
  );
  await sql`insert into certificate (cert_no, cert_kind, student_id, class_id, org_id, id_number_hash, occupation_code, level, issue_date, is_valid, invalid_reason, create_user, update_user)
    select 'W' || id || v, '4', id, class_id, org_id, 'W' || id || v, 'x', '3', ${today()}, v, case when v = 'unValid' then '错' end, 1, 1 from ${passed} s, (values ('isValid'), ('unValid')) as w (v) where n <= 98`.execute(
    app.db,
  );
  for (const [classId, payStatus, amount, people] of [
    [classes[0], "3", "90000.00", 60],
    [classes[1], "3", "52500.00", 35],
    [classes[2], "5", "1000.00", 1],
  ] as const) {
    const { rows } = await sql<{ id: string }>`
      insert into subsidy_application (org_id, class_id, subsidy_kind, status, pay_status, approved_count, create_user, update_user)
      select ${first.orgId}, c.id, case c.train_kind when '05' then '04' else '01' end, 'compile', '1', ${people}, 1, 1 from training_class c where c.id = ${classId}
      returning id`.execute(app.db);
    await storePayment(app, rows[0]?.id ?? "", payStatus, amount);
  }
  return first;
}

describe("year statistics", () => {
  it("the worked example gives 90.00 %, 93.33 %, 1500.00", async () => {
    const { orgId, admin } = await workedExample();
    const { figures, months, kinds, levels, organisations } = await admin.call(yearStatistics, {});
    assert.deepEqual(
      [
        figures.classCount,
        figures.enrolCount,
        figures.personCount,
        figures.finishCount,
        figures.finishRate,
        figures.attendanceRate,
      ],
      [4, 120, 119, 108, "90.00", "87.00"],
    );
    assert.deepEqual(
      [
        figures.testCount,
        figures.passCount,
        figures.passRate,
        figures.firstPassRate,
        figures.certCount,
        figures.keyGroupShare,
      ],
      [105, 98, "93.33", "98.00", 98, "76.67"],
    );
    assert.deepEqual(
      [figures.paidAmount, figures.paidCount, figures.perCapita, figures.budgetAmount],
      ["142500.00", 95, "1500.00", null],
    );
    const month = Number(today().slice(5, 7));
    assert.deepEqual(months[month - 1], {
      month,
      classCount: 4,
      enrolCount: 120,
      finishCount: 108,
      certCount: 98,
      paidAmount: "142500.00",
    });
    assert.equal(
      months.reduce((sum, row) => sum + row.enrolCount, 0),
      120,
    );
    assert.deepEqual(
      kinds.map((row) => [row.trainKind, row.classCount, row.enrolCount]),
      [
        ["01", 3, 90],
        ["05", 1, 30],
      ],
    );
    assert.deepEqual(
      levels.map((row) => [row.level, row.enrolCount, row.certCount]),
      [
        ["3", 30, 98],
        ["4", 90, 0],
      ],
    );
    assert.deepEqual(organisations, []);

    const county = await app.as("leader").call(yearStatistics, { year });
    assert.deepEqual(county.organisations[0], {
      orgId,
      orgName: county.organisations[0]?.orgName,
      classCount: 4,
      enrolCount: 120,
      paidAmount: "142500.00",
    });
    assert.ok(
      county.figures.enrolCount >= 120 && county.figures.planHeadcount > 0 && county.figures.budgetUse !== undefined,
    );
  });

  it("claimed by submission, approved by second review, working days between them, returns; people of high skill count once", async () => {
    const first = await anOpenClass(app);
    const { orgId, classId, admin } = first;
    const claims = [
      ["compile", "2025-03-03", "2025-03-07", "100.00", "90.00"],
      ["compile", "2025-03-03", "2025-03-10", "200.00", "160.00"],
      ["back", "2025-04-01", null, "300.00", "0.00"],
      ["compile", "2024-12-31", "2025-01-02", "50.00", "50.00"],
      ["compile", "2025-05-06", "2025-05-07", "10.00", "10.00"],
      ["unSubmit", null, null, "70.00", "0.00"],
    ] as const;
    // By the second reviewer to the first review, once more, and to the applicant; after an objection.
    const returns: Readonly<Record<number, readonly (readonly [from: string, to: string])[]>> = {
      1: [
        ["reTrial", "firstTrial"],
        ["reTrial", "firstTrial"],
      ],
      2: [["firstTrial", "back"]],
      4: [["compile", "firstTrial"]],
    };
    for (const [place, [status, committed, decided, applied, approved]] of claims.entries()) {
      const claimed = place === 0 ? first : await anOpenClass(app, {}, first);
      const { rows } = await sql<{
        id: string;
      }>`insert into subsidy_application (org_id, class_id, subsidy_kind, status, back_reason, commit_time, re_time, apply_amount, approved_amount, create_user, update_user)
      values (${orgId}, ${claimed.classId}, '01', ${status}, 'x', ${committed}::timestamptz, ${decided}::timestamptz, ${applied}, ${approved}, 1, 1) returning id`.execute(
        app.db,
      );
      const moves = [["unSubmit", "firstTrial"], ["firstTrial", "reTrial"], ...(returns[place] ?? [])];
      for (const [from, to] of status === "unSubmit" ? [] : moves)
        await sql`insert into audit_record (biz_type, biz_id, action, from_status, to_status, operator_id, operator_name, operator_role, client_ip) values ('SubsidyApplication', ${rows[0]?.id}, 'move', ${from}, ${to}, 1, 'x', 'firstReviewer', '127.0.0.1')`.execute(
          app.db,
        );
    }
    for (const [place, [kind, level, person]] of (
      [
        ["1", "3", "p1"],
        ["2", "1", "p1"],
        ["1", "2", "p2"],
        ["1", "4", "p3"],
        ["4", "3", "p4"],
      ] as const
    ).entries())
      await sql`insert into certificate (cert_no, cert_kind, org_id, class_id, student_id, id_number_hash, occupation_code, level, issue_date, is_valid, create_user, update_user)
      select ${`H${orgId}${place}`}, ${kind}, ${orgId}, ${classId}, (select min(id) from student), ${person}, ${`x${place}`}, ${level}, '2025-06-30', 'isValid', 1, 1`.execute(
        app.db,
      );
    const { figures } = await admin.call(yearStatistics, { year: 2025 });
    // Four working days, five, two over New Year, and one: 12 / 4. Three of four came back.
    assert.deepEqual(
      [figures.applyAmount, figures.approvedAmount, figures.reviewDays, figures.backRate, figures.highSkilledNew],
      ["610.00", "310.00", "3.00", "75.00", 2],
    );
  });

  it("employed by the latest follow-up within six months, without employees, over five people or more; satisfaction of classes with five answers or more", async () => {
    const built = await aHeldClass(app, { students: 6 });
    const { classId, studentIds } = built;
    const { orgId, orgAdmin } = built.base;
    await sql`update training_class set start_date = '2023-03-01', end_date = '2023-03-20' where id = ${classId}`.execute(
      app.db,
    );
    await sql`update student set attendance_rate = 100, person_category = case when id = ${studentIds[0]} then '01' else '03' end where class_id = ${classId}`.execute(
      app.db,
    );
    // An employee; found work, and lost it; verified; only reported; found work after more than six months.
    const followUps = [
      [0, "1", "1", "2023-04-01"],
      [1, "1", "1", "2023-04-01"],
      [1, "5", "3", "2023-06-01"],
      [2, "1", "2", "2023-05-01"],
      [3, "2", "3", "2023-05-01"],
      [4, "1", "1", "2023-09-21"],
    ] as const;
    for (const [student, kind, source, day] of followUps)
      await sql`insert into train_employment (student_id, class_id, org_id, employment_kind, verify_source, follow_date, create_user, update_user)
        values (${studentIds[student]}, ${classId}, ${orgId}, ${kind}, ${source}, ${day}, 1, 1)`.execute(app.db);
    const evaluate = (student: number, score: string) =>
      sql`insert into train_evaluation (class_id, org_id, student_id, teach_score, content_score, site_score, service_score, avg_score, is_anonymous, evaluate_time, create_user, update_user)
        values (${classId}, ${orgId}, ${studentIds[student]}, 4, 4, 4, 4, ${score}, '1', '2023-04-02', 0, 0)`.execute(
        app.db,
      );
    for (const [student, score] of ["5.00", "4.00", "4.00", "3.25"].entries()) await evaluate(student, score);
    const read = async () => {
      const { employRate, verifiedEmployRate, avgScore } = (await orgAdmin.call(yearStatistics, { year: 2023 }))
        .figures;
      return [employRate, verifiedEmployRate, avgScore];
    };
    assert.deepEqual(await read(), ["40.00", "20.00", null]);
    await evaluate(4, "4.50");
    assert.deepEqual(await read(), ["40.00", "20.00", "4.15"]);
    // One answer to a second class is seen neither in the list nor in the mean.
    const second = await aHeldClass(app, { base: built.base, students: 1 });
    await sql`insert into train_evaluation (class_id, org_id, student_id, teach_score, content_score, site_score, service_score, avg_score, is_anonymous, evaluate_time, create_user, update_user)
      values (${second.classId}, ${orgId}, ${second.studentIds[0]}, 1, 1, 1, 1, '1.00', '1', '2023-04-02', 0, 0)`.execute(
      app.db,
    );
    assert.equal((await read())[2], "4.15");
    // Of four people nobody is told who works.
    await sql`update student set person_category = '01' where id = ${studentIds[5]}`.execute(app.db);
    assert.deepEqual(await read(), [null, null, "4.15"]);
  });

  it("start-ups: certificates whose holder has a licence within twelve months, over five people or more", async () => {
    const built = await aHeldClass(app, { students: 5 });
    const { classId, studentIds } = built;
    const { orgId, orgAdmin } = built.base;
    await sql`update training_class set start_date = '2022-03-01', end_date = '2022-03-20' where id = ${classId}`.execute(
      app.db,
    );
    const certify = (student: number, kind: string) =>
      sql`insert into certificate (cert_no, cert_kind, org_id, class_id, student_id, id_number_hash, occupation_code, level, issue_date, is_valid, create_user, update_user)
        select ${`U${classId}${student}`}, ${kind}, ${orgId}, ${classId}, id, id_number_hash, 'u', '0', '2022-04-01', 'isValid', 1, 1 from student where id = ${studentIds[student]}`.execute(
        app.db,
      );
    for (const student of [0, 1, 2, 3]) await certify(student, "5");
    const follow = (studentId: string | undefined, licence: string | null, day: string) =>
      sql`insert into train_employment (student_id, class_id, org_id, employment_kind, business_license_no, verify_source, follow_date, create_user, update_user)
        select id, class_id, org_id, '3', ${licence}, '3', ${day}, 1, 1 from student where id = ${studentId}`.execute(
        app.db,
      );
    // A licence within the year, one too late, work without one.
    await follow(studentIds[0], "92330102MA27A1B2C3", "2023-04-01");
    await follow(studentIds[1], "92330102MA27A1B2C4", "2023-04-02");
    await follow(studentIds[2], null, "2022-06-01");
    const read = async () => (await orgAdmin.call(yearStatistics, { year: 2022 })).figures.startupRate ?? null;
    assert.equal(await read(), null);
    await certify(4, "5");
    assert.equal(await read(), "20.00");
    // The same people in a later class: one had a licence before, one got it within the year.
    const later = await aHeldClass(app, { students: 2 });
    for (const [place, day] of ["2022-03-19", "2023-01-10"].entries()) {
      await sql`update student set id_number_hash = (select id_number_hash from student where id = ${studentIds[place + 3]}) where id = ${later.studentIds[place]}`.execute(
        app.db,
      );
      await follow(later.studentIds[place], `92330102MA27A1B2D${place}`, day);
    }
    assert.equal(await read(), "40.00");
  });

  it("injuries: those locked, of enterprises of high risk by their record; not said to institutions", async () => {
    const enterprise = await aFiledEnterprise(app);
    const other = await aFiledEnterprise(app);
    await sql`update enterprise_total set year = 2021, is_high_risk = (ent_id = ${enterprise.entId})::int::text where ent_id in (${enterprise.entId}, ${other.entId})`.execute(
      app.db,
    );
    for (const [entId, isLock, time] of [
      [enterprise.entId, "1", "2021-05-01 10:00:00+08"],
      [enterprise.entId, "1", "2022-01-01 00:30:00+08"],
      [enterprise.entId, "0", "2021-05-02 10:00:00+08"],
      [other.entId, "1", "2021-05-03 10:00:00+08"],
    ] as const)
      await sql`insert into injury_record (ent_id, name, id_type, id_number, id_number_hash, education, phone, phone_hash, post_name, injury_time, injury_place, accident_type, injury_grade, lost_days, death_count, cause, is_trained, is_lock, create_user, update_user)
        values (${entId}, '伤', '1', 'x', ${time}, '20', 'x', 'x', '冲压工', ${time}, '车间', '03', '1', 1, 0, 'x', '1', ${isLock}, 1, 1)`.execute(
        app.db,
      );
    const read = async (of: number, user = app.as("leader")) =>
      (await user.call(yearStatistics, { year: of })).figures.highRiskInjury ?? null;
    assert.deepEqual([await read(2021), await read(2022), await read(2020)], [1, 1, 0]);
    assert.equal(await read(2021, committed.base.orgAdmin), null);
  });

  it("zeros for another year or institution, and no rate where the denominator is 0", async () => {
    const { figures } = await committed.base.orgAdmin.call(yearStatistics, { year: year - 5 });
    assert.deepEqual(
      [
        figures.classCount,
        figures.enrolCount,
        figures.finishRate,
        figures.passRate,
        figures.perCapita,
        figures.planRate,
        figures.paidAmount,
      ],
      [0, 0, null, null, null, null, "0.00"],
    );
    assert.deepEqual(
      [
        figures.keyGroupShare,
        figures.firstPassRate,
        figures.highSkilledNew,
        figures.applyAmount,
        figures.approvedAmount,
        figures.reviewDays,
        figures.backRate,
      ],
      [null, null, 0, "0.00", "0.00", null, null],
    );
    assert.equal((await committed.base.orgAdmin.call(yearStatistics, {})).figures.enrolCount, 0);
    assert.equal((await app.as("clerk").refused(yearStatistics, { year: 1999 })).errorCode, "FIELD_INVALID");
  });
});

describe("enterprise home", () => {
  it("shows the sign-ups that the enterprise made", async () => {
    const open = await anOpenClass(app);
    await aSignUp(app, open.classId, { entId: "77", confirmStatus: "unConfirm", name: "赵一" } as never);
    await aSignUp(app, open.classId, {
      entId: "77",
      confirmStatus: "back",
      backReason: "材料不全",
      name: "赵二",
    } as never);
    await aSignUp(app, open.classId, { entId: "78", confirmStatus: "unConfirm" } as never);
    const home = await app.as("entAdmin", { entId: "77" }).call(enterpriseHome, undefined);
    assert.deepEqual(
      [home.pending, home.accepted, home.returned, home.signUps.map(({ name }) => name)],
      [1, 0, 1, ["赵二", "赵一"]],
    );
    assert.equal(home.record, null, "no record of this year yet");
    assert.deepEqual((await app.as("entAdmin").call(enterpriseHome, undefined)).signUps, []);
  });
});

describe("assessor home", () => {
  it("shows assessments until their grades are published", async () => {
    const { classId } = await aPublishedTest(app, { students: 2 });
    const { rows } = await sql<{ id: string; applyId: string }>`
    with kind as (insert into assessor_type (type_no, type_name, allow_levels, sort, is_valid, create_user, update_user) values ('T9', '考评员', '{5}', 1, 'isValid', 1, 1) returning id),
      person as (insert into assessor (assessor_no, name, id_type, id_number, id_number_hash, phone, phone_hash, assessor_type_id, assessor_level, education, card_no, card_start_date, card_expire_date, occupation_codes, work_unit, is_valid, create_user, update_user)
        select 'A9', '考评', '1', 'x', 'hash9', 'x', 'x', id, '1', '30', 'C9', current_date, current_date + 1, '{}', '鉴定所', 'isValid', 1, 1 from kind returning id)
    insert into assessor_assignment (test_apply_id, apply_side, assessor_id, duty, subject, create_user, update_user)
      select a.id, '1', p.id, '1', '1', 1, 1 from person p, (select min(test_apply_id) as id from grade where class_id = ${classId}) a returning assessor_id as id, test_apply_id as apply_id`.execute(
      app.db,
    );
    const { id, applyId } = rows[0] as { id: string; applyId: string };
    const assessor = app.as("assessor", { assessorId: id });
    assert.deepEqual((await assessor.call(assessorHome, undefined)).tasks, []);
    await sql`update test_application set grade_status = '0' where id = ${applyId}`.execute(app.db);
    await sql`update grade set result = '0' where id = (select min(id) from grade where test_apply_id = ${applyId})`.execute(
      app.db,
    );
    const { tasks } = await assessor.call(assessorHome, undefined);
    assert.deepEqual(
      tasks.map((task) => [task.id, task.gradeStatus, task.candidates, task.scored]),
      [[applyId, "0", 2, 1]],
    );
    assert.deepEqual((await app.as("assessor", { assessorId: "999" }).call(assessorHome, undefined)).tasks, []);
  });
});

describe("SlowAnswers", () => {
  it("keeps a slow answer for half a minute, and neither a quick one nor an error", async () => {
    let time = 0;
    let count = 0;
    const answers = new SlowAnswers(() => time);
    const work = (takes: number) => async () => {
      time += takes;
      return ++count;
    };
    assert.deepEqual([await answers.of("quick", work(10)), await answers.of("quick", work(10))], [1, 2]);
    assert.deepEqual(
      [await answers.of("slow", work(500)), await answers.of("slow", work(500)), await answers.of("other", work(500))],
      [3, 3, 4],
    );
    time += 30_000;
    assert.equal(await answers.of("slow", work(500)), 5);
    await assert.rejects(answers.of("broken", async () => Promise.reject(new Error("no"))));
    assert.equal(await answers.of("broken", work(1)), 6);
  });

  it("lets two counts run at once, and the others wait", async () => {
    const answers = new SlowAnswers();
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (key: string) =>
      answers.of(key, () => {
        begun.push(key);
        return new Promise<void>((end) => ends.set(key, end));
      });
    const all = ["a", "b", "c"].map(ask);
    assert.deepEqual(begun, ["a", "b"]);
    ends.get("a")?.();
    await all[0];
    assert.deepEqual(begun, ["a", "b", "c"]);
    for (const end of ends.values()) end();
    await Promise.all(all);
  });
});
