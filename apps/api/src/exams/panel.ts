import { gradeStatus } from "@jipei/contract/core/codes.ts";
import { wordsOf } from "@jipei/contract/core/field.ts";
import { sql } from "kysely";
import type { Tx } from "../core/db.ts";
import { Refusal, invalidField, worded } from "../core/refusal.ts";
import { parametersOf } from "../settings/settings.queries.ts";
import { hasReview } from "./grade-rules.ts";

type Values = Record<string, any>;

/** The panel of assessors of a test application, and what it is to assess. */
export interface Panel {
  id: string;
  level: string;
  orgId: string;
  orgName: string;
  occupationCode: string;
  testDate: string | null;
  wishTestDate: string;
  subjects: string[];
  confirmType: string;
  gradeStatus: keyof (typeof gradeStatus)["codes"] | null;
}

/** The application is locked, so that two who change its panel at once go one after the other. @throws NOT_FOUND */
export async function lockPanel(tx: Tx, testApplyId: string): Promise<Panel> {
  const { rows } = await sql<Panel>`
    select t.id, t.level, t.org_id, o.org_name, t.occupation_code, t.test_date, t.wish_test_date, t.subjects, t.confirm_type, t.grade_status
    from test_application t join organisation o on o.id = t.org_id where t.id = ${testApplyId} and t.is_deleted = 0 for update of t`.execute(
    tx,
  );
  if (!rows[0]) throw new Refusal("NOT_FOUND");
  return rows[0];
}

/** A panel is made up for an approved assessment, and stands once its scores are checked. @throws STATE_ILLEGAL */
export function mustBeOpen({ confirmType, gradeStatus: status }: Panel): void {
  const action = { zh: "安排考评员", en: "assign assessors" };
  if (confirmType !== "Confirm")
    throw new Refusal("STATE_ILLEGAL", { status: { zh: "考核未审核通过", en: "not approved" }, action });
  if (status === "1" || status === "2")
    throw new Refusal("STATE_ILLEGAL", { status: wordsOf(gradeStatus, status), action });
}

/** How many assess at least: an odd number. */
export async function leastOf(tx: Tx, level: string | null): Promise<number> {
  const min = await parametersOf(tx, ["test.assessor.min", "test.assessor.min.high"]);
  const least = hasReview(level) ? min["test.assessor.min.high"] : min["test.assessor.min"];
  return least % 2 === 0 ? least + 1 : least;
}

/** Who may sit on this panel with a duty. Supervisors (3) assess nobody, so nothing is asked of what they are certified for. @throws ASSESSOR_AVOID, FIELD_INVALID */
export async function maySit(tx: Tx, assessor: Values, panel: Panel, duty: string): Promise<void> {
  await mustNotAvoid(tx, assessor, panel);
  const day = panel.testDate ?? panel.wishTestDate;
  if (assessor["isValid"] !== "isValid") throw unfit(assessor, "已停用", "is not valid");
  if (day < assessor["cardStartDate"] || assessor["cardExpireDate"] < day)
    throw unfit(assessor, "考核当日证卡不在有效期内", "has no card for the day of the assessment");
  if (duty === "3") return;
  if (!(assessor["occupationCodes"] as string[]).includes(panel.occupationCode))
    throw unfit(assessor, `不能考评职业${panel.occupationCode}`, `may not assess occupation ${panel.occupationCode}`);
  if (!(await mayAssessLevel(tx, assessor, panel.level)))
    throw unfit(assessor, "不能考评该等级", "may not assess this level");
}

/** Levels 2 and 1 are for senior assessors; what the kind of assessor allows holds as well. Courses without a level are open to each. */
async function mayAssessLevel(tx: Tx, assessor: Values, level: string): Promise<boolean> {
  if (level === "0") return true;
  if (hasReview(level) && assessor["assessorLevel"] !== "2") return false;
  const type = await tx
    .selectFrom("assessorType")
    .select("allowLevels")
    .where("id", "=", assessor["assessorTypeId"])
    .executeTakeFirstOrThrow();
  return (type["allowLevels"] as string[]).includes(level);
}

/** Employer, own teaching, the last three assessments there. @throws ASSESSOR_AVOID */
async function mustNotAvoid(tx: Tx, assessor: Values, panel: Panel): Promise<void> {
  const avoid = new Refusal("ASSESSOR_AVOID", { name: assessor["name"] });
  if (assessor["workUnit"] === panel.orgName) throw avoid;
  const teaches =
    await sql`select from organisation_teacher o join teacher p on p.id = o.teacher_id where o.org_id = ${panel.orgId} and o.is_deleted = 0 and p.id_number_hash = ${assessor["idNumberHash"]} limit 1`.execute(
      tx,
    );
  if (teaches.rows.length > 0) throw avoid;
  const last = await sql<{
    mine: boolean;
  }>`select exists (select from assessor_assignment a where a.test_apply_id = t.id and a.assessor_id = ${assessor["id"]} and a.is_deleted = 0) as mine
    from test_application t where t.org_id = ${panel.orgId} and t.id <> ${panel.id} and t.confirm_type = 'Confirm' and t.is_deleted = 0 order by t.test_date desc nulls last limit 3`.execute(
    tx,
  );
  if (last.rows.length === 3 && last.rows.every((row) => row.mine)) throw avoid;
}

const unfit = (assessor: Values, zh: string, en: string): Refusal =>
  invalidField("assessorId", "考评员", "Assessor", `${assessor["name"]}${zh}`, `${assessor["name"]} ${en}`);

/** One leads. @throws FIELD_INVALID */
export async function mustLeadAlone(tx: Tx, panel: Panel, assessorId: string): Promise<void> {
  const others =
    await sql`select from assessor_assignment where test_apply_id = ${panel.id} and is_deleted = 0 and duty = '1' and assessor_id <> ${assessorId} limit 1`.execute(
      tx,
    );
  if (others.rows.length > 0) throw invalidField("duty", "职责", "Duty", "已有组长", "there is a leader already");
}

/**
 * Enough assessors, an odd number, one of them the leader, all signed in: only then are scores entered. Supervisors do not count.
 * @throws NOT_ASSIGNED in words of its own, since whoever enters may well be assigned
 */
export async function mustBePresent(tx: Tx, application: { id: string; level: string | null }): Promise<void> {
  const wanted = await leastOf(tx, application.level);
  const { rows } = await sql<{ signed: number; leaders: number }>`
    select count(distinct assessor_id)::int as signed, count(distinct assessor_id) filter (where duty = '1')::int as leaders
    from assessor_assignment where test_apply_id = ${application.id} and is_deleted = 0 and duty <> '3' and sign_time is not null`.execute(
    tx,
  );
  const { signed, leaders } = rows[0] ?? { signed: 0, leaders: 0 };
  if (signed < wanted || signed % 2 === 0)
    throw worded("NOT_ASSIGNED", [
      `考评员签到人数须为单数且不少于${wanted}名，现已签到${signed}名，不能登分`,
      `Scores need an odd number of at least ${wanted} assessors signed in; there are ${signed}`,
    ]);
  if (leaders !== 1)
    throw worded("NOT_ASSIGNED", [
      "考评组须有一名组长并已签到，不能登分",
      "Scores need the leader of the panel signed in; there is none",
    ]);
}
