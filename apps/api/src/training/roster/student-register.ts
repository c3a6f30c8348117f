import { Student, type studentCalls } from "@jipei/contract/training/student.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { filterColumns } from "../../core/entity/columns.ts";
import { assertComplete } from "../../core/entity/complete.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { lockClass } from "./class-facts.ts";
import { seat } from "./roster-row.ts";
import { assertHasSeats } from "../sign-ups/sign-up.guards.ts";
import { assertOpen } from "../sign-ups/sign-up.window.ts";
import { ownIdentity } from "../sign-ups/sign-up.save.ts";
import { type Registration, register } from "../students/student-account.register.ts";
import { assertSeatable } from "./student.save.ts";

/** Fields of the roster that the institution or the server fills. */
const notOwn: ReadonlySet<string> = new Set(["id", "version", "password", "photoAttId", "categoryAttId", "remark"]);

/**
 * 7-2: people put themselves onto the roster of a class that takes sign-ups; without a session their account is made with it. A class with as
 * many waiting sign-ups as seats counts as full.
 */
export async function studentRegister(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof studentCalls.studentRegister>,
  app: Services,
  registration: Registration,
): Promise<{ id: string }> {
  if (actor.audience !== "public" && actor.audience !== "person") throw new Refusal("ROLE_DENIED");
  const facts = await lockClass(tx, input.classId);
  assertOpen(facts);
  const who = actor.audience === "public" ? input : { ...input, ...(await ownIdentity(tx, actor, app, input)) };
  const values = filterColumns(who, (name) => !notOwn.has(name));
  assertComplete(Student, values, "save");
  await assertHasSeats(tx, facts);
  // Which classes a number is on is said to nobody before the code that proves the phone.
  const accountId =
    actor.audience === "public" ? (await register(tx, app, input, registration, actor.ip)).accountId : actor.accountId;
  const person = await assertSeatable(tx, app, facts, values, null);
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
