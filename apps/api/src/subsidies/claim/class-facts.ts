import type { ClassStatus, Level, RunState, SubsidyKind, TrainKind } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import { assertKindsFit } from "../../catalogue/catalogue.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Db } from "../../core/database/db.ts";
import { Refusal, invalidField, worded } from "../../core/foundation/refusal.ts";
import { everything } from "../../core/database/sql.ts";
import { classIs, runStateSql } from "../../training/training.queries.ts";
import { apprenticeship } from "../../entitlements/entitlements.queries.ts";
import { findProjectPrice, project } from "../projects/project-prices.ts";
import { type SideCode, getSide } from "./claim-side.ts";
import { claimScope } from "./claim.scope.ts";

/** What a claim needs to know of its class. */
export interface ClaimedClass {
  id: string;
  side: SideCode;
  orgId: string;
  courseId: string;
  courseName: string;
  occupationCode: string;
  occupationName: string;
  level: Level;
  classNo: string;
  className: string;
  trainKind: TrainKind;
  classMode: string;
  isSubsidy: string;
  status: ClassStatus;
  runState: RunState;
  startDate: string;
  endDate: string;
  classFee: string | null;
  courseFee: string | null;
  /** Whether the bureau has approved what the institution filed for the course; null where nobody filed anything. */
  courseStatus: string | null;
  isShortage: string;
  inspectResult: string | null;
  isRectified: string | null;
  startupType: string | null;
  startupRank: number | null;
}

/** The class of a claim. @param actor only a class they may claim for; null: any class @throws NOT_FOUND */
export async function claimedClass(db: Db, classId: string, actor: Actor | null): Promise<ClaimedClass> {
  const found = await sql<ClaimedClass>`
    select t.id, t.side, t.org_id, t.course_id, t.course_name, t.occupation_code, t.occupation_name, t.level, t.class_no, t.class_name, t.train_kind, t.class_mode, t.is_subsidy,
      t.status, ${runStateSql} as run_state, t.start_date, t.end_date, t.charge_standard as class_fee, o.charge_standard as course_fee, o.confirm_status as course_status, c.is_shortage,
      t.inspect_result, t.is_rectified, s.type_no as startup_type, s.rank as startup_rank
    from training t
      join programme c on c.id = t.course_id
      left join course_offer o on o.id = t.org_course_id
      left join startup_kind s on s.id = c.entrepreneurial_type_id
    where t.id = ${classId} and t.is_deleted = 0 and ${actor ? claimScope(actor) : everything}`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

export { apprenticeship };

/** Hours and fee of an institution's course bound what is paid: not while they wait for approval (docs/decisions/0335). Enterprises file no course. */
export const isCourseApproved = ({ courseStatus }: ClaimedClass): boolean =>
  courseStatus === null || courseStatus === "Confirm";

/** Kind that ends without a certificate: the class end stands for its day of issue. */
export const preJob = "03";
/** The assessment, beside whatever pays for the training. */
const assessment = "05";
/** Kind paid by the day, so much as the parameters say; no standard has it. */
export const living = "10";

/** Kinds that are paid to nobody without a certificate, whatever the parameters say. */
export const certifiedKinds: ReadonlySet<SubsidyKind> = new Set([living, apprenticeship, project]);

/** Which kind of subsidy a claim is for, and whether it is the advance on an apprenticeship. */
export interface ClaimKind {
  subsidyKind: SubsidyKind;
  isAdvance: "0" | "1";
}
export const isAdvance = (kind: Pick<ClaimKind, "isAdvance">): boolean => kind.isAdvance === "1";

/** States of a class in which a kind can be claimed for. */
function getReached({ subsidyKind, isAdvance }: ClaimKind): readonly RunState[] {
  if (isAdvance === "1") return ["running"];
  return subsidyKind === preJob ? ["graded", "certified", "closed"] : ["certified", "closed"];
}

/**
 * @throws FIELD_INVALID for a kind that no unit of this side claims; KIND_MISMATCH for one that the kind of training does not have; CLASS_NOT_CERTIFIED unless the
 * class is a confirmed, subsidised one that has reached its certificates, or for an advance is running
 */
export async function assertClaimable(db: Db, claimed: ClaimedClass, kind: ClaimKind): Promise<void> {
  const { kinds, unit } = getSide(claimed);
  const { subsidyKind } = kind;
  if (!kinds.has(subsidyKind))
    throw invalidField(
      "subsidyKind",
      "补贴种类",
      "Kind of subsidy",
      `${unit.zh}不能申领该种类`,
      `${unit.en} cannot claim this kind`,
    );
  if (isAdvance(kind) && subsidyKind !== apprenticeship)
    throw invalidField(
      "isAdvance",
      "是否预拨",
      "Advance",
      "仅企业新型学徒制补贴可预拨",
      "only apprenticeships are paid in advance",
    );
  await assertKindAllowed(db, claimed, subsidyKind);
  assertReached(claimed, kind);
}

/** @throws CLASS_NOT_CERTIFIED */
export function assertReached(claimed: ClaimedClass, kind: ClaimKind): void {
  if (
    classIs(claimed.status, "isConfirmed") &&
    claimed.isSubsidy === "1" &&
    getReached(kind).includes(claimed.runState)
  )
    return;
  if (!isAdvance(kind)) throw new Refusal("CLASS_NOT_CERTIFIED");
  throw worded("CLASS_NOT_CERTIFIED", [
    "预拨须在学徒班开班后、结束前申领",
    "An advance is claimed for while the class of apprentices is running",
  ]);
}

/** As the table of kinds stands on the day the class ends; a class of a completed project is claimed for at its price alone (rules §19-23). @throws KIND_MISMATCH */
export async function assertKindAllowed(
  db: Db,
  { id, side, trainKind, endDate }: ClaimedClass,
  subsidyKind: SubsidyKind,
): Promise<void> {
  const price = await findProjectPrice(db, id);
  if (subsidyKind === project) {
    if (price) return;
    throw worded("KIND_MISMATCH", [
      "班级不属于审核完成的培训项目",
      "The class belongs to no training project that has been approved",
    ]);
  }
  if (price && subsidyKind !== assessment)
    throw worded("KIND_MISMATCH", [
      `班级属于培训项目${price.projectName}，按项目单价申领`,
      `The class belongs to the project ${price.projectName} and is claimed for at its price`,
    ]);
  await assertKindsFit(db, { trainKind, subsidyKind, payTarget: side, effectDate: endDate, until: endDate });
}
