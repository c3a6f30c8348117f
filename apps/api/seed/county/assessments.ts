import type { Level } from "@jipei/contract/core/fields/codes.ts";
import { AssessorType } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { assessorDraw } from "@jipei/contract/assessment/assessors/assessor.calls.ts";
import { assessorCalls } from "@jipei/contract/assessment/assessors/assessor.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import { insertRow } from "../../src/core/database/write-rows.ts";
import { system } from "../../src/core/foundation/actor.ts";
import { syntheticPerson } from "../synthetic-person.ts";
import type { SeededClass } from "./classes.ts";
import type { Desk } from "./desk.ts";
import { filedDaysAgo } from "./filing.ts";

/** Assessors of the county, and assessments up to the state of each class. */

export async function seedAssessors(desk: Desk): Promise<void> {
  const kind = async (typeNo: string, typeName: string, allowLevels: Level[], sort: number) =>
    (
      (await insertRow(desk.tx, system, AssessorType, { typeNo, typeName, allowLevels, sort, isValid: "isValid" })) as {
        id: string;
      }
    ).id;
  const [ordinary, senior] = [
    await kind("KP", "考评员", ["5", "4", "3"], 1),
    await kind("KPG", "高级考评员", ["5", "4", "3", "2", "1"], 2),
  ];
  const { rows } = await sql<{
    code: string;
  }>`select distinct occupation_code as code from course where is_deleted = 0`.execute(desk.tx);
  for (let n = 0; n < 12; n++) {
    const { name, idType, idNumber, education, phone } = syntheticPerson(930_000 + n);
    await desk.as("clerk")(assessorCalls.submit, {
      name,
      idType,
      idNumber,
      education,
      phone,
      assessorTypeId: n < 6 ? senior : ordinary,
      assessorLevel: n < 6 ? "2" : "1",
      cardNo: `KP3299992025${String(n + 1).padStart(4, "0")}`,
      cardStartDate: addDays(today(), -filedDaysAgo),
      cardExpireDate: addDays(today(), 700),
      occupationCodes: rows.map((row) => row.code),
      workUnit: ["市技工学校", "市质量检测中心", "市行业协会"][n % 3],
      isValid: "isValid",
    });
  }
}

export type Assessed = "submitted" | "approved" | "scored" | "published" | "certified";

function getDays(upTo: Assessed, days: number): { committed: number; confirmed: number } {
  if (upTo === "submitted") return { committed: 2, confirmed: 0 };
  return upTo === "approved" ? { committed: 5, confirmed: 3 } : { committed: days + 9, confirmed: days + 7 };
}

/** @param days how many days ago the assessment was; certificates are dated three days after it */
export async function seedAssessment(
  desk: Desk,
  { classId, school }: SeededClass,
  upTo: Assessed,
  days: number,
): Promise<string> {
  const day = getDays(upTo, days);
  const admin = desk.as("org", { orgId: school.orgId }, day.committed);
  const clerk = desk.as("clerk", {}, Math.max(0, days - 1));
  const saved = (await admin(testApplicationCalls.submit, {
    testApplyDTO: {
      classId,
      testKind: "1",
      testMode: "1",
      evalOrgName: school.name,
      wishTestDate: addDays(today(), 10),
      testPlace: "市技能考核中心",
      subjects: ["1", "2"],
    },
  })) as { id: string };
  const applyId = saved.id;
  await admin(testApplicationCalls.confirm, { ids: applyId, confirmType: "unConfirm" });
  const dated = () =>
    sql`update test_application set create_time = create_time - make_interval(days => ${day.committed}), commit_time = commit_time - make_interval(days => ${day.committed}), confirm_time = confirm_time - make_interval(days => ${day.confirmed}) where id = ${applyId}`.execute(
      desk.tx,
    );
  if (upTo === "submitted") {
    await dated();
    return applyId;
  }
  await desk.as(
    "first",
    {},
    day.confirmed,
  )(testApplicationCalls.confirm, { ids: applyId, confirmType: "Confirm", testDate: addDays(today(), 10) });
  await desk.as("clerk", {}, day.confirmed)(assessorDraw, { testApplyId: applyId });
  await dated();
  if (upTo === "approved") return applyId;
  await sql`update assessor_assignment set sign_time = now() - make_interval(days => ${days}) where test_apply_id = ${applyId}`.execute(
    desk.tx,
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from grade where test_apply_id = ${applyId} and is_deleted = 0 order by examinee_no`.execute(desk.tx);
  await clerk(gradeCalls.submit, { scores: rows.map(({ id }, n) => findScore(id, n)) });
  await sql`update test_application set wish_test_date = ${addDays(today(), -days)}, test_date = ${addDays(today(), -days)} where id = ${applyId}`.execute(
    desk.tx,
  );
  if (upTo === "scored") return applyId;
  const checker = desk.as(
    "clerk",
    // Whoever checks scores decides no claim that counts on them, so it is none of the reviewers.
    { userId: desk.actor("admin").userId, name: desk.actor("admin").name },
    Math.max(0, days - 2),
  );
  await checker(gradeCalls.submit, { testApplicationId: applyId, gradeStatus: "1" });
  await desk.as(
    "clerk",
    {},
    Math.max(0, days - 2),
  )(gradeCalls.submit, { testApplicationId: applyId, gradeStatus: "2" });
  await sql`update grade set publish_time = publish_time - make_interval(days => ${Math.max(0, days - 2)}) where test_apply_id = ${applyId}`.execute(
    desk.tx,
  );
  if (upTo === "published") return applyId;
  await desk.as("clerk", {}, Math.max(0, days - 3))(certificateCalls.issue, { classId, applyId });
  await sql`update certificate set issue_date = issue_date - ${Math.max(0, days - 3)}::int where test_apply_id = ${applyId}`.execute(
    desk.tx,
  );
  return applyId;
}

/** About one in eleven fails a part, one in forty is absent. */
export const findScore = (id: string, n: number) =>
  n % 40 === 39
    ? { id, isAbsent: "1" }
    : {
        id,
        theoryScore: String(n % 11 === 5 ? 48 + (n % 9) : 66 + ((n * 13) % 31)),
        practiceScore: String(n % 17 === 8 ? 55 : 68 + ((n * 7) % 29)),
      };
