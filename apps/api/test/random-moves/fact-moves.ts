import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { subsidyStandardCalls } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import { policyChangeCalls } from "@jipei/contract/policy/policy-change.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import { sql } from "kysely";
import { moveClock } from "../../src/core/foundation/clock.ts";
import { enterAnswer } from "../../src/external-data/local-registers.ts";
import { storeAttendance } from "../../src/training/training.queries.ts";
import type { BuiltClaim } from "../factories/assessment.ts";
import { visit } from "../factories/inspection.ts";
import type { Move } from "./claim-moves.ts";
import { type World, asUser, attempt, pickPerson } from "./world.ts";

/** What changes under a claim: facts, registers, policy, people, time. What was broken is mended as often as something else breaks. */

const pickMember = async ({ app, chance }: World, { studentIds }: BuiltClaim) =>
  app.db
    .selectFrom("student")
    .selectAll()
    .where("id", "=", chance.pick(studentIds))
    .$narrowType<{ idNumberHash: string }>()
    .executeTakeFirstOrThrow();

const suspend: Move = async (world, { base }) => {
  const { state } = await world.app.db
    .selectFrom("organisation")
    .select("state")
    .where("id", "=", base.orgId)
    .executeTakeFirstOrThrow();
  if (state === "isUser" && world.chance.happens(0.6)) return false;
  const input = { ids: base.orgId, state: state === "isUser" ? "unUser" : "isUser", reason: "停用整改" };
  const user = asUser(world, pickPerson(world, "clerk"));
  return !!(await attempt(world, user, "suspend", organisationCalls.stateSwitching, input));
};

/** As if all registers had last been asked days ago, so that nothing they said is relied on any more. */
async function forgetRegisters({ app }: World): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    // Nobody changes these, so what protects them is put aside.
    await sql`alter table ext_query disable trigger user`.execute(tx);
    await sql`update ext_query set query_time = query_time - interval '40 days', cache_until = cache_until - interval '40 days' where cache_until > now()`.execute(
      tx,
    );
    await sql`alter table ext_query enable trigger user`.execute(tx);
    await sql`update claim_check set asked_time = asked_time - interval '40 days' where asked_time > now() - interval '2 days'`.execute(
      tx,
    );
  });
}

function toggle(world: World, against: Set<string>, key: string): boolean {
  if (against.has(key)) against.delete(key);
  else if (world.chance.happens(0.35)) against.add(key);
  return against.has(key);
}

const die: Move = async (world, claim) => {
  const { app, registered } = world;
  const { idNumberHash, idNumber } = await pickMember(world, claim);
  const isDead = toggle(world, registered.dead, idNumberHash);
  await enterAnswer(app.db, app.cipher, "getPersonInfo", app.cipher.decrypt(idNumber), {
    match: "1",
    isAlive: isDead ? "0" : "1",
  });
  await forgetRegisters(world);
  return isDead;
};

const payElsewhere: Move = async (world, claim) => {
  const { app, registered } = world;
  const { idNumberHash, idNumber } = await pickMember(world, claim);
  const isPaid = toggle(world, registered.paidElsewhere, idNumberHash);
  const { rows } = await sql<object>`
    select occupation_code as "occupationCode", occupation_name as "occupationName", level from training_class where id = ${claim.classId}`.execute(
    app.db,
  );
  const subsidies = rows.map((row) => ({
    ...row,
    subsidyKind: "01",
    amount: "1000.00",
    payDate: "2025-05-05",
    unitName: "外县培训学校",
  }));
  await enterAnswer(app.db, app.cipher, "getTrainSubsidy", app.cipher.decrypt(idNumber), {
    subsidies: isPaid ? subsidies : [],
  });
  await forgetRegisters(world);
  return isPaid;
};

const oweWages: Move = async (world, { base }) => {
  const { app, registered } = world;
  const { creditCode } = await app.db
    .selectFrom("organisation")
    .select("creditCode")
    .where("id", "=", base.orgId)
    .executeTakeFirstOrThrow();
  const owes = toggle(world, registered.arrears, base.orgId);
  await enterAnswer(app.db, app.cipher, "getBackPay", creditCode, { isArrears: owes ? "1" : "0" });
  await forgetRegisters(world);
  return owes;
};

/** A student turns out to have missed two days, or to have been there: written past the calls, which correct nothing of a certified class. */
const correctAttendance: Move = async ({ app, chance }, claim) => {
  const attendStatus = chance.happens(0.35) ? "5" : "1";
  await app.db.transaction().execute(async (tx) => {
    await sql`update attendance a set attend_status = ${attendStatus}, counted_hours = case ${attendStatus} when '1' then l.hours else 0 end from lesson l
      where l.id = a.schedule_id and a.student_id = ${chance.pick(claim.studentIds)} and l.id = any(${claim.lessonIds.slice(0, 4)}::bigint[])`.execute(
      tx,
    );
    await storeAttendance(tx, claim.classId);
  });
  return true;
};

const revoke: Move = async (world, claim) => {
  const { certId } = await pickMember(world, claim);
  if (!certId || world.chance.happens(0.7)) return false;
  const input = { id: certId, isValid: "unValid", invalidReason: "发证有误" };
  const user = asUser(world, pickPerson(world, "clerk"));
  return !!(await attempt(world, user, "revoke", certificateCalls.submit, input));
};

const correctGrade: Move = async (world, claim) => {
  const { id: studentId } = await pickMember(world, claim);
  const grade = await world.app.db
    .selectFrom("grade")
    .select("id")
    .where("studentId", "=", studentId)
    .executeTakeFirstOrThrow();
  const input = { id: grade.id, theoryScore: world.chance.pick(["55.00", "70.00"]), reason: "复核试卷" };
  const user = asUser(world, pickPerson(world, "clerk"));
  return !!(await attempt(world, user, "grade", gradeCalls.submit, input));
};

/** A change of policy by two people, sometimes by one who is refused as their own second. */
async function approve(world: World, changeId: string | null | undefined): Promise<boolean> {
  if (!changeId) return false;
  const user = asUser(world, pickPerson(world, world.chance.pick(["leader", "clerk", "sysAdmin"])));
  const approved = await attempt(world, user, "approve policy", policyChangeCalls.approve, { ids: changeId });
  if (!approved)
    await attempt(world, user, "refuse policy", policyChangeCalls.refuse, { ids: changeId, reason: "不符" });
  return approved !== null;
}

const parameters = {
  "attendance.min": ["80", "80", "80", "70", "90"],
  "subsidy.round.unit": ["1", "1", "1", "1", "1", "300"],
  "grade.pass": ["60", "60", "80"],
} as const satisfies Partial<Record<ParameterKey, readonly string[]>>;

const changeParameter: Move = async (world) => {
  const paramKey = world.chance.pick(Object.keys(parameters) as (keyof typeof parameters)[]);
  const paramValue = world.chance.pick(parameters[paramKey]);
  const known = await world.app.db
    .selectFrom("parameter")
    .select("id")
    .where("paramKey", "=", paramKey)
    .executeTakeFirst();
  const user = asUser(world, pickPerson(world, "sysAdmin"));
  const input = known ? { id: known.id, paramValue } : { paramKey, paramName: paramKey, paramValue };
  const saved = await attempt(world, user, "parameter", parameterCalls.submit, input);
  return approve(world, saved?.data?.policyChangeId);
};

const changeStandard: Move = async (world, { base }) => {
  const { id } = await world.app.db
    .selectFrom("subsidyStandard")
    .select("id")
    .where("courseId", "=", base.courseId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const standardAmount = world.chance.pick(["1000.00", "900.00", "1200.00", "5000.00"]);
  const user = asUser(world, pickPerson(world, "clerk"));
  const saved = await attempt(world, user, "standard", subsidyStandardCalls.submit, { id, standardAmount });
  return approve(world, saved?.data?.policyChangeId);
};

/** The institution files another account, and the bureau approves it. */
const changeAccount: Move = async (world, { base }) => {
  const bankAccount = `6222${String(10_000_000_000 + world.played.length)}`;
  const filed = { id: base.orgId, bankAccount };
  const admin = asUser(world, pickPerson(world, "orgAdmin", base.orgId));
  await attempt(world, admin, "account", organisationCalls.save, filed);
  const user = asUser(world, pickPerson(world, "clerk"));
  const approved = { ids: base.orgId, state: "isUser" };
  return !!(await attempt(world, user, "approve account", organisationCalls.stateSwitching, approved));
};

/** An inspection of the class, whole; what one of its steps refuses ends it. */
const inspect: Move = async (world, { classId }) => {
  const isReal = world.chance.happens(0.25) ? "0" : "1";
  const user = asUser(world, pickPerson(world, "clerk"));
  const begun = await attempt(world, user, "inspect", investigationCalls.submit, visit(classId, { isReal }));
  const id = begun?.data?.id;
  const drawn = id && (await attempt(world, user, "draw", investigationCalls.draw, { id }));
  if (!drawn) return false;
  for (const person of drawn.data?.personList ?? [])
    await attempt(world, user, "ask", investigationCalls.answer, {
      id: person.id,
      way: "2",
      answer: isReal === "1" ? "1" : "2",
      remark: "电话询问",
    });
  await attempt(world, user, "fill", investigationCalls.fill, { ids: id });
  const other = asUser(world, pickPerson(world, "firstReviewer"));
  return !!(await attempt(world, other, "verify", investigationCalls.verify, { ids: id }));
};

/** Two people take each other's place, or somebody is lent a second role or gives it back. */
const changeRoles: Move = async ({ chance, people }) => {
  const [one, other] = [chance.pick(people), chance.pick(people)];
  if (chance.happens(0.5)) {
    const { roles, orgId } = one;
    Object.assign(one, { roles: other.roles, orgId: other.orgId });
    Object.assign(other, { roles, orgId });
  } else if (!one.roles.includes("orgAdmin")) {
    const lent = chance.pick(["clerk", "firstReviewer", "secondReviewer", "finance"] as const);
    one.roles = one.roles.length > 1 ? one.roles.slice(0, 1) : [...new Set([...one.roles, lent])];
  }
  return true;
};

const passTime: Move = async (world) => {
  const days = 1 + world.chance.below(4);
  world.days += days;
  moveClock(world.days);
  await forgetRegisters(world);
  return true;
};

export const factMoves = {
  suspend,
  die,
  payElsewhere,
  oweWages,
  correctAttendance,
  revoke,
  correctGrade,
  changeParameter,
  changeStandard,
  changeAccount,
  inspect,
  changeRoles,
  passTime,
} satisfies Record<string, Move>;
