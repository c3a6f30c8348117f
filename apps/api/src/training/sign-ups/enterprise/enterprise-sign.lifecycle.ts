import { enterpriseSignMachine } from "@jipei/contract/training/enterprise-sign.machine.ts";
import { EnterpriseSign } from "@jipei/contract/training/enterprise-sign.ts";
import { sql } from "kysely";
import type { Tx } from "../../../core/database/db.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import { columns } from "../../../core/entity/columns.ts";
import {
  type Effect,
  type Guard,
  type Settings,
  decidedBy,
  lifecycle,
  transition,
} from "../../../core/entity/transition.ts";
import { now } from "../../../core/foundation/clock.ts";
import { Refusal, invalidField } from "../../../core/foundation/refusal.ts";
import { notify } from "../../../notices/notices.queries.ts";
import { getClassFacts } from "../../roster/class-facts.ts";
import { lockPeople } from "../../roster/roster-rules.ts";
import { assertHasSeats } from "../sign-up.guards.ts";
import { assertOpen } from "../sign-up.window.ts";
import { signUpLifecycle } from "../sign-up.lifecycle.ts";
import { movedScope } from "./enterprise-sign.scope.ts";
import { withAll } from "./named-refusals.ts";
import type { StaffInput } from "./staff.guards.ts";

type Row = StoredRow<typeof EnterpriseSign>;
type Status = Row["confirmStatus"];

/** People of a sign-up in some states, in the order of their rows. */
export async function getPeople(
  tx: Tx,
  entSignId: string,
  states: readonly Status[],
): Promise<{ id: string; name: string; idNumberHash: string }[]> {
  const found = await sql<{ id: string; name: string; idNumberHash: string }>`
    select id, name, id_number_hash from sign_up where ent_sign_id = ${entSignId} and is_deleted = 0 and confirm_status = any(${[...states]}) order by id`.execute(
    tx,
  );
  return found.rows;
}

/** Of a class and an enterprise one sign-up is open at a time; a returned one is sent again or repeated first (docs/decisions/0280). @throws SIGN_DUP */
export async function assertOnlyOpen(
  tx: Tx,
  { id, classId, entId, originSignId }: Pick<Row, "classId" | "entId"> & Partial<Pick<Row, "id" | "originSignId">>,
): Promise<void> {
  const found = await sql`
    select 1 from enterprise_sign t where t.class_id = ${classId} and t.ent_id = ${entId} and t.is_deleted = 0 and t.confirm_status in ('unSubmit', 'unConfirm', 'back')
      and t.id is distinct from ${id ?? null} and t.id is distinct from ${originSignId ?? null}
      and not (t.confirm_status = 'back' and exists (select from enterprise_sign r where r.origin_sign_id = t.id and r.is_deleted = 0)) limit 1`.execute(
    tx,
  );
  if (found.rows.length > 0) throw new Refusal("SIGN_DUP");
}

/** What can be sent: states of people that the institution has not to decide on. */
const unsent = ["unSubmit", "back"] as const;

/** 6.3-2: the class takes sign-ups, and has a seat for each of them. The class is locked, so that nobody else takes the last ones meanwhile. */
const maySign: Guard<typeof EnterpriseSign, StaffInput> = async (tx, _actor, row, { insured }) => {
  const facts = await getClassFacts(tx, row.classId);
  assertOpen(facts);
  await assertOnlyOpen(tx, row);
  if (insured === null) throw new Refusal("ENT_TOTAL_REQUIRED");
  const people = await getPeople(tx, row.id, unsent);
  if (people.length === 0)
    throw invalidField("persons", "报名人员", "Staff", "请至少添加一人", "add at least one person");
  await assertHasSeats(tx, facts, people.length);
};

/** Everybody passes, or nobody is signed up. */
const signPeople: Effect<typeof EnterpriseSign, StaffInput> = async (tx, actor, row, { insured }, app) => {
  const people = await getPeople(tx, row.id, unsent);
  const ids = people.map(({ id }) => id);
  await lockPeople(tx, sql`select unnest(${people.map(({ idNumberHash }) => idNumberHash)}::text[])`);
  await withAll(people, () => transition(tx, actor, signUpLifecycle, "commitStaff", ids, { insured }, app));
};

const notifyInstitution: Effect<typeof EnterpriseSign> = async (tx, _actor, row) => {
  const { className } = await getClassFacts(tx, row.classId);
  const n = (await getPeople(tx, row.id, ["unConfirm"])).length;
  await notify(tx, {
    to: { orgId: row.orgId },
    title: { zh: "企业报名待审核", en: "Staff of an enterprise wait for review" },
    text: { zh: `${row.entSignNo}：${n}人报名${className}`, en: `${row.entSignNo}: ${n} signed up for ${className}` },
    link: `/enterprise/sign/${row.id}`,
  });
};

const withdrawPeople: Effect<typeof EnterpriseSign> = async (tx, actor, row, { reason }, app) => {
  const people = await getPeople(tx, row.id, ["unConfirm", "Confirm", "back"]);
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  await transition(tx, actor, signUpLifecycle, "withdrawStaff", ids, { reason }, app);
};

const outcomes = {
  Confirm: ["企业报名已办结", "Your sign-up is decided"],
  back: ["企业报名已退回", "Your sign-up was returned"],
  Invalidate: ["企业报名已作废", "Your sign-up lapsed"],
} as const;

const notifyEnterprise: Effect<typeof EnterpriseSign> = async (tx, _actor, row) => {
  if (row.confirmStatus === "unSubmit" || row.confirmStatus === "unConfirm") return;
  const [zh, en] = outcomes[row.confirmStatus];
  const { className } = await getClassFacts(tx, row.classId);
  const accepted = (await getPeople(tx, row.id, ["Confirm"])).length;
  const returned = (await getPeople(tx, row.id, ["back"])).length;
  await notify(tx, {
    to: { entId: row.entId },
    title: { zh, en },
    text: {
      zh: `${row.entSignNo}，${className}：通过${accepted}人，退回${returned}人`,
      en: `${row.entSignNo}, ${className}: accepted ${accepted}, returned ${returned}`,
    },
    link: `/enterprise/sign/${row.id}`,
  });
};

const decided: Settings<typeof EnterpriseSign> = (_tx, actor, _row, { to, reason }) =>
  columns(EnterpriseSign, { ...decidedBy(actor), ...(to === "back" && { backReason: reason?.trim() || null }) });

/** Sign-ups of enterprises and their moves. The class is locked by the caller before the row. */
export const enterpriseSignLifecycle = lifecycle({
  machine: enterpriseSignMachine,
  entity: EnterpriseSign,
  scope: movedScope,
  moves: {
    sign: {
      guards: [maySign],
      set: () => columns(EnterpriseSign, { commitTime: now(), backReason: null }),
      effects: [signPeople, notifyInstitution],
    },
    revise: {},
    invalidate: { effects: [withdrawPeople] },
    accept: { set: decided, effects: [notifyEnterprise] },
    back: { set: decided, effects: [notifyEnterprise] },
    leave: { effects: [notifyEnterprise] },
    lapse: { effects: [notifyEnterprise] },
  },
});
