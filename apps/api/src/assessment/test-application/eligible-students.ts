import type { Student } from "@jipei/contract/training/student.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { today } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { getParameters } from "../../settings/settings.queries.ts";
import { type Attempts, getAttempts, noMakeUp } from "./make-up/make-up.ts";
import { firstTest } from "./test-application.guards.ts";

type StoredStudent = StoredRow<typeof Student>;

/** The fields that a candidate row copies from the roster. */
type Snapshot = Pick<
  StoredStudent,
  | "name"
  | "idType"
  | "idNumber"
  | "idNumberHash"
  | "sex"
  | "birthday"
  | "nation"
  | "education"
  | "phone"
  | "phoneHash"
  | "attendanceRate"
>;

/** A member of a class who may be put into a test application, or the reason why not. */
export interface EligibleStudent {
  studentId: string;
  studentNo: string | null;
  photoAttId: string | null;
  snapshot: Snapshot;
  /** Why they may not be assessed; null where they may. */
  reason: { zh: string; en: string } | null;
}

type Member = Snapshot & Attempts & Pick<StoredStudent, "id" | "studentNo" | "photoAttId">;

/** Confirmed members of a class and what, if anything, keeps each of them from the assessment. @param testKind code of TEST_KIND */
export async function eligibleStudents(db: Db, classId: string, testKind: string): Promise<EligibleStudent[]> {
  const { "attendance.min": min, "test.makeup.months": months } = await getParameters(db, [
    "attendance.min",
    "test.makeup.months",
  ]);
  const { rows } = await sql<Member>`
    select s.id, s.student_no, s.name, s.id_type, s.id_number, s.id_number_hash, s.sex, s.birthday, s.nation, s.education, s.phone, s.phone_hash, s.attendance_rate, s.photo_att_id, so_far.*
    from trainee s cross join lateral (${getAttempts(sql`s.id`)}) so_far where s.class_id = ${classId} and s.is_deleted = 0 and s.confirm_status = 'Confirm' order by s.student_no nulls last, s.id`.execute(
    db,
  );
  return rows.map((row) => {
    const { id, studentNo, photoAttId, attempts, lastResult, firstTest: firstDay, lastCheat, ...snapshot } = row;
    const soFar = { attempts, lastResult, firstTest: firstDay, lastCheat };
    return {
      studentId: id,
      studentNo,
      photoAttId,
      snapshot,
      reason: findAbsence(snapshot, min) ?? findWrongKind(snapshot.name, soFar, testKind, months),
    };
  });
}

/** The reason for refusal where attendance is below the minimum in percent; before the first lesson there is no rate. */
function findAbsence({ name, attendanceRate }: Snapshot, min: Decimal): { zh: string; en: string } | null {
  if (attendanceRate === null) return { zh: "尚未登记考勤", en: "No attendance has been taken yet" };
  return new Decimal(attendanceRate).lt(min)
    ? new Refusal("ATTENDANCE_LOW", { name, a: attendanceRate, b: min.toString() })
    : null;
}

function findWrongKind(name: string, soFar: Attempts, testKind: string, months: number): Refusal | null {
  if (testKind !== firstTest) return noMakeUp(name, soFar, months, today());
  return soFar.lastResult === null ? null : new Refusal("TEST_DUP");
}
