import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { Keys } from "../../src/core/security/keys.ts";
import { type BuiltClaim, type TestedClass, aClaim, anApprovedTest } from "../factories/assessment.ts";
import { type BuiltClass, aConfirmedClass, shiftClass } from "../factories/class.ts";
import { aSignUp } from "../factories/enrolment.ts";
import { type OpenClass, anOpenClass } from "../factories/open-class.ts";
import type { TrainingBase } from "../factories/training-base.ts";
import { anAccount } from "../support/sign-in.ts";
import { startTestApp } from "../support/test-app.ts";

/** The rows that the writes of a campaign need: made once, directly in the database of the servers. */
export interface World {
  deptId: string;
  roleId: string;
  categoryId: string;
  /** Id and value of a parameter that nothing here depends on. */
  parameterId: string;
  roster: OpenClass;
  signUps: { classId: string; ids: string[] };
  running: BuiltClass;
  tested: TestedClass & { gradeIds: string[] };
  claimed: BuiltClaim;
  /** Accounts by the kind of write that they make; all have the same password. */
  accounts: Readonly<Record<"clerk" | "admin" | "enrolment" | "teaching" | "exams" | "claims", string>>;
}

/** @param signUps how many are waiting to be decided */
export async function aWorld(on: { url: string; keys: Keys }, signUps: number): Promise<World> {
  const app = await startTestApp(on);
  try {
    const { rows } = await sql<{
      deptId: string;
      roleId: string;
      parameterId: string;
    }>`select (select id from department where is_deleted = 0 order by id limit 1) as dept_id,
      (select id from role where role_alias = 'clerk') as role_id, (select id from parameter where param_key = 'ext.cache.hours') as parameter_id`.execute(
      app.db,
    );
    const office = rows[0] as { deptId: string; roleId: string; parameterId: string };
    const { id: categoryId } = await app
      .as("clerk")
      .call(noticeCategoryCalls.submit, { categoryNo: "HD", categoryName: "公告", sort: 1, isValid: "isValid" });
    // Inserted directly, with a limit high enough for every sign-up that a campaign makes.
    const roster = await anOpenClass(app, { planCount: 100_000 });
    const open = await anOpenClass(app, { planCount: 100_000 }, roster);
    const waiting: string[] = [];
    for (let n = 0; n < signUps; n++) waiting.push((await aSignUp(app, open.classId)).id);
    const running = await aConfirmedClass(app, { students: 3, overrides: { planCount: 30 } });
    await shiftClass(
      app,
      running,
      Math.round((Date.parse(addDays(today(), -1)) - Date.parse(running.startDate)) / 86_400_000),
    );
    const tested = await anApprovedTest(app);
    const grades = await app.db.selectFrom("grade").select("id").where("testApplyId", "=", tested.applyId).execute();
    const claimed = await aClaim(app);
    const bureau = async (account: string, role: "clerk" | "sysAdmin") =>
      (await anAccount(app, { account, roles: [role] })).account;
    const ofOrg = async (account: string, base: TrainingBase) =>
      (await anAccount(app, { account, loginType: "1", roles: ["orgAdmin"], orgId: base.orgId })).account;
    return {
      ...office,
      categoryId,
      roster,
      signUps: { classId: open.classId, ids: waiting },
      running,
      tested: { ...tested, gradeIds: grades.map((row) => row.id) },
      claimed,
      accounts: {
        clerk: await bureau("chaos-clerk", "clerk"),
        admin: await bureau("chaos-admin", "sysAdmin"),
        enrolment: await ofOrg("chaos-roster", { ...roster.base, orgId: roster.orgId }),
        teaching: await ofOrg("chaos-lessons", running.base),
        exams: await ofOrg("chaos-exams", tested.base),
        claims: await ofOrg("chaos-claims", claimed.base),
      },
    };
  } finally {
    await app.close();
  }
}
