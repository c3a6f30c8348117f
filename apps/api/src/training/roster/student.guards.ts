import { type RosterInput, getClass, getEvidence } from "./roster-input.ts";
import { runAllowsLeaving } from "@jipei/contract/training/student.machine.ts";
import type { Student } from "@jipei/contract/training/student.ts";
import { classRun } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import { isVoid } from "../classes/class-state.ts";
import { getClassHours, getRunState } from "../classes/classes.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import { Refusal, because, illegalState } from "../../core/foundation/refusal.ts";
import type { Guard } from "../../core/entity/transition.ts";
import { isSamePerson } from "../../external-data/external-data.queries.ts";
import { type ClassFacts, assertUnlocked, getClassFacts, getSeats } from "./class-facts.ts";
import { assertProvesCategory } from "./person-rules.ts";
import { assertEntitled, assertNoClash } from "./roster-rules.ts";
import { standing } from "../sign-ups/sign-up.guards.ts";
import type { StudentEvidence } from "./student-evidence.ts";

/** Guards of roster rows. What the registers said before the transaction comes in as `input.evidence`. */

/** 7-5: the register confirms name and number, or the reviewer gives a reason. */
export const identityConfirmed: Guard<typeof Student, RosterInput> = (_tx, _actor, row, input) => {
  if (input.reason?.trim()) return;
  const { person } = getEvidence(row, input);
  if (person.resultCode === "500") throw new Refusal("EXT_UNAVAILABLE");
  if (isSamePerson(person) !== true) throw new Refusal("ID_MISMATCH");
};

/** 7-5: categories of the bureau's list carry their proof. */
export const categoryProven: Guard<typeof Student, RosterInput> = (_tx, _actor, row) => assertProvesCategory(row);

/** 7-5: a subsidised class takes nobody whom no subsidy could be claimed for. */
export const entitled: Guard<typeof Student, RosterInput> = async (tx, _actor, row, _input, app) =>
  assertEntitled(tx, app, await getClassFacts(tx, row.classId), [
    { id: row.id, name: row.name, idNumberHash: row.idNumberHash },
  ]);

/** 7-5: staff of public institutions are not trained with subsidies. A silent register blocks nobody. */
export const noPublicStaff: Guard<typeof Student, RosterInput> = async (tx, _actor, row, input) => {
  if ((await getClassFacts(tx, row.classId)).isSubsidy !== "1") return;
  if (isPublicStaff(getEvidence(row, input)))
    throw new Refusal("STUDENT_INELIGIBLE", {
      name: row.name,
      reason: { zh: "机关事业单位参保人员", en: "insured as public-institution staff" },
    });
};

/** Whether the register has the person insured by a public institution. */
export const isPublicStaff = ({ insured }: StudentEvidence): boolean =>
  String(insured.resultData?.isInsured) === "1" && String(insured.resultData?.insuranceKind ?? "").includes("机关事业");

/** 7-8: neither certificate nor live claim row. */
export const withoutResult: Guard<typeof Student, RosterInput> = async (tx, _actor, row) => {
  const { rows } = await sql<{ certified: boolean; claimed: boolean }>`
    select exists (select from diploma c where c.student_id = ${row.id} and (c.is_valid = 'isValid' or exists (select from renewed_permit r where r.id = c.id))) as certified,
      exists (select from claim_line l where l.student_id = ${row.id} and l.detail_status is distinct from '2') as claimed`.execute(
    tx,
  );
  if (rows[0]?.certified) throw because("STUDENT_HAS_RESULT", "certified");
  if (rows[0]?.claimed) throw because("STUDENT_HAS_RESULT", "claimed");
};

/** 7-8: nobody leaves once the class is in assessment. @throws STATE_ILLEGAL */
export const beforeAssessment: Guard<typeof Student, RosterInput> = async (tx, _actor, row) => {
  const run = await getRunState(tx, row.classId);
  if (!runAllowsLeaving(run)) throw illegalState(classRun, run, "退班", "Leave the class");
};

/** 7-7: neither in a test application. */
const withoutTest: Guard<typeof Student, RosterInput> = async (tx, _actor, row) => {
  const found = await sql`
    select 1 from candidate k join examination a on a.id = k.test_apply_id
    where k.student_id = ${row.id} and a.confirm_type <> 'Invalidate' limit 1`.execute(tx);
  if (found.rows.length > 0) throw new Refusal("STUDENT_IN_TEST");
};

/** Most of the hours that may have been held when somebody joins or leaves, in per cent. */
const latestChange = 20;

/** Neither over nor beyond the first fifth of its hours. @throws CLASS_STARTED */
async function assertEarly(db: Db, facts: ClassFacts): Promise<void> {
  if (isVoid(facts.status) || facts.endDate < today()) throw new Refusal("CLASS_STARTED");
  if (facts.startDate > today()) return;
  const { held, planned } = await getClassHours(db, facts.id);
  if (planned.gt(0) && held.times(100).gt(planned.times(latestChange))) throw new Refusal("CLASS_STARTED");
}

const sourceAndTarget = (row: { classId: string }, input: RosterInput) => ({
  source: getClass(input, row.classId),
  target: getClass(input, input.classId),
});

/** 7-7: an institution moves its people only while both classes are drafts. */
const draftsOfInstitution: Guard<typeof Student, RosterInput> = (_tx, actor, row, input) => {
  const { source, target } = sourceAndTarget(row, input);
  if (actor.audience === "institution") for (const facts of [source, target]) assertUnlocked(facts);
};

/** 7-7: same institution, course and level. */
const sameCourse: Guard<typeof Student, RosterInput> = (_tx, _actor, row, input) => {
  const { source, target } = sourceAndTarget(row, input);
  const same =
    source.id !== target.id &&
    source.orgId === target.orgId &&
    source.courseId === target.courseId &&
    source.level === target.level;
  if (!same) throw new Refusal("CLASS_DIFFERENT");
};

/** 7-7: whoever is in no submission yet joins no class that is submitted, where nobody would check them. @throws CLASS_LOCKED */
const draftsStayDrafts: Guard<typeof Student, RosterInput> = (_tx, _actor, row, input) => {
  if (row.confirmStatus === "unSubmit") assertUnlocked(sourceAndTarget(row, input).target);
};

const bothEarly: Guard<typeof Student, RosterInput> = async (tx, _actor, row, input) => {
  const { source, target } = sourceAndTarget(row, input);
  await assertEarly(tx, source);
  await assertEarly(tx, target);
};

/** 7-7: seats for everybody who moves. */
const seatsForAll: Guard<typeof Student, RosterInput> = async (tx, _actor, row, input) => {
  const { target } = sourceAndTarget(row, input);
  const { roster } = await getSeats(tx, target.id);
  if (roster + Number(input.count) > target.planCount) throw new Refusal("SIGN_FULL");
};

const notThereYet: Guard<typeof Student, RosterInput> = async (tx, _actor, row, input) => {
  const there =
    await sql`select 1 from student where class_id = ${input.classId} and id_number_hash = ${row.idNumberHash} and is_deleted = 0 and confirm_status <> 'Invalidate'`.execute(
      tx,
    );
  if (there.rows.length > 0) throw new Refusal("STUDENT_DUP");
};

/** The sign-up goes along; nobody has two for a class. @throws SIGN_DUP */
const notSignedUpThere: Guard<typeof Student, RosterInput> = async (tx, _actor, row, input) => {
  if (!row.signId) return;
  const there = await sql`
    select 1 from sign_up where class_id = ${input.classId} and id_number_hash = ${row.idNumberHash} and ${standing} and confirm_status <> 'back' and id <> ${row.signId}`.execute(
    tx,
  );
  if (there.rows.length > 0) throw new Refusal("SIGN_DUP");
};

const withoutClash: Guard<typeof Student, RosterInput> = async (tx, _actor, row, input) => {
  const { source, target } = sourceAndTarget(row, input);
  await assertNoClash(tx, target, [{ id: row.id, name: row.name, idNumberHash: row.idNumberHash }], [source.id]);
};

/** In the order in which they are reported. */
export const changeClassGuards: readonly Guard<typeof Student, RosterInput>[] = [
  draftsOfInstitution,
  sameCourse,
  draftsStayDrafts,
  bothEarly,
  seatsForAll,
  notThereYet,
  notSignedUpThere,
  withoutClash,
  withoutTest,
];
