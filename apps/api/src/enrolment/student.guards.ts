import { classRun } from "@jipei/contract/core/codes.ts";
import { sql } from "kysely";
import { type RunState, heldHours, runStateOf } from "../classes/classes.queries.ts";
import { today } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { Refusal, illegalState } from "../core/refusal.ts";
import type { Guard } from "../core/transition.ts";
import { isSamePerson } from "../external-data/external-data.queries.ts";
import { type ClassFacts, classOf, seatsOf } from "./class-facts.ts";
import { mustProveCategory } from "./person-rules.ts";
import { mustBeEntitled, mustNotClash } from "./roster-rules.ts";
import type { StudentEvidence } from "./student-evidence.ts";

/** Guards of roster rows. What the registers said before the transaction comes in as `input.evidence`. */
const evidenceOf = (row: { id?: string }, input: Record<string, any>): StudentEvidence =>
  (input["evidence"] as Map<string, StudentEvidence>).get(row.id as string) as StudentEvidence;

/** 7-5: the register confirms name and number, or the reviewer gives a reason. */
export const identityConfirmed: Guard = (_tx, _actor, row, input) => {
  if (input["reason"]?.trim()) return;
  const { person } = evidenceOf(row, input);
  if (person.resultCode === "500") throw new Refusal("EXT_UNAVAILABLE");
  if (isSamePerson(person) !== true) throw new Refusal("ID_MISMATCH");
};

/** 7-5: categories of the bureau's list carry their proof. */
export const categoryProven: Guard = (_tx, _actor, row) => mustProveCategory(row);

/** 7-5: a subsidised class takes nobody whom no subsidy could be claimed for. */
export const entitled: Guard = async (tx, _actor, row) =>
  mustBeEntitled(tx, await classOf(tx, row["classId"]), [
    { id: row["id"], name: row["name"], idNumberHash: row["idNumberHash"] },
  ]);

/** 7-5: staff of public institutions are not trained with subsidies. A silent register blocks nobody. */
export const noPublicStaff: Guard = async (tx, _actor, row, input) => {
  if ((await classOf(tx, row["classId"])).isSubsidy !== "1") return;
  if (isPublicStaff(evidenceOf(row, input)))
    throw new Refusal("STUDENT_INELIGIBLE", {
      name: row["name"],
      reason: { zh: "机关事业单位参保人员", en: "insured as public-institution staff" },
    });
};

/** Whether the register has the person insured by a public institution. */
export const isPublicStaff = ({ insured }: StudentEvidence): boolean =>
  String(insured.resultData?.["isInsured"]) === "1" &&
  String(insured.resultData?.["insuranceKind"] ?? "").includes("机关事业");

/** 7-8: neither certificate nor live claim row. */
export const withoutResult: Guard = async (tx, _actor, row) => {
  const found = await sql`
    select 1 where exists (select from certificate c where c.student_id = ${row["id"]} and c.is_deleted = 0 and c.is_valid = 'isValid')
      or exists (select from subsidy_line l where l.student_id = ${row["id"]} and l.is_deleted = 0 and l.detail_status is distinct from '2')`.execute(
    tx,
  );
  if (found.rows.length > 0) throw new Refusal("STUDENT_HAS_RESULT");
};

/** Running states of a class that a member may still leave; a draft has none yet. */
const mayLeave: ReadonlySet<RunState> = new Set(["draft", "notStarted", "running", "ended"]);

/** 7-8: nobody leaves once his class is in assessment. @throws STATE_ILLEGAL */
export const beforeAssessment: Guard = async (tx, _actor, row) => {
  const run = await runStateOf(tx, row["classId"]);
  if (!mayLeave.has(run)) throw illegalState(classRun, run, "退班", "Leave the class");
};

/** 7-7: neither in a test application. */
const withoutTest: Guard = async (tx, _actor, row) => {
  const found = await sql`
    select 1 from test_candidate k join test_application a on a.id = k.test_apply_id
    where k.student_id = ${row["id"]} and k.is_deleted = 0 and a.is_deleted = 0 and a.confirm_type <> 'Invalidate' limit 1`.execute(
    tx,
  );
  if (found.rows.length > 0) throw new Refusal("STUDENT_IN_TEST");
};

/** Most of the hours that may have been held when somebody joins or leaves, in per cent. */
const latestChange = 20;

/** Neither over nor beyond the first fifth of its hours. @throws CLASS_STARTED */
async function mustBeEarly(db: Db, facts: ClassFacts): Promise<void> {
  if (facts.status === "deleted" || facts.endDate < today()) throw new Refusal("CLASS_STARTED");
  if (facts.startDate > today()) return;
  const { held, planned } = await heldHours(db, facts.id);
  if (planned.gt(0) && held.times(100).gt(planned.times(latestChange))) throw new Refusal("CLASS_STARTED");
}

const sourceAndTarget = (row: Record<string, any>, input: Record<string, any>) => {
  const classes = input["classes"] as Map<string, ClassFacts>;
  return { source: classes.get(row["classId"]) as ClassFacts, target: classes.get(input["classId"]) as ClassFacts };
};

/** 7-7: an institution moves its people only while both classes are drafts. */
const draftsOfInstitution: Guard = (_tx, actor, row, input) => {
  const { source, target } = sourceAndTarget(row, input);
  if (actor.audience === "institution" && (source.status !== "unCommit" || target.status !== "unCommit"))
    throw new Refusal("CLASS_LOCKED");
};

/** 7-7: same institution, course and level. */
const sameCourse: Guard = (_tx, _actor, row, input) => {
  const { source, target } = sourceAndTarget(row, input);
  const same =
    source.id !== target.id &&
    source.orgId === target.orgId &&
    source.courseId === target.courseId &&
    source.level === target.level;
  if (!same) throw new Refusal("CLASS_DIFFERENT");
};

const bothEarly: Guard = async (tx, _actor, row, input) => {
  const { source, target } = sourceAndTarget(row, input);
  await mustBeEarly(tx, source);
  await mustBeEarly(tx, target);
};

/** 7-7: seats for everybody who moves. */
const seatsForAll: Guard = async (tx, _actor, row, input) => {
  const { target } = sourceAndTarget(row, input);
  const { roster } = await seatsOf(tx, target.id);
  if (roster + Number(input["count"]) > target.planCount) throw new Refusal("SIGN_FULL");
};

const notThereYet: Guard = async (tx, _actor, row, input) => {
  const there =
    await sql`select 1 from student where class_id = ${input["classId"]} and id_number_hash = ${row["idNumberHash"]} and is_deleted = 0 and confirm_status <> 'Invalidate'`.execute(
      tx,
    );
  if (there.rows.length > 0) throw new Refusal("STUDENT_DUP");
};

const withoutClash: Guard = async (tx, _actor, row, input) => {
  const { source, target } = sourceAndTarget(row, input);
  await mustNotClash(
    tx,
    target,
    [{ id: row["id"], name: row["name"], idNumberHash: row["idNumberHash"] }],
    [source.id],
  );
};

/** In the order in which they are told. */
export const changeClassGuards: readonly Guard[] = [
  draftsOfInstitution,
  sameCourse,
  bothEarly,
  seatsForAll,
  notThereYet,
  withoutClash,
  withoutTest,
];
