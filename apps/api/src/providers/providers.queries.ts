import type { Level } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { Organisation, type creditGrade } from "@jipei/contract/providers/organisation.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { updateRow } from "../core/database/write-rows.ts";
import type { Db, Tx } from "../core/database/db.ts";
import type { Condition } from "../core/database/sql.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { getAccounts, hasSetAccount, isApprovedAccount } from "./payees/payee-account.ts";

/** Asked of later domains. */
export { type OpenInstitution, getOpenInstitutions } from "./organisations/open-institutions.ts";
export { organisationHasBusiness } from "./organisations/organisation.holds.ts";
export { providersReturned, providersWaiting } from "./home-rows.ts";
export { putAccountInForce, saveEnterpriseUnit } from "./units/enterprise-unit.ts";
export { type OwnUnit, getOwnUnit, getUnitReceivers, isOwnUnit } from "./units/own-unit.ts";
export { withFiler } from "./payees/payee-account.ts";

export interface OrganisationFacts {
  id: string;
  orgNo: string | null;
  orgName: string;
  orgShortName: string | null;
  state: string;
  creditGrade: string | null;
  licenseExpireDate: string | null;
}

/** What other domains ask of an institution. @throws NOT_FOUND */
export async function getOrganisation(db: Db, orgId: string): Promise<OrganisationFacts> {
  const found =
    await sql<OrganisationFacts>`select id, org_no, org_name, org_short_name, state, credit_grade, license_expire_date
    from organisation where id = ${orgId} and is_deleted = 0`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/**
 * The institution stays as it is until the transaction ends, so that nobody suspends it meanwhile.
 * @throws ORG_NOT_ACTIVE unless the institution is active and not of credit grade D
 */
export async function assertActive(tx: Tx, orgId: string): Promise<OrganisationFacts> {
  await sql`select from organisation where id = ${orgId} for share`.execute(tx);
  const organisation = await getOrganisation(tx, orgId);
  if (organisation.state !== "isUser" || organisation.creditGrade === "D") throw new Refusal("ORG_NOT_ACTIVE");
  return organisation;
}

/** The account an institution is paid to, as it is stored: the number encrypted, with its hash. */
export interface Payee {
  bankName: string | null;
  bankAccount: string | null;
  bankAccountHash: string | null;
  bankAccountName: string | null;
  /** Whether another number waits for its approval. */
  isWaiting: boolean;
}

/** Where an institution is paid at present. */
export async function getPayee(db: Db, orgId: string): Promise<Payee> {
  const found =
    await sql<Payee>`select bank_name, bank_account, bank_account_hash, bank_account_name, coalesce(pending_change ? 'bankAccount', false) as is_waiting from organisation where id = ${orgId}`.execute(
      db,
    );
  return found.rows[0] as Payee;
}

const unit = (orgId: string) => ({ entity: Organisation, id: orgId });

/** Whether an account was ever approved for an institution. @param account as it is stored */
export const isApprovedPayee = (db: Db, orgId: string, account: Parameters<typeof isApprovedAccount>[2]) =>
  isApprovedAccount(db, unit(orgId), account);

/** Whether a user filed or approved an account of an institution within a year. */
export const hasSetPayee = (db: Db, orgId: string, userId: string) => hasSetAccount(db, unit(orgId), userId);

/** Whether the account filed now is in the name of the institution, and of no other. */
export async function hasOwnAccount(db: Db, orgId: string): Promise<boolean> {
  const found = await sql`select from organisation o where o.id = ${orgId} and o.bank_account_name = o.org_name
    and not exists (select from organisation other where other.bank_account_hash = o.bank_account_hash and other.id <> o.id and other.is_deleted = 0)`.execute(
    db,
  );
  return found.rows.length > 0;
}

type CreditGrade = CodeOf<typeof creditGrade>;
const lowerGrades: Readonly<Record<CreditGrade, CreditGrade>> = { A: "B", B: "C", C: "D", D: "D" };

/** One credit grade lower, D at worst; without a grade it starts from A. The reason stays in the history of the institution. */
export async function lowerCredit(tx: Tx, actor: Actor, orgId: string, reason: string): Promise<void> {
  const { rows } = await sql<{
    creditGrade: CreditGrade | null;
  }>`select credit_grade from organisation where id = ${orgId} for update`.execute(tx);
  const before = rows[0]?.creditGrade ?? null;
  const after = lowerGrades[before ?? "A"];
  await updateRow(tx, actor, Organisation, orgId, { creditGrade: after });
  await writeAudit(tx, actor, [
    {
      bizType: Organisation.name,
      bizId: orgId,
      action: "lowerCredit",
      opinion: reason,
      before: { creditGrade: before },
      after: { creditGrade: after },
    },
  ]);
}

/** Mobile phone of the contact of an institution, in clear for messages; null where none is filed. */
export async function findContactPhone(db: Db, app: Services, orgId: string): Promise<string | null> {
  const found = await sql<{
    phone: string | null;
  }>`select contact_phone as phone from organisation where id = ${orgId}`.execute(db);
  const phone = found.rows[0]?.phone;
  return phone ? app.cipher.decrypt(phone) : null;
}

export interface CourseOffer {
  id: string;
  orgId: string;
  courseId: string;
  courseName: string;
  occupationCode: string;
  occupationName: string;
  level: Level;
  chargeStandard: string;
  confirmStatus: string;
  isValid: string;
}

const offer = sql`select id, org_id, course_id, course_name, occupation_code, occupation_name, level, charge_standard, confirm_status, is_valid from organisation_course`;

/** A course of an institution by its own id. */
export async function courseOffer(db: Db, orgCourseId: string): Promise<CourseOffer | undefined> {
  return (await sql<CourseOffer>`${offer} where id = ${orgCourseId} and is_deleted = 0`.execute(db)).rows[0];
}

/** What an institution offers of a catalogue course. */
export async function findCourseOffer(db: Db, orgId: string, courseId: string): Promise<CourseOffer | undefined> {
  return (
    await sql<CourseOffer>`${offer} where org_id = ${orgId} and course_id = ${courseId} and is_deleted = 0`.execute(db)
  ).rows[0];
}

/** Approved by the bureau and still in the catalogue. */
export const isApproved = (course: CourseOffer | undefined): course is CourseOffer =>
  course?.confirmStatus === "Confirm" && course.isValid === "isValid";

export interface ClassroomFacts {
  id: string;
  orgId: string;
  classroomName: string;
  capacity: number;
  workstationCount: number | null;
  leaseExpireDate: string | null;
  fireSafe: string;
  isValid: string;
}

/** Rooms by id, removed ones left out. */
export async function getClassrooms(db: Db, ids: readonly string[]): Promise<Map<string, ClassroomFacts>> {
  if (ids.length === 0) return new Map();
  const found =
    await sql<ClassroomFacts>`select id, org_id, classroom_name, capacity, workstation_count, lease_expire_date, fire_safe, is_valid
    from classroom where id = any(${ids}::bigint[]) and is_deleted = 0`.execute(db);
  return new Map(found.rows.map((room) => [room.id, room]));
}

export interface Duty {
  teacherId: string;
  startDate: string;
  endDate: string;
}

/** Periods in which confirmed teachers of an institution are hired; a teacher without any, or out of use, is not in the answer. */
export async function getDuties(db: Db, orgId: string, teacherIds: readonly string[]): Promise<Duty[]> {
  if (teacherIds.length === 0) return [];
  const found = await sql<Duty>`select h.teacher_id, h.start_date, h.end_date
    from organisation_teacher o join teacher_hire h on h.teacher_id = o.teacher_id and h.org_id = o.org_id and h.is_deleted = 0
      join teacher p on p.id = o.teacher_id and p.is_valid = 'isValid'
    where o.org_id = ${orgId} and o.teacher_id = any(${teacherIds}::bigint[]) and o.is_deleted = 0 and o.confirm_status = 'Confirm' and o.is_valid = 'isValid'`.execute(
    db,
  );
  return found.rows;
}

/** Names of teachers by id. */
export async function teacherNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{
    id: string;
    name: string;
  }>`select id, name from teacher where id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.name]));
}

/** Whether a person teaches at an institution. @param idNumberHash keyed hash of the ID number */
export async function hasTeacher(db: Db, orgId: string, idNumberHash: string): Promise<boolean> {
  const found =
    await sql`select from organisation_teacher o join teacher p on p.id = o.teacher_id where o.org_id = ${orgId} and o.is_deleted = 0 and p.id_number_hash = ${idNumberHash} limit 1`.execute(
      db,
    );
  return found.rows.length > 0;
}

/** The name of another institution with the same bank account, as a column. @param account keyed hash of the account @param org id of the institution itself */
export const otherHolder = (account: Condition, org: Condition): Condition =>
  sql`(select other.org_name from organisation other where other.bank_account_hash = ${account} and other.id <> ${org} and other.is_deleted = 0 limit 1)`;

/** The accounts that were approved for a unit, newest first, and who filed the one that waits. @see getAccounts */
export const getPayeeAccounts = (
  db: Db,
  actor: Actor,
  app: Services,
  unitId: string,
  pendingFilers: readonly string[] | null,
) => getAccounts(db, actor, app, unit(unitId), pendingFilers);
