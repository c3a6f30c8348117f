import type { Assessor } from "@jipei/contract/assessment/assessors/assessor.ts";
import { hasReview } from "@jipei/contract/assessment/parts.ts";
import type { TestApplicationRow } from "@jipei/contract/assessment/test-application.ts";
import { type Level, gradeStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { Refusal, invalidField, worded, notPossible, illegalState } from "../../core/foundation/refusal.ts";
import { hasTeacher } from "../../providers/providers.queries.ts";
import { getParameters } from "../../settings/settings.queries.ts";
import { getUnitsOfClass, hasTaught } from "../../training/training.queries.ts";

/** The columns of an assessor that the rules of a panel read. */
export type AssessorFacts = StoredRow<typeof Assessor>;

/** The panel of assessors of a test application, and what it is to assess. */
export interface Panel {
  id: string;
  side: "1" | "2";
  level: Level;
  classId: string;
  orgId: string;
  /** Whose class it is, and who trains it for an enterprise. */
  units: readonly { id: string; name: string }[];
  occupationCode: string;
  testDate: string | null;
  wishTestDate: string;
  subjects: TestApplicationRow["subjects"];
  confirmType: string;
  gradeStatus: keyof (typeof gradeStatus)["codes"] | null;
}

/** Reads a panel and locks its application, so that changes of the panel run one after another. @throws NOT_FOUND */
export async function lockPanel(tx: Tx, testApplyId: string): Promise<Panel> {
  const { rows } = await sql<Omit<Panel, "units">>`
    select id, side, level, class_id, org_id, occupation_code, test_date, wish_test_date, subjects, confirm_type, grade_status
    from test_application where id = ${testApplyId} and is_deleted = 0 for update`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal("NOT_FOUND");
  return { ...found, units: await getUnitsOfClass(tx, found.classId) };
}

/** A panel may change from the approval of the assessment until its scores are checked. @throws STATE_ILLEGAL */
export function assertOpen({ confirmType, gradeStatus: status }: Panel): void {
  if (confirmType !== "Confirm")
    throw notPossible({
      status: { zh: "考核未审核通过", en: "not approved" },
      action: { zh: "安排考评员", en: "assign assessors" },
    });
  if (status === "1" || status === "2") throw illegalState(gradeStatus, status, "安排考评员", "assign assessors");
}

/** The minimum number of assessors for a level, an odd number. */
export async function getMinimumSize(tx: Tx, level: string | null): Promise<number> {
  const min = await getParameters(tx, ["test.assessor.min", "test.assessor.min.high"]);
  const least = hasReview(level) ? min["test.assessor.min.high"] : min["test.assessor.min"];
  return least % 2 === 0 ? least + 1 : least;
}

/** Checks that an assessor may sit on this panel with a duty. Supervisors (3) assess nobody, so their certification is not checked. @throws ASSESSOR_AVOID, FIELD_INVALID */
export async function assertMaySit(tx: Tx, assessor: AssessorFacts, panel: Panel, duty: string): Promise<void> {
  await assertNotAvoided(tx, assessor, panel);
  const day = panel.testDate ?? panel.wishTestDate;
  if (assessor.isValid !== "isValid") throw unfit(assessor, "已停用", "is not valid");
  if (day < assessor.cardStartDate || assessor.cardExpireDate < day)
    throw unfit(assessor, "考核当日证卡不在有效期内", "has no card for the day of the assessment");
  if (duty === "3") return;
  if (!assessor.occupationCodes.includes(panel.occupationCode))
    throw unfit(assessor, `不能考评职业${panel.occupationCode}`, `may not assess occupation ${panel.occupationCode}`);
  if (!(await mayAssessLevel(tx, assessor, panel.level)))
    throw unfit(assessor, "不能考评该等级", "may not assess this level");
}

/** Whether an assessor may assess a level: levels 2 and 1 need a senior assessor, and the kind of assessor must allow the level. Courses without a level are open to all. */
async function mayAssessLevel(tx: Tx, assessor: AssessorFacts, level: Level): Promise<boolean> {
  if (level === "0") return true;
  if (hasReview(level) && assessor.assessorLevel !== "2") return false;
  const type = await tx
    .selectFrom("assessorType")
    .select("allowLevels")
    .where("id", "=", assessor.assessorTypeId)
    .executeTakeFirstOrThrow();
  return type.allowLevels.includes(level);
}

/**
 * Refuses conflicts of interest: employed or teaching where the class belongs or is trained, taught the class themselves, or sat on the last three
 * assessments there. @throws ASSESSOR_AVOID
 */
async function assertNotAvoided(tx: Tx, assessor: AssessorFacts, panel: Panel): Promise<void> {
  const avoid = new Refusal("ASSESSOR_AVOID", { name: assessor.name });
  if (await hasTaught(tx, panel.classId, assessor.idNumberHash)) throw avoid;
  for (const { id, name } of panel.units)
    if (assessor.workUnit === name || (await hasTeacher(tx, id, assessor.idNumberHash))) throw avoid;
  const last = await sql<{
    mine: boolean;
  }>`select exists (select from assessor_assignment a where a.test_apply_id = t.id and a.assessor_id = ${assessor.id} and a.is_deleted = 0) as mine
    from test_application t where t.org_id = ${panel.orgId} and t.id <> ${panel.id} and t.confirm_type = 'Confirm' and t.is_deleted = 0 order by t.test_date desc nulls last limit 3`.execute(
    tx,
  );
  if (last.rows.length === 3 && last.rows.every((row) => row.mine)) throw avoid;
}

const unfit = (assessor: AssessorFacts, zh: string, en: string): Refusal =>
  invalidField("assessorId", "考评员", "Assessor", `${assessor.name}${zh}`, `${assessor.name} ${en}`);

/** Refuses a second leader. @throws FIELD_INVALID */
export async function assertLeadsAlone(tx: Tx, panel: Panel, assessorId: string): Promise<void> {
  const others =
    await sql`select from assessor_assignment where test_apply_id = ${panel.id} and is_deleted = 0 and duty = '1' and assessor_id <> ${assessorId} limit 1`.execute(
      tx,
    );
  if (others.rows.length > 0) throw invalidField("duty", "职责", "Duty", "已有组长", "there is a leader already");
}

/**
 * Scores may be entered only with enough assessors, an odd number, one of them the leader, all signed in. Supervisors do not count.
 * @throws NOT_ASSIGNED with a text of its own, since the person who enters scores may well be assigned
 */
export async function assertPresent(tx: Tx, application: { id: string; level: string | null }): Promise<void> {
  const wanted = await getMinimumSize(tx, application.level);
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
