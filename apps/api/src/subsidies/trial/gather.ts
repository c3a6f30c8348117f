import { keyGroups } from "@jipei/contract/teaching/training.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/actor.ts";
import { today } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { Refusal } from "../../core/refusal.ts";
import type { Services } from "../../core/services.ts";
import { parametersOf } from "../../settings/settings.queries.ts";
import { fileNamesOf } from "../claim.guards.ts";
import { type ClaimedClass, claimedClass, living } from "../class-facts.ts";
import { candidatesOf } from "../eligibility.ts";
import { countsInYear } from "../entitlement.ts";
import { type Key, keyOf, keysOf, standingAgainst, yearCounts } from "../standing.ts";
import type { HeadFacts, Limits, RowFacts } from "./facts.ts";
import { type StartupName, provincialOf } from "./provincial.ts";
import { askAboutPeople, askAboutUnit } from "./registers.ts";

export interface Claim {
  id: string;
  orgId: string;
  classId: string;
  subsidyKind: string;
  status: string;
  version: number;
  firstCommitTime: string | null;
  attachmentList: string[] | null;
}

/** Everything the automatic check looks at, gathered in a fixed number of statements however many rows the claim has. */
export async function gather(
  app: Services,
  actor: Actor,
  claim: Claim,
): Promise<{ head: HeadFacts; rows: RowFacts[] }> {
  const db = app.db;
  const claimed = await claimedClass(db, claim.classId, null);
  const limits = await limitsOf(db);
  const lines = await linesOf(db, claim.id);
  const people = lines.map((line) => ({ ...line, idNumber: app.cipher.decrypt(line.idNumber) }));
  const amounts = new Map(
    (
      await candidatesOf(
        db,
        claimed,
        claim.subsidyKind,
        people.map((line) => line.studentId),
      )
    ).map((one) => [one.studentId, one]),
  );
  const key = keyOf({ ...claimed, subsidyKind: claim.subsidyKind });
  const hashes = people.map((line) => line.idNumberHash);
  const standing = await standingAgainst(db, hashes, key, claim.id);
  const ownKeys = await keysOf(db, hashes);
  const types = await startupTypes(db);
  const before = countsInYear(claim.subsidyKind)
    ? await yearCounts(
        db,
        people.map((line) => ({
          personHash: line.idNumberHash,
          issueDate: line.basisDate ?? today(),
          lineId: line.lineId,
        })),
        claim.id,
        claim.firstCommitTime,
      )
    : new Map<string, number>();
  const clashes = new Map((await clashesOf(db, claim.classId, hashes)).map((row) => [row.idNumberHash, row]));
  const outside = await askAboutPeople(app, actor, claim.id, claimed, people);

  const rows = people.map((line, index): RowFacts => {
    const candidate = amounts.get(line.studentId);
    const own = standing.filter((row) => row.personHash === line.idNumberHash);
    const shown = (row: (typeof own)[number] | undefined) =>
      row ? { date: row.issueDate, unitName: row.unitName, level: row.level, applyId: row.applyId } : null;
    const clash = clashes.get(line.idNumberHash);
    const found = outside[index] as (typeof outside)[number];
    return {
      ...line,
      twins: people
        .filter((other) => other !== line && other.idNumberHash === line.idNumberHash)
        .map((other) => other.name),
      amount: candidate?.amount ?? null,
      categoryPays: claim.subsidyKind === living || (limits.keyGroupPays && keyGroups.has(line.personCategory)),
      subsidyId: candidate?.subsidyId ?? null,
      certificate:
        line.certId === null
          ? null
          : {
              id: line.certId,
              certNo: line.certNo ?? "",
              certKind: line.certKind ?? "",
              issueDate: line.basisDate ?? "",
              valid: line.certValid,
              name: line.certName ?? "",
              occupationName: line.certOccupation ?? "",
              level: line.certLevel ?? "",
            },
      grade:
        line.gradeId === null
          ? null
          : {
              id: line.gradeId,
              published: line.gradeStatus === "2",
              passed: line.gradeResult === "1",
              theory: line.theoryScore,
              practice: line.practiceScore,
              review: line.reviewScore,
            },
      basisDate: line.basisDate ?? claimed.endDate,
      same: shown(own.find((row) => row.rank === key.rank)),
      higher: shown(own.find((row) => row.rank > key.rank)),
      yearOrder: (before.get(line.idNumberHash) ?? 0) + 1,
      clash: clash ? { date: clash.lessonDate, classNo: clash.classNo, classId: clash.classId } : null,
      ...found,
      provincial: provincialOf(found.provincial, claimed, types, ownKeys.get(line.idNumberHash) ?? []),
    };
  });
  return { head: await headOf(app, actor, claim, claimed, key, limits), rows };
}

const startupTypes = async (db: Db): Promise<StartupName[]> =>
  (
    await sql<StartupName>`select type_no, type_name, rank from startup_type where is_deleted = 0 order by length(type_no) desc`.execute(
      db,
    )
  ).rows;

async function limitsOf(db: Db): Promise<Limits & { keyGroupPays: boolean }> {
  const found = await parametersOf(db, [
    "attendance.min",
    "subsidy.annual.limit",
    "subsidy.deadline.months",
    "student.age.min",
    "student.age.max.male",
    "student.age.max.female",
    "subsidy.noCert.rate",
    "subsidy.keyGroup.rate",
  ]);
  return {
    attendanceMin: found["attendance.min"].toFixed(2),
    annualLimit: found["subsidy.annual.limit"],
    deadlineMonths: found["subsidy.deadline.months"],
    ageMin: found["student.age.min"],
    ageMaxMale: found["student.age.max.male"],
    ageMaxFemale: found["student.age.max.female"],
    noCertPays: found["subsidy.noCert.rate"].gt(0),
    keyGroupPays: found["subsidy.keyGroup.rate"].gt(0),
  };
}

interface LineFacts {
  lineId: string;
  studentId: string;
  name: string;
  idType: string;
  idNumber: string;
  idNumberHash: string;
  sex: string | null;
  birthday: string | null;
  personCategory: string;
  hasCategoryProof: boolean;
  workUnitCode: string | null;
  attendanceRate: string | null;
  applyAmount: string;
  basisDate: string | null;
  certId: string | null;
  certNo: string | null;
  certKind: string | null;
  certValid: boolean;
  certName: string | null;
  certOccupation: string | null;
  certLevel: string | null;
  gradeId: string | null;
  gradeStatus: string | null;
  gradeResult: string | null;
  theoryScore: string | null;
  practiceScore: string | null;
  reviewScore: string | null;
}

/** Rows of the claim with roster, certificate and grade as they are now, not as the claim remembers them. */
async function linesOf(db: Db, applyId: string): Promise<LineFacts[]> {
  const found = await sql<LineFacts>`
    select l.id as line_id, l.student_id, s.name, s.id_type, s.id_number, s.id_number_hash, s.sex, s.birthday, s.person_category, s.category_att_id is not null as has_category_proof, s.work_unit_code,
      s.attendance_rate, l.apply_amount, l.cert_issue_date as basis_date,
      c.id as cert_id, c.cert_no, c.cert_kind, coalesce(c.is_valid = 'isValid' and c.student_id = s.id and c.class_id = s.class_id, false) as cert_valid, c.name as cert_name, c.occupation_name as cert_occupation, c.level as cert_level,
      g.id as grade_id, g.grade_status, g.result as grade_result, g.theory_score, g.practice_score, g.review_score
    from subsidy_line l
      join student s on s.id = l.student_id
      left join certificate c on c.id = l.cert_id and c.is_deleted = 0
      left join lateral (select * from grade g where g.student_id = s.id and g.is_deleted = 0 order by (g.result = '1') desc nulls last, g.test_times desc nulls last, g.id desc limit 1) g on true
    where l.apply_id = ${applyId} and l.is_deleted = 0 order by l.id`.execute(db);
  return found.rows;
}

interface Clash {
  idNumberHash: string;
  lessonDate: string;
  classNo: string;
  classId: string;
}
/** One lesson per person in which he was present elsewhere at the same time. Starts from the few people with another roster row. */
async function clashesOf(db: Db, classId: string, people: readonly string[]): Promise<Clash[]> {
  if (people.length === 0) return [];
  const found = await sql<Clash>`
    select distinct on (here.id_number_hash) here.id_number_hash, theirs.lesson_date, coalesce(other_class.class_no, other_class.class_name) as class_no, other_class.id as class_id
    from student here
      join student there on there.id_number_hash = here.id_number_hash and there.class_id <> here.class_id and there.is_deleted = 0
      join training_class other_class on other_class.id = there.class_id and other_class.is_deleted = 0
      join attendance present_there on present_there.student_id = there.id and present_there.is_deleted = 0 and present_there.attend_status in ('1', '2', '3', '6')
      join lesson theirs on theirs.id = present_there.schedule_id and theirs.is_deleted = 0
      join lesson ours on ours.class_id = here.class_id and ours.is_deleted = 0 and ours.lesson_date = theirs.lesson_date and ours.start_time < theirs.end_time and theirs.start_time < ours.end_time
      join attendance present_here on present_here.schedule_id = ours.id and present_here.student_id = here.id and present_here.is_deleted = 0 and present_here.attend_status in ('1', '2', '3', '6')
    where here.class_id = ${classId} and here.is_deleted = 0 and here.id_number_hash = any(${people})
    order by here.id_number_hash, theirs.lesson_date`.execute(db);
  return found.rows;
}

async function headOf(
  app: Services,
  actor: Actor,
  claim: Claim,
  claimed: ClaimedClass,
  key: Key,
  limits: Limits,
): Promise<HeadFacts> {
  const db = app.db;
  // The account is the one the claim was submitted with, which is paid.
  const { rows } = await sql<any>`
    select o.id, o.org_name, o.credit_code, o.state, o.credit_grade, a.bank_account, a.bank_account_name,
      (select other.org_name from organisation other where other.bank_account_hash = a.bank_account_hash and other.id <> o.id and other.is_deleted = 0 limit 1) as account_used_by,
      (select coalesce(sum(l.hours), 0) from lesson l where l.class_id = ${claim.classId} and l.is_deleted = 0 and l.is_held = '1') as held_hours,
      (select coalesce(sum(l.hours), 0) from lesson l where l.class_id = ${claim.classId} and l.is_deleted = 0 and l.is_held = '1' and l.lesson_type = '2') as held_practice_hours,
      (select coalesce(sum(l.hours), 0) from lesson l where l.class_id = ${claim.classId} and l.is_deleted = 0 and l.is_held = '1' and l.lesson_type = '3') as held_online_hours,
      c.min_hours, c.practice_ratio, c.invalid_since, c.valid_year
    from subsidy_application a, organisation o, course c where a.id = ${claim.id} and o.id = ${claim.orgId} and c.id = ${claimed.courseId}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  return {
    classId: claim.classId,
    classNo: claimed.classNo,
    className: claimed.className,
    trainKind: claimed.trainKind,
    subsidyKind: claim.subsidyKind,
    key,
    startDate: claimed.startDate,
    endDate: claimed.endDate,
    heldHours: row.heldHours,
    heldPracticeHours: row.heldPracticeHours,
    heldOnlineHours: row.heldOnlineHours,
    minHours: row.minHours,
    practiceRatio: row.practiceRatio,
    courseId: claimed.courseId,
    // The catalogue is yearly: the entry must be of no later year than the class, and have been valid on its first day.
    courseInCatalogue:
      Number(row.validYear) <= Number(claimed.startDate.slice(0, 4)) &&
      (row.invalidSince === null || claimed.startDate < row.invalidSince),
    occupationCode: claimed.occupationCode,
    occupationName: claimed.occupationName,
    level: claimed.level,
    chargesFee: Number(claimed.classFee ?? 0) > 0,
    inspectFailed: claimed.inspectResult === "2" && claimed.isRectified !== "1",
    // Investigations belong to the enterprise side; none of them can contradict a roster yet.
    rosterUnreal: false,
    org: {
      id: row.id,
      name: row.orgName,
      creditCode: row.creditCode,
      active: row.state === "isUser",
      creditGrade: row.creditGrade,
      bankAccount: row.bankAccount === null ? null : app.cipher.decrypt(row.bankAccount),
      bankAccountName: row.bankAccountName,
      accountUsedBy: row.accountUsedBy,
    },
    ...(await askAboutUnit(app, actor, claim.id, row.creditCode)),
    fileNames: await fileNamesOf(db, claim.attachmentList),
    commitDay: claim.firstCommitTime?.slice(0, 10) ?? today(),
    limits,
  };
}
