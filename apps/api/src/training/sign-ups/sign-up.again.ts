import type { StoredRow } from "../../core/database/tables.ts";
import { SignUp, type signUpAgainCalls } from "@jipei/contract/training/sign-up.ts";
import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { reSignKind } from "@jipei/contract/training/enrolment-codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { decryptRow } from "../../core/entity/to-response.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { transition } from "../../core/entity/transition.ts";
import { assertOwnClass, lockClasses } from "../roster/class-facts.ts";
import { signUpScope } from "../roster/roster.scope.ts";
import { mayMakeUp, nextRepetition } from "./sign-up.guards.ts";
import { signUpLifecycle } from "./sign-up.lifecycle.ts";
import { getClassId, insertSignUp } from "./sign-up.save.ts";

type Input = InputOf<typeof signUpAgainCalls.submit>;

/** 6.2: a new row beside the origin, submitted at once. A make-up (kind 3) in the same class takes no seat and meets no class guards. */
export async function signUpAgain(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ id: string }> {
  const classes = await lockClasses(tx, [...new Set([input.classId, await getClassId(tx, input.originSignId)])]);
  const facts = classes.get(input.classId);
  if (!facts) throw new Refusal("NOT_FOUND");
  assertOwnClass(actor, facts);
  const origin = decryptRow(SignUp, app.cipher, await lockRow(tx, SignUp, signUpScope, actor, input.originSignId));
  await assertRepeatable(tx, origin, input);
  const reSignCount = await nextRepetition(tx, origin.id);
  const { name, idType, idNumber, sex, birthday, nation, education } = origin;
  const id = await insertSignUp(tx, actor, app, {
    name,
    idType,
    idNumber,
    sex,
    birthday,
    nation,
    education,
    phone: input.phone ?? origin.phone,
    personCategory: input.personCategory ?? origin.personCategory,
    categoryAttId: input.categoryAttId ?? (actor.userId === origin.createUser ? origin.categoryAttId : null),
    classId: facts.id,
    orgId: facts.orgId,
    isReSign: "1",
    originSignId: origin.id,
    reSignReason: input.reSignReason,
    // A failed person who joins another class signs up as anybody else does.
    reSignKind: input.reSignKind === "3" && facts.id !== origin.classId ? "2" : input.reSignKind,
    reSignCount,
  });
  await transition(tx, actor, signUpLifecycle, "commit", [id], {}, app);
  return { id };
}

/** @throws STATE_ILLEGAL when the origin does not stand where this kind of repetition starts */
async function assertRepeatable(tx: Tx, origin: StoredRow<typeof SignUp>, input: Input): Promise<void> {
  const from = origin.confirmStatus;
  const fits =
    (input.reSignKind === "1" && from === "back") ||
    (input.reSignKind === "2" && (from === "Invalidate" || (from === "Confirm" && (await hasLeft(tx, origin.id))))) ||
    (input.reSignKind === "3" && from === "Confirm" && (await mayMakeUp(tx, origin.id)));
  if (fits) return;
  const kind = getLabels(reSignKind, input.reSignKind);
  throw illegalState(confirmStatus, from ?? "unSubmit", kind.zh, kind.en);
}

/** Whether the person accepted once has left the class since. */
async function hasLeft(tx: Tx, signId: string): Promise<boolean> {
  const found =
    await sql`select 1 from student where sign_id = ${signId} and is_deleted = 0 and confirm_status = 'Invalidate' limit 1`.execute(
      tx,
    );
  return found.rows.length > 0;
}
