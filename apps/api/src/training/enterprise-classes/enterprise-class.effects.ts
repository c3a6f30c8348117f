import type { PageLink } from "@jipei/contract/pages.ts";
import type { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { updateRows } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Columns, StoredRow } from "../../core/database/tables.ts";
import type { Effect } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now, today } from "../../core/foundation/clock.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { getOrganisation, getUnitReceivers } from "../../providers/providers.queries.ts";
import { nextNumber } from "../../settings/settings.queries.ts";

type Row = StoredRow<typeof EnterpriseClass>;
type EnterpriseEffect = Effect<typeof EnterpriseClass>;

/** `Q2026E0010403001`: year of the start, enterprise, kind of training, sequence within these. Never given twice. */
export async function issueClassNo(tx: Tx, row: Row): Promise<string> {
  const { orgNo } = await getOrganisation(tx, row.unitId);
  const year = row.startDate.slice(0, 4);
  return `Q${year}${orgNo}${row.trainKind}${await nextNumber(tx, "CLASS_NO", { scope: `${orgNo}-${row.trainKind}`, year })}`;
}

/** What the people of a class are set to when it moves: they have no moves of their own. */
async function moveStaff(tx: Tx, actor: Actor, classId: string, columns: Columns<typeof Student>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from student where class_id = ${classId} and is_deleted = 0 and confirm_status <> 'Invalidate' order by id for update`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  await updateRows(tx, actor, Student, ids, columns);
}

export const submitStaff: EnterpriseEffect = (tx, actor, row) =>
  moveStaff(tx, actor, row.id, { confirmStatus: "unConfirm", commitTime: now() });
export const approveStaff: EnterpriseEffect = (tx, actor, row) =>
  moveStaff(tx, actor, row.id, { confirmStatus: "Confirm", confirmUser: actor.userId, confirmTime: now() });
export const releaseStaff: EnterpriseEffect = (tx, actor, row) =>
  moveStaff(tx, actor, row.id, { confirmStatus: "unSubmit" });
const ended = (reason: string | null | undefined) =>
  ({ confirmStatus: "Invalidate", quitReason: reason?.slice(0, 200) || null }) as const;
/** Of a class that never began, so that nobody left it. */
export const discardStaff: EnterpriseEffect = (tx, actor, row, { reason }) =>
  moveStaff(tx, actor, row.id, ended(reason));
export const endStaff: EnterpriseEffect = (tx, actor, row, { reason }) =>
  moveStaff(tx, actor, row.id, { ...ended(reason), quitDate: today() });

const label = (row: Row): string => `${row.classNo ?? ""} ${row.className}`.trim();

const page = (row: Row): PageLink => `/enterprise/class/${row.id}`;

/** Notifies those who approve classes. */
export const askBureau: EnterpriseEffect = (tx, _actor, row) =>
  notify(tx, {
    to: { role: ["clerk", "firstReviewer"] },
    title: { zh: "企业班级待审核", en: "A class of an enterprise is waiting for review" },
    text: { zh: label(row), en: label(row) },
    link: page(row),
  });

/** Notifies the enterprise; the reason goes along where there is one. */
export const notifyEnterprise =
  (zh: string, en: string): EnterpriseEffect =>
  async (tx, actor, row, { reason }) => {
    if (actor.audience === "enterprise") return;
    return notify(tx, {
      to: await getUnitReceivers(tx, row.unitId),
      title: { zh, en },
      text: {
        zh: reason ? `${label(row)}：${reason}` : label(row),
        en: reason ? `${label(row)}: ${reason}` : label(row),
      },
      link: page(row),
    });
  };

/** A return also goes to the contact's phone, who may not sign in for days. */
export const textReturn: EnterpriseEffect = (tx, _actor, row, input, app) =>
  sendSms(tx, app, {
    template: "CLASS_BACK",
    phone: row.contactPhone,
    params: { className: row.className, reason: input.reason },
    bizType: "EnterpriseClass",
    bizId: row.id,
  });
