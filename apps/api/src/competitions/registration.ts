import {
  CompetitionRegister,
  type CompetitionRegisterMove,
  competitionRegisterMachine,
} from "@jipei/contract/competitions/registration.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { type Condition, type DerivedField, derived, everything, nothing } from "../core/database/sql.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { withHistory } from "../core/entity/audit.ts";
import { columns } from "../core/entity/columns.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { type Effect, type Guard, decidedBy, lifecycle } from "../core/entity/transition.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { now, today } from "../core/foundation/clock.ts";
import { parsePerson } from "../core/foundation/person.ts";
import { Refusal, illegalState, invalidValue } from "../core/foundation/refusal.ts";
import { sendSms } from "../notices/notices.queries.ts";
import { tellRegistrants } from "./registrants.ts";

type Row = StoredRow<typeof CompetitionRegister>;

/** Registrations that somebody sees, under an alias: the bureau all, units those that they made, a person their own. */
export function ownRegistrations(actor: Actor, alias: "t" | "r"): Condition {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "enterprise":
      return actor.entId ? sql`${column("ent_id")} = ${actor.entId}` : nothing;
    case "institution":
      return actor.orgId ? sql`${column("org_id")} = ${actor.orgId}` : nothing;
    case "person":
      return actor.idNumberHash ? sql`${column("id_number_hash")} = ${actor.idNumberHash}` : nothing;
    default:
      return nothing;
  }
}
export const registrationScope: Scope = (actor) => ownRegistrations(actor, "t");

export const registrationDerived: readonly DerivedField[] = [
  derived(
    CompetitionRegister,
    "itemName",
    "select i.item_name from competition_item i where i.competition_id = t.competition_id and i.item_no = t.item_no",
  ),
];

interface Item {
  competitionNo: string;
  competitionName: string;
  status: string;
  registerStart: string;
  registerEnd: string;
  competeStart: string;
  quota: number;
  teamSize: number;
}

/** The item of a registration, locked: whoever takes one of its places waits here for the others. @throws FIELD_INVALID */
async function lockItem(tx: Tx, { competitionId, itemNo }: Pick<Row, "competitionId" | "itemNo">): Promise<Item> {
  const { rows } = await sql<Item>`
    select c.competition_no, c.competition_name, c.status, c.register_start, c.register_end, c.compete_start, i.quota, i.team_size
    from competition_item i join competition_notice c on c.id = i.competition_id
    where i.competition_id = ${competitionId} and i.item_no = ${itemNo} and c.is_deleted = 0 for no key update of i`.execute(
    tx,
  );
  if (rows[0]) return rows[0];
  throw invalidValue(CompetitionRegister, "itemNo", "竞赛没有该项目", "the competition has no such item");
}

/** Live registrations for the item in some states, without one of them. @param among a further condition on them */
async function count(
  tx: Tx,
  { id, competitionId, itemNo }: Row,
  states: readonly string[],
  among: Condition = everything,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from competition_register
    where competition_id = ${competitionId} and item_no = ${itemNo} and is_deleted = 0 and confirm_status = any(${[...states]}) and id <> ${id} and ${among}`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** States that hold a place. */
const holding = ["unConfirm", "Confirm"];

const assertOpen = ({ confirmStatus }: Pick<Row, "confirmStatus">, zh: string, en: string): void => {
  if (confirmStatus !== "unSubmit" && confirmStatus !== "back")
    throw illegalState(competitionRegisterMachine.states, confirmStatus, zh, en);
};

export const registrationOptions = {
  entity: CompetitionRegister,
  resource: "competition_register",
  scope: registrationScope,
  audited: true,
  /** @throws ROLE_DENIED, STATE_ILLEGAL, NOT_OWNER, COMP_DUP, ID_INVALID, FIELD_INVALID */
  async beforeSave(tx, actor, merged, old, app) {
    if (actor.audience === "bureau") throw new Refusal("ROLE_DENIED");
    if (old) assertOpen(old, "修改", "edit");
    const { idNumber, ...person } = parsePerson(merged);
    const idNumberHash = app.cipher.hash(idNumber);
    if (actor.audience === "person" && idNumberHash !== actor.idNumberHash) throw new Refusal("NOT_OWNER");
    const { id, competitionId, itemNo } = merged;
    await lockItem(tx, { competitionId, itemNo });
    const twice = await sql`
      select from competition_register where competition_id = ${competitionId} and item_no = ${itemNo} and id_number_hash = ${idNumberHash}
        and is_deleted = 0 and confirm_status <> 'Invalidate' and id is distinct from ${id ?? null}::bigint limit 1`.execute(
      tx,
    );
    if (twice.rows.length > 0) throw new Refusal("COMP_DUP");
    return columns(CompetitionRegister, {
      ...person,
      idNumber,
      ...(!old && {
        confirmStatus: "unSubmit",
        entId: actor.audience === "enterprise" ? actor.entId : null,
        orgId: actor.audience === "institution" ? actor.orgId : null,
      }),
    });
  },
  beforeRemove: async (_tx, _actor, rows) => {
    for (const row of rows) assertOpen(row, "删除", "remove");
  },
  detail: withHistory(CompetitionRegister),
} satisfies CrudOptions<typeof CompetitionRegister>;

/** Published, within its window, with a place left, and a team that is not too large. @throws COMP_CLOSED, COMP_FULL, FIELD_INVALID */
const mayRegister: Guard<typeof CompetitionRegister> = async (tx, _actor, row) => {
  const item = await lockItem(tx, row);
  if (item.status !== "1" || today() < item.registerStart || today() > item.registerEnd)
    throw new Refusal("COMP_CLOSED");
  if ((await count(tx, row, holding)) >= item.quota) throw new Refusal("COMP_FULL");
  if (item.teamSize === 1) return;
  if (!row.teamName?.trim())
    throw invalidValue(CompetitionRegister, "teamName", "团体项目须填写", "needed where teams compete");
  if ((await count(tx, row, holding, sql`team_name = ${row.teamName}`)) >= item.teamSize)
    throw invalidValue(
      CompetitionRegister,
      "teamName",
      `每队不超过${item.teamSize}人`,
      `a team has at most ${item.teamSize}`,
    );
};

/** @throws COMP_FULL, COMP_CLOSED for a competition that was withdrawn */
const hasPlace: Guard<typeof CompetitionRegister> = async (tx, _actor, row) => {
  const item = await lockItem(tx, row);
  if (item.status !== "1") throw new Refusal("COMP_CLOSED");
  if ((await count(tx, row, ["Confirm"])) >= item.quota) throw new Refusal("COMP_FULL");
};

/** @throws COMP_STARTED */
const notStarted: Guard<typeof CompetitionRegister> = async (tx, _actor, row) => {
  if ((await lockItem(tx, row)).competeStart <= today()) throw new Refusal("COMP_STARTED");
};

/** Number of the competition, of the item, and a place of its own within it, which nobody else ever gets. */
async function drawNumber(tx: Tx, row: Row): Promise<string> {
  const { competitionNo } = await lockItem(tx, row);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from competition_register where competition_id = ${row.competitionId} and item_no = ${row.itemNo} and register_no is not null`.execute(
    tx,
  );
  return `${competitionNo}${row.itemNo}${String((rows[0]?.n ?? 0) + 1).padStart(3, "0")}`;
}

/** Whoever registered hears of a decision by notice, and the contestant by text message. */
const tell =
  (title: { zh: string; en: string }, template: "COMP_OK" | "COMP_BACK"): Effect<typeof CompetitionRegister> =>
  async (tx, _actor, row, { reason }, app) => {
    const { competitionName } = await lockItem(tx, row);
    const said = reason ? `：${reason}` : "";
    await tellRegistrants(tx, sql`r.id = ${row.id}`, {
      kind: "mail",
      title,
      text: { zh: `${row.name}，${competitionName}${said}`, en: `${row.name}, ${competitionName}${said}` },
    });
    const text = { phone: row.phone, bizType: CompetitionRegister.name, bizId: row.id };
    await (template === "COMP_OK"
      ? sendSms(tx, app, { ...text, template, params: { competitionName, registerNo: row.registerNo } })
      : sendSms(tx, app, { ...text, template, params: { competitionName, reason } }));
  };

export const registrationLifecycle = lifecycle<CompetitionRegisterMove, typeof CompetitionRegister>({
  machine: competitionRegisterMachine,
  entity: CompetitionRegister,
  scope: registrationScope,
  moves: {
    commit: {
      guards: [mayRegister],
      set: () => columns(CompetitionRegister, { commitTime: now(), backReason: null }),
    },
    confirm: {
      guards: [hasPlace],
      set: async (tx, actor, row) =>
        columns(CompetitionRegister, {
          ...decidedBy(actor),
          registerNo: row.registerNo ?? (await drawNumber(tx, row)),
        }),
      effects: [tell({ zh: "竞赛报名已通过", en: "A registration was accepted" }, "COMP_OK")],
    },
    back: {
      set: (_tx, actor, _row, { reason }) =>
        columns(CompetitionRegister, { ...decidedBy(actor), backReason: reason?.trim() }),
      effects: [tell({ zh: "竞赛报名被退回", en: "A registration was returned" }, "COMP_BACK")],
    },
    invalidate: { guards: [notStarted] },
  },
});
