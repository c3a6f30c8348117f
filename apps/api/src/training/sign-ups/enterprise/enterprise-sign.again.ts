import type { InputOf } from "@jipei/contract/core/call.ts";
import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import type { Staff, enterpriseSignCalls } from "@jipei/contract/training/enterprise-sign.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../core/database/db.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import { transition } from "../../../core/entity/transition.ts";
import { decryptRow } from "../../../core/entity/to-response.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import { illegalState } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { enterpriseSignLifecycle } from "./enterprise-sign.lifecycle.ts";
import { insertSign, lockSign } from "./enterprise-sign.save.ts";
import type { InsuredStaff } from "./insured-staff.ts";
import { savePeople } from "./staff.save.ts";

/** 6.3-3: a new sign-up beside a returned or withdrawn one, sent at once. */
export async function signAgain(
  tx: Tx,
  actor: Actor,
  { originSignId, reSignReason, persons }: InputOf<typeof enterpriseSignCalls.resignup>,
  app: Services,
  insured: InsuredStaff | null,
): Promise<{ id: string }> {
  const { row: origin, facts } = await lockSign(tx, actor, originSignId);
  if (origin.confirmStatus !== "back" && origin.confirmStatus !== "Invalidate")
    throw illegalState(confirmStatus, origin.confirmStatus, "重新报名", "sign up again");
  const head = await insertSign(tx, actor, facts, {
    entId: origin.entId,
    remark: origin.remark,
    isReSign: "1",
    originSignId,
    reSignReason,
  });
  await savePeople(tx, actor, app, head, persons ?? (await readLeft(tx, actor, app, originSignId)));
  await transition(tx, actor, enterpriseSignLifecycle, "sign", [head.id], { insured }, app);
  return { id: head.id };
}

/** Whom an earlier sign-up left without a place. */
export async function readLeft(db: Db | Tx, actor: Actor, app: Services, entSignId: string): Promise<Staff[]> {
  const { rows } = await sql<StoredRow<typeof SignUp>>`
    select t.* from sign_up t where t.ent_sign_id = ${entSignId} and t.ent_id = ${actor.entId} and t.is_deleted = 0 and t.confirm_status in ('back', 'Invalidate') order by t.id`.execute(
    db,
  );
  return rows.map((row) => toStaff(decryptRow(SignUp, app.cipher, row), actor));
}

/** A person as the enterprise enters them. A proof goes along with whoever uploaded it. */
export function toStaff(row: StoredRow<typeof SignUp>, actor: Actor): Staff {
  const { name, idType, idNumber, sex, birthday, nation, education, phone, personCategory, postName, entryDate } = row;
  return {
    name,
    idType,
    idNumber,
    sex,
    birthday,
    nation,
    education,
    phone,
    personCategory,
    categoryAttId: actor.userId === row.createUser ? row.categoryAttId : null,
    postName: postName ?? "",
    entryDate: entryDate ?? "",
  };
}
