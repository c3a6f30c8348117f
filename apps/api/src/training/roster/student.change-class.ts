import { studentMachine } from "@jipei/contract/training/student.machine.ts";
import { sql } from "kysely";
import { type Actor, assertMove } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { transition } from "../../core/entity/transition.ts";
import { lockClasses } from "./class-facts.ts";
import { studentLifecycle } from "./student.lifecycle.ts";

interface Input {
  ids: string;
  trainClassDTO: { classId: string };
  reason?: string | null;
}

/** 7-7: moves people to another class of the same kind, with their sign-ups; their states stay. */
export async function changeClass(tx: Tx, actor: Actor, input: Input, app: Services): Promise<void> {
  assertMove(actor, studentMachine, "changeClass");
  const ids = splitIds(input.ids);
  const { classId } = input.trainClassDTO;
  const rows = (
    await sql<{
      id: string;
      classId: string;
      confirmStatus: string;
    }>`select id, class_id, confirm_status from student where id = any(${ids}::bigint[]) and is_deleted = 0`.execute(tx)
  ).rows;
  const classes = await lockClasses(tx, [...new Set([classId, ...rows.map((row) => row.classId)])]);
  if (!classes.has(classId)) throw new Refusal("NOT_FOUND");
  const states = new Map<string, string[]>();
  for (const id of ids) {
    const state = rows.find((row) => row.id === id)?.confirmStatus ?? "Invalidate";
    states.set(state, [...(states.get(state) ?? []), id]);
  }
  for (const [to, members] of states)
    await transition(
      tx,
      actor,
      studentLifecycle,
      "changeClass",
      members,
      { reason: input.reason, to, classId, classes, count: members.length },
      app,
    );
  await moveSignUps(tx, actor, ids, classId);
  const from = new Map(rows.map((row) => [row.id, row.classId]));
  await writeAudit(
    tx,
    actor,
    ids.map((id) => ({
      bizType: "Student",
      bizId: id,
      action: "changeClass",
      before: { classId: from.get(id) },
      after: { classId },
    })),
  );
}

/** Whoever withdraws, signs up again or makes up an assessment does so in the class that they are in. */
async function moveSignUps(tx: Tx, actor: Actor, ids: readonly string[], classId: string): Promise<void> {
  const { rows } = await sql<{ id: string; classId: string }>`
    with moving as (
      select u.id, u.class_id from sign_up u join student s on s.sign_id = u.id where s.id = any(${ids}::bigint[]) and u.class_id <> ${classId} and u.is_deleted = 0
    )
    update sign_up u set class_id = ${classId}, update_user = ${actor.userId}, update_time = now(), version = version + 1
    from moving m where m.id = u.id returning m.id, m.class_id`.execute(tx);
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({
      bizType: "SignUp",
      bizId: row.id,
      action: "moveAlong",
      before: { classId: row.classId },
      after: { classId },
    })),
  );
}
