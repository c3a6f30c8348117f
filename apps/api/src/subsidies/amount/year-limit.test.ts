import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { claimAutoTrial, claimCommit, claimDetail } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../../test/factories/assessment.ts";
import { setPolicyParameter } from "../../../test/factories/policy.ts";
import { anOrgCourse } from "../../../test/factories/organisation.ts";
import { aCourse } from "../../../test/factories/teaching.ts";
import { asCommittedUnder, findingsOf } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { enterAnswer } from "../../external-data/local-registers.ts";

/** The trainings of a person in one calendar year, over all claims, also those of one call, and over the records of the province. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** Two claims of one institution for different occupations that name the same person, who has so many trainings this year already. */
async function twoClaims(already: number): Promise<{ claims: [BuiltClaim, BuiltClaim]; person: string }> {
  const one = await aClaim(app, { students: 1 });
  const { orgId } = one.base;
  const courseId = (await aCourse(app, { level: "5", minHours: "40.0", certKind: "4", occupationCode: "4-04-05-01" }))
    .id;
  const base = { ...one.base, courseId, orgCourseId: (await anOrgCourse(app, { orgId, courseId })).id };
  const other = await aClaim(app, { students: 1, base });
  const { idNumber, idNumberHash, name } = (await app.db
    .selectFrom("student")
    .select(["idNumber", "idNumberHash", "name"])
    .where("id", "=", one.studentIds[0] as string)
    .executeTakeFirstOrThrow()) as Record<string, string>;
  await sql`update student set id_number = ${idNumber}, id_number_hash = ${idNumberHash}, name = ${name} where class_id = ${other.classId}`.execute(
    app.db,
  );
  await sql`update subsidy_line set id_number = ${idNumber}, id_number_hash = ${idNumberHash}, name = ${name} where apply_id = ${other.claimId}`.execute(
    app.db,
  );
  for (let n = 0; n < already; n++)
    await sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
      values (${idNumberHash}, 'training', ${`9-99-99-0${n}`}, '5', 1, current_date, true, '01', '[2020-01-01,2020-01-10]', ${-n - 1}, ${-(Number(one.claimId) * 10 + n)}, '别处', now() - interval '1 day')`.execute(
      app.db,
    );
  return { claims: [one, other], person: app.cipher.decrypt(idNumber as string) };
}
const bothOf = (claims: BuiltClaim[]) => claims.map((claim) => claim.claimId).join();
const getStatus = async (claim: BuiltClaim) =>
  ((await claim.base.orgAdmin.call(claimDetail, { id: claim.claimId })) as { status: string }).status;
const setLimit = (limit: number) => setPolicyParameter(app, "subsidy.annual.limit", String(limit));

/** AT06 of the claim's only row, after a check of its own. */
async function annualFinding(claim: BuiltClaim): Promise<{ isPass: string; severity: string; actualValue: string }> {
  await app.as("firstReviewer").call(claimAutoTrial, { applyId: claim.claimId });
  const found = (await findingsOf(app.as("auditor"), claim, { ruleCode: "AT06", descs: "runTime" })).records[0];
  return { isPass: found.isPass, severity: found.severity, actualValue: found.actualValue };
}

describe("claimCommit", () => {
  it("counts two claims in one call one after the other: the fourth training of the year refuses both (ANNUAL_LIMIT)", async () => {
    const { claims } = await twoClaims(2);
    const { orgAdmin } = claims[0].base;
    const refused = await orgAdmin.refused(claimCommit, { ids: bothOf(claims) });
    assert.deepEqual(
      refused.failures.map((failure) => [failure.errorCode, failure.id]),
      [["ANNUAL_LIMIT", claims[1].lines[0]?.id]],
    );
    assert.deepEqual(
      [
        await getStatus(claims[0]),
        (await app.db.selectFrom("entitlement").select("id").where("applyId", "=", claims[0].claimId).execute()).length,
      ],
      ["unSubmit", 0],
      "all or none",
    );
    await orgAdmin.call(claimCommit, { ids: claims[0].claimId });
    assert.equal((await orgAdmin.refused(claimCommit, { ids: claims[1].claimId })).errorCode, "ANNUAL_LIMIT");
  });
});

describe("claimAutoTrial", () => {
  it("passes claims of the same second in order of their rows, as far as the limit goes", async () => {
    const { claims } = await twoClaims(2);
    await setLimit(4);
    try {
      await claims[0].base.orgAdmin.call(claimCommit, { ids: bothOf(claims) });
      for (const { claimId } of claims) await asCommittedUnder(app, claimId, { "subsidy.annual.limit": "3" });
      assert.deepEqual(
        [await annualFinding(claims[0]), await annualFinding(claims[1])],
        [
          { isPass: "1", severity: "3", actualValue: "3" },
          { isPass: "0", severity: "1", actualValue: "4" },
        ],
      );
    } finally {
      await setLimit(3);
    }
  });

  it("counts a row from its own first commit, though its claim was committed before, and somebody else's in between", async () => {
    const { claims } = await twoClaims(2);
    await setLimit(4);
    try {
      // As if the first claim had come back, and its row been added to it only now.
      await sql`update subsidy_application set first_commit_time = now() - interval '10 days' where id = ${claims[0].claimId}`.execute(
        app.db,
      );
      await sql`update subsidy_line set first_commit_time = now() - interval '1 hour' where apply_id = ${claims[1].claimId}`.execute(
        app.db,
      );
      await claims[0].base.orgAdmin.call(claimCommit, { ids: bothOf(claims) });
      for (const { claimId } of claims) await asCommittedUnder(app, claimId, { "subsidy.annual.limit": "3" });
      const found = [await annualFinding(claims[0]), await annualFinding(claims[1])];
      assert.deepEqual(
        found.map(({ isPass, actualValue }) => [isPass, actualValue]),
        [
          ["0", "4"],
          ["1", "3"],
        ],
      );
    } finally {
      await setLimit(3);
    }
  });

  it("counts what only the province knows of the year too, and what both records have once", async () => {
    const { claims, person } = await twoClaims(1);
    const year = new Date().getFullYear();
    const paid = (occupationCode: string, subsidyKind: string, payDate = `${year}-02-01`) => ({
      occupationCode,
      occupationName: occupationCode,
      level: "5",
      subsidyKind,
      amount: 800,
      payDate,
      unitName: "外市某校",
    });
    const own = paid("9-99-99-00", "01");
    const uncounted = [
      paid("4-01-01-01", "05"),
      paid("4-01-01-02", "10"),
      paid("4-01-01-03", "01", `${year - 1}-12-31`),
    ];
    await enterAnswer(app.db, app.cipher, "getTrainSubsidy", person, {
      subsidies: [own, ...uncounted, paid("4-01-01-04", "01")],
    });
    await claims[0].base.orgAdmin.call(claimCommit, { ids: claims[0].claimId });
    assert.deepEqual(await annualFinding(claims[0]), { isPass: "1", severity: "3", actualValue: "3" });
  });
});
