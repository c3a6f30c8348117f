import { Student } from "@jipei/contract/enrolment/student.ts";
import type { Actor } from "../core/actor.ts";
import { mustBeComplete } from "../core/complete.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { lockClass } from "./class-facts.ts";
import { seat } from "./roster-row.ts";
import { mustBeOpen, mustHaveSeat } from "./sign-up.guards.ts";
import { ownIdentity } from "./sign-up.save.ts";
import { type Registration, register } from "./student-account.register.ts";
import { mayBeSeated } from "./student.save.ts";

type Values = Record<string, any>;

/** Fields of the roster that the institution or the server fills. */
const notOwn = ["id", "version", "password", "photoAttId", "categoryAttId", "remark"] as const;

/**
 * 7-2: a person puts himself onto the roster of a class that takes sign-ups; without a session his account is made with it. A class with as
 * many waiting sign-ups as seats counts as full.
 */
export async function studentRegister(
  tx: Tx,
  actor: Actor,
  input: Values,
  app: Services,
  registration: Registration,
): Promise<{ id: string }> {
  if (actor.audience !== "public" && actor.audience !== "person") throw new Refusal("ROLE_DENIED");
  const facts = await lockClass(tx, input["classId"]);
  mustBeOpen(facts);
  const who = actor.audience === "public" ? input : { ...input, ...(await ownIdentity(tx, actor, app, input)) };
  const values: Values = Object.fromEntries(
    Object.entries(who).filter(([name]) => !(notOwn as readonly string[]).includes(name)),
  );
  mustBeComplete(Student, values, "save");
  await mustHaveSeat(tx, facts);
  const person = await mayBeSeated(tx, app, facts, values, null);
  const accountId =
    actor.audience === "public" ? (await register(tx, app, input, registration, actor.ip)).accountId : actor.accountId;
  const id = await seat(tx, actor, app, {
    ...values,
    ...person,
    classId: facts.id,
    orgId: facts.orgId,
    rosterSource: "4",
    accountId,
  });
  return { id };
}
