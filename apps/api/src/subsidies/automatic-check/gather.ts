import { keyGroups } from "@jipei/contract/catalogue/training.ts";
import { sql } from "kysely";
import { type Part, certificateStands, getPartsOwed, parts } from "../../assessment/assessment.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";
import { getAdvances } from "../apprentices/advances.ts";
import { findBarredPeople } from "../bars/bars.ts";
import type { SideCode } from "../claim/claim-side.ts";
import { claimedClass, living } from "../claim/class-facts.ts";
import { categorySql, getCandidates } from "../amount/eligibility.ts";
import { type Policy, getTerms } from "../policy/claim-policy.ts";
import {
  type StandingRow,
  countsInYear,
  getApprenticeshipConflicts,
  getKey,
  standingAgainst,
  yearCounts,
} from "../../entitlements/entitlements.queries.ts";
import type { HeadFacts, Limits, RowFacts, Standing } from "./facts.ts";
import { type Claim, gatherHead } from "./gather-head.ts";
import { type Life, getLife } from "./lives.ts";
import { getKnownTrainings, getProvincial } from "./provincial.ts";
import { getStartupNames } from "../../catalogue/catalogue.queries.ts";
import { AskedTimes, askAboutPeople, getRegisterStamp, getUnitStamp, unitStamp } from "./registers.ts";
import type { ByLine } from "./stamps.ts";

/** What the check looks at, and what it notes beside its findings. */
interface Gathered {
  head: HeadFacts;
  rows: RowFacts[];
  registers: ByLine;
  /** When the registers were asked, as `AskedTimes` has it. */
  askedTime: string;
  lives: readonly Life[];
}

/** Everything the automatic check looks at, gathered in a fixed number of statements however many rows the claim has. */
export async function gather(app: Services, actor: Actor, claim: Claim): Promise<Gathered> {
  const db = app.db;
  const claimed = await claimedClass(db, claim.classId, null);
  const terms = await getTerms(db, claim);
  const limits = getLimits(terms.policy);
  const lines = await getLines(db, claim.id);
  const people = lines.map((line) => ({ ...line, idNumber: app.cipher.decrypt(line.idNumber) }));
  const studentIds = people.map((line) => line.studentId);
  const candidates = await getCandidates(db, claimed, claim, studentIds, terms);
  const amounts = new Map(candidates.map((one) => [one.studentId, one]));
  const key = getKey({ ...claimed, subsidyKind: claim.subsidyKind });
  const hashes = people.map((line) => line.idNumberHash);
  const own = [claim.id, ...(await getAdvances(db, claim.classId, claim))];
  const standing = Map.groupBy(await standingAgainst(db, hashes, key, own), (row) => row.personHash);
  const apprenticeships = await getApprenticeshipConflicts(
    db,
    hashes,
    { ...claimed, subsidyKind: claim.subsidyKind },
    own,
  );
  const known = await getKnownTrainings(db, hashes);
  const barredPeople = await findBarredPeople(db, hashes);
  const types = await getStartupNames(db);
  const earlier = await countEarlier(db, claim, people, own);
  const clashes = new Map((await getClashes(db, claim.classId, hashes)).map((row) => [row.idNumberHash, row]));
  const owed = await getPartsOwed(
    db,
    people.flatMap((line) => line.gradeId ?? []),
  );
  const times = new AskedTimes();
  const outside = await askAboutPeople(app, actor, claim.id, claimed, people, times);

  const rows = outside.flatMap((found, index): RowFacts[] => {
    const line = people[index];
    if (!line) return [];
    const candidate = amounts.get(line.studentId);
    const own = standing.get(line.idNumberHash) ?? [];
    const clash = clashes.get(line.idNumberHash);
    return [
      {
        ...line,
        duplicates: people
          .filter((other) => other !== line && other.idNumberHash === line.idNumberHash)
          .map((other) => other.name),
        amount: candidate?.amount ?? null,
        categoryPays: claim.subsidyKind === living || (limits.keyGroupPays && keyGroups.has(line.personCategory)),
        subsidyId: candidate?.subsidyId ?? null,
        certificate: getCertificate(line),
        grade: getGrade(line, owed),
        basisDate: line.basisDate ?? claimed.endDate,
        commitDay: line.firstCommitTime?.slice(0, 10) ?? today(),
        bar: barredPeople.get(line.idNumberHash) ?? null,
        same: getStanding(own.find((row) => row.rank === key.rank)),
        higher: getStanding(own.find((row) => row.rank > key.rank)),
        apprenticeship: apprenticeships.get(line.idNumberHash) ?? null,
        yearOrder: (earlier.get(line.idNumberHash) ?? 0) + 1,
        clash: clash
          ? { side: clash.side, date: clash.lessonDate, classNo: clash.classNo, classId: clash.classId }
          : null,
        ...found,
        provincial: getProvincial(found.provincial, claimed, types, known.get(line.idNumberHash) ?? []),
      },
    ];
  });
  const lives = outside.flatMap(({ person }, index) => getLife(person, people[index]?.idNumberHash));
  const head = await gatherHead(app, actor, claim, { ...claimed, ...terms.price }, key, limits, times);
  const registers = Object.fromEntries(
    outside.flatMap((found, index) => {
      const line = people[index];
      return line ? [[line.lineId, getRegisterStamp(app, found)]] : [];
    }),
  );
  return {
    head,
    rows,
    registers: { ...registers, [unitStamp]: getUnitStamp(app, head) },
    askedTime: times.oldest,
    lives,
  };
}

const getStanding = (row: StandingRow | undefined): Standing | null =>
  row ? { side: row.side, date: row.issueDate, unitName: row.unitName, level: row.level, applyId: row.applyId } : null;

const getCertificate = (line: LineFacts): RowFacts["certificate"] =>
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
      };

const getGrade = (line: LineFacts, owed: ReadonlyMap<string, readonly Part[]>): RowFacts["grade"] =>
  line.gradeId === null
    ? null
    : {
        id: line.gradeId,
        published: line.gradeStatus === "2",
        passed: line.gradeResult === "1",
        theory: line.theoryScore,
        practice: line.practiceScore,
        review: line.reviewScore,
        owed: owed.get(line.gradeId) ?? parts,
      };

/** How many trainings of the year come before the one that is claimed, by person; none for kinds that do not count. */
async function countEarlier(
  db: Db,
  claim: Claim,
  people: readonly LineFacts[],
  own: readonly string[],
): Promise<Map<string, number>> {
  if (!countsInYear(claim.subsidyKind)) return new Map();
  const claimed = people.map(({ idNumberHash, basisDate, lineId, firstCommitTime }) => ({
    personHash: idNumberHash,
    issueDate: basisDate ?? today(),
    lineId,
    commitTime: firstCommitTime,
  }));
  return yearCounts(db, claimed, own);
}

function getLimits(found: Policy): Limits & { keyGroupPays: boolean } {
  return {
    attendanceMin: found["attendance.min"].toFixed(2),
    gradePass: found["grade.pass"].toFixed(2),
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
  firstCommitTime: string | null;
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

/** Rows of the claim with roster, certificate and grade as they are now, not as they were when the claim was saved. */
async function getLines(db: Db, applyId: string): Promise<LineFacts[]> {
  const found = await sql<LineFacts>`
    select l.id as line_id, l.student_id, s.name, s.id_type, s.id_number, s.id_number_hash, s.sex, s.birthday, ${categorySql} as person_category, s.category_att_id is not null as has_category_proof,
      case l.side when '2' then (select u.credit_code from institution u where u.id = l.org_id) else s.work_unit_code end as work_unit_code,
      s.attendance_rate, l.apply_amount, l.cert_issue_date as basis_date, l.first_commit_time,
      c.id as cert_id, c.cert_no, c.cert_kind, coalesce(${certificateStands("c")} and c.student_id = s.id and c.class_id = s.class_id, false) as cert_valid, c.name as cert_name, c.occupation_name as cert_occupation, c.level as cert_level,
      g.id as grade_id, g.grade_status, g.result as grade_result, g.theory_score, g.practice_score, g.review_score
    from subsidy_line l
      join trainee s on s.id = l.student_id
      left join diploma c on c.id = l.cert_id
      left join lateral (select * from mark g where g.student_id = s.id order by (g.result = '1') desc nulls last, g.test_times desc nulls last, g.id desc limit 1) g on true
    where l.apply_id = ${applyId} and l.is_deleted = 0 order by l.id`.execute(db);
  return found.rows;
}

interface Clash {
  idNumberHash: string;
  lessonDate: string;
  classNo: string;
  classId: string;
  side: SideCode;
}
/**
 * One lesson of each person who was present in another class at the same time, or whose hours count in two lessons of this one at the same time. The few people
 * with another roster row, and the few lessons that overlap, are found first, and each one's lessons looked up: a join of all lessons is planned badly where
 * tables have just grown.
 */
async function getClashes(db: Db, classId: string, people: readonly string[]): Promise<Clash[]> {
  if (people.length === 0) return [];
  const found = await sql<Clash>`
    with twice as materialized (
      select here.id, here.id_number_hash, there.id as other_id, there.class_id from trainee here
        join trainee there on there.id_number_hash = here.id_number_hash and there.class_id <> here.class_id and there.is_deleted = 0
      where here.class_id = ${classId} and here.is_deleted = 0 and here.id_number_hash = any(${people})),
    overlapping as materialized (
      select ours.id, theirs.id as other_id, ours.lesson_date from lecture ours
        join lecture theirs on theirs.class_id = ours.class_id and theirs.id > ours.id and theirs.lesson_date = ours.lesson_date and ours.start_time < theirs.end_time and theirs.start_time < ours.end_time
      where ours.class_id = ${classId}),
    clash as (
      select twice.id_number_hash, twice.class_id, clash.lesson_date
      from twice cross join lateral (
        select theirs.lesson_date from presence present_there
          join lecture theirs on theirs.id = present_there.schedule_id
          join lecture ours on ours.class_id = ${classId} and ours.lesson_date = theirs.lesson_date and ours.start_time < theirs.end_time and theirs.start_time < ours.end_time
          join presence present_here on present_here.schedule_id = ours.id and present_here.student_id = twice.id and present_here.attend_status in ('1', '2', '3', '6')
        where present_there.student_id = twice.other_id and present_there.attend_status in ('1', '2', '3', '6')
        order by theirs.lesson_date limit 1) clash
      union all
      select s.id_number_hash, s.class_id, overlapping.lesson_date
      from overlapping join presence one on one.schedule_id = overlapping.id and one.counted_hours > 0
        join presence other on other.schedule_id = overlapping.other_id and other.student_id = one.student_id and other.counted_hours > 0
        join trainee s on s.id = one.student_id and s.is_deleted = 0 and s.id_number_hash = any(${people}))
    select distinct on (clash.id_number_hash) clash.id_number_hash, clash.lesson_date, coalesce(t.class_no, t.class_name) as class_no, t.id as class_id, t.side
    from clash join training t on t.id = clash.class_id and t.is_deleted = 0
    order by clash.id_number_hash, clash.lesson_date`.execute(db);
  return found.rows;
}
