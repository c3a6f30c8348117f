import { type RawBuilder, sql } from "kysely";
import type { SideCode } from "../claim/claim-side.ts";

/** What decides which standard applies. */
interface Standing {
  courseId: RawBuilder<unknown>;
  subsidyKind: RawBuilder<unknown>;
  /** Who is paid. */
  side: SideCode;
  /** The day that stands for the issue of the certificate. */
  basis: RawBuilder<unknown>;
}

/** SQL of the standard that is in force on a day, with its amount (yuan) and its own uplift for shortage, as a query in brackets. */
export const standardInForce = ({ courseId, subsidyKind, side, basis }: Standing): RawBuilder<unknown> =>
  sql`(select std.id, std.standard_amount, std.shortage_rate from subsidy_rate std
    where std.course_id = ${courseId} and std.subsidy_kind = ${subsidyKind} and std.pay_target = ${side} and std.is_valid = 'isValid' and std.is_deleted = 0
      and std.effect_date <= ${basis} and (std.expire_date is null or std.expire_date >= ${basis}) order by std.effect_date desc limit 1)`;

/** SQL of the standard that a row of a claim was committed with, in the same form. @param studentId SQL of the student of the row */
export const standardOfRow = (applyId: string, studentId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select std.id, std.standard_amount, std.shortage_rate from subsidy_line kept join subsidy_rate std on std.id = kept.subsidy_id
    where kept.apply_id = ${applyId} and kept.student_id = ${studentId} and kept.is_deleted = 0)`;
