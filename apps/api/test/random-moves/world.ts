import type { Call } from "@jipei/contract/core/call.ts";
import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { sql } from "kysely";
import { type BuiltClaim, aCertifiedClass, fileClaim } from "../factories/assessment.ts";
import { aStudentAccount } from "../factories/enrolment.ts";
import { aStandard } from "../factories/teaching.ts";
import { aTrainingBase } from "../factories/training-base.ts";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { Chance } from "./chance.ts";

/** A person with the roles held at the moment; those who work for an institution have its id. */
export interface Person {
  userId: string;
  roles: readonly RoleAlias[];
  orgId?: string;
}

/** What the registers say against people and units; nothing else in the world knows. */
interface Registered {
  dead: Set<string>;
  paidElsewhere: Set<string>;
  arrears: Set<string>;
}

export interface World {
  app: TestApp;
  chance: Chance;
  people: Person[];
  claims: BuiltClaim[];
  /** An account of a student, which stands for that of everybody who objects. */
  accountId: string;
  registered: Registered;
  /** Days that the clock was moved. */
  days: number;
  /** What was tried and how it ended, for those who read a failure. */
  played: string[];
  /** How often each outcome came: «send: done», «send: PUBLICITY_OPEN». */
  outcomes: Map<string, number>;
}

const staff: readonly RoleAlias[] = [
  ...(["clerk", "firstReviewer", "secondReviewer", "finance"] as const).flatMap((role) => [role, role, role]),
  "leader",
  "sysAdmin",
];

/** Institutions with claims of two people each, most of which could be paid, and the staff of an office. */
export async function aWorld(app: TestApp, seed: number, institutions: number, claimsOfEach: number): Promise<World> {
  const people: Person[] = staff.map((role, place) => ({ userId: String(5000 + place), roles: [role] }));
  const claims: BuiltClaim[] = [];
  for (let place = 0; place < institutions; place++) {
    const base = await aTrainingBase(app, { course: { certKind: "4" } });
    await aStandard(app, { courseId: base.courseId, standardAmount: "1000.00", effectDate: addDays(today(), -400) });
    for (const n of [0, 1])
      people.push({ userId: String(6000 + 2 * place + n), roles: ["orgAdmin"], orgId: base.orgId });
    for (let n = 0; n < claimsOfEach; n++) {
      const certified = await aCertifiedClass(app, { base, students: 2 });
      await noteRecorder(app, certified.lessonIds[0] ?? "", people[(place + n) % staff.length]?.userId ?? "");
      claims.push(await fileClaim(app, certified));
    }
  }
  return {
    app,
    chance: new Chance(seed),
    people,
    claims,
    accountId: (await aStudentAccount(app)).id,
    registered: { dead: new Set(), paidElsewhere: new Set(), arrears: new Set() },
    days: 0,
    played: [],
    outcomes: new Map(),
  };
}

/** As if one of the office had taken the attendance of a lesson. */
const noteRecorder = (app: TestApp, lessonId: string, userId: string) =>
  sql`insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip)
    values ('Lesson', ${lessonId}, 'attendance', ${userId}, 'x', 'orgTeacher', '127.0.0.1')`.execute(app.db);

/** Somebody who holds a role, for an institution where its role is asked; now and then anybody, to be refused. */
export function pickPerson({ chance, people }: World, role: RoleAlias, orgId?: string): Person {
  if (chance.happens(0.07)) return chance.pick(people);
  const holders = people.filter((one) => one.roles.includes(role) && (role !== "orgAdmin" || one.orgId === orgId));
  return chance.pick(holders.length > 0 ? holders : people);
}

const signedIn = new WeakMap<World, Map<string, TestUser>>();

/** A person as the API knows them now. */
export function asUser(world: World, { userId, roles, orgId }: Person): TestUser {
  const known = signedIn.get(world) ?? new Map<string, TestUser>();
  signedIn.set(world, known);
  const key = `${userId} ${roles.join()} ${orgId ?? ""}`;
  const user = known.get(key) ?? world.app.as(roles, roles[0] === "orgAdmin" ? { userId, orgId } : { userId });
  known.set(key, user);
  return user;
}

/**
 * Makes a call, notes how it ended, and asserts that what was refused was refused by a rule.
 * @returns what the call answers; null where it was refused
 */
export async function attempt<I, O>(
  world: World,
  user: TestUser,
  name: string,
  call: Call<I, O>,
  input: unknown,
): Promise<{ data: O | null } | null> {
  const { status, errorCode, data } = await user.attempt(call, input as I);
  const outcome = `${name}: ${errorCode ?? "done"}`;
  world.played.push(`${user.actor.userId} ${user.actor.roles.join("+")} ${outcome} ${JSON.stringify(input)}`);
  world.outcomes.set(outcome, (world.outcomes.get(outcome) ?? 0) + 1);
  if (errorCode !== null && !isRefusal(status, errorCode))
    throw new Error(`${call.name} answers ${status} ${errorCode}`);
  return errorCode === null ? { data } : null;
}

const isRefusal = (status: number, errorCode: ErrorCode) => status >= 400 && status < 500 && errorCode in errors;

/** How often moves of a name succeeded. */
export const countDone = ({ outcomes }: World, name: string): number => outcomes.get(`${name}: done`) ?? 0;
