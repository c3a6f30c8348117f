import type { InputOf } from "@jipei/contract/core/call.ts";
import { CompetitionRecord, type competitionRecordCalls, scoreShares } from "@jipei/contract/competitions/result.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { type DerivedField, derived, everything } from "../core/database/sql.ts";
import { withHistory, writeAudit } from "../core/entity/audit.ts";
import { changedFields } from "../core/entity/changes.ts";
import { columns } from "../core/entity/columns.ts";
import { type CrudOptions, saveRow } from "../core/entity/crud.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { today } from "../core/foundation/clock.ts";
import { type Actor, hasRole } from "../core/foundation/actor.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { rankSql } from "./published-results.ts";
import { tellRegistrants } from "./registrants.ts";
import { ownRegistrations } from "./registration.ts";

/** The bureau sees all results, assessors those that they entered, contestants and their units what is published. */
export const resultScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (hasRole(actor, "assessor")) return sql`t.create_user = ${actor.userId}`;
  return sql`(t.is_publish = '1' and t.register_id in (select r.id from competition_register r where ${ownRegistrations(actor, "r")}))`;
};

export const resultDerived: readonly DerivedField[] = [
  derived(CompetitionRecord, "rank", `select case when t.total_score is not null then ${rankSql} end`),
];

/** Three tenths theory, seven tenths practice; none until both are there. */
function getTotal(theory: string | null | undefined, practice: string | null | undefined): string | null {
  if (theory == null || practice == null) return null;
  const sum = new Decimal(theory).times(scoreShares.theory).plus(new Decimal(practice).times(scoreShares.practice));
  return sum.toFixed(2, Decimal.ROUND_HALF_UP);
}

/** How results are saved. @param reason why a published one is corrected */
export const resultOptions = (reason: string | null = null) =>
  ({
    entity: CompetitionRecord,
    resource: "competition_record",
    scope: resultScope,
    audited: true,
    /** @throws FIELD_INVALID, FIELD_FROZEN, DUPLICATE, REASON_REQUIRED */
    async beforeSave(tx, actor, merged, old) {
      const { id, registerId, theoryScore, practiceScore } = merged;
      if (!registerId) throw invalidValue(CompetitionRecord, "registerId", "请选择", "please choose");
      if (old && registerId !== old.registerId)
        throw new Refusal("FIELD_FROZEN", { field: CompetitionRecord.fields.registerId });
      const registration = await tx
        .selectFrom("competitionRegister")
        .select(["competitionId", "itemNo", "confirmStatus"])
        .where("id", "=", registerId)
        .where("isDeleted", "=", 0)
        .executeTakeFirst();
      if (registration?.confirmStatus !== "Confirm")
        throw invalidValue(CompetitionRecord, "registerId", "不是审核通过的报名", "is no accepted registration");
      await refuseDuplicate(tx, CompetitionRecord, id, { registerId });
      if (old?.isPublish === "1" && changedFields(CompetitionRecord, merged, old).length > 0)
        await recordCorrection(tx, actor, old.id, reason);
      const { competitionId, itemNo } = registration;
      return columns(CompetitionRecord, {
        competitionId,
        itemNo,
        totalScore: getTotal(theoryScore, practiceScore),
        ...(!old && { isPublish: "0" }),
      });
    },
    /** @throws RESULT_PUBLISHED */
    beforeRemove: async (_tx, _actor, rows) => {
      if (rows.some(({ isPublish }) => isPublish === "1")) throw new Refusal("RESULT_PUBLISHED");
    },
    detail: withHistory(CompetitionRecord),
  }) satisfies CrudOptions<typeof CompetitionRecord>;

/** What is published is corrected by the bureau alone, and its history says why. @throws ROLE_DENIED, REASON_REQUIRED */
async function recordCorrection(tx: Tx, actor: Actor, id: string, reason: string | null): Promise<void> {
  if (actor.audience !== "bureau") throw new Refusal("ROLE_DENIED");
  if (!reason) throw new Refusal("REASON_REQUIRED");
  await writeAudit(tx, actor, [{ bizType: CompetitionRecord.name, bizId: id, action: "correct", opinion: reason }]);
}

type Input = InputOf<typeof competitionRecordCalls.submit>;

/** The contestant by registration or number. @throws FIELD_INVALID */
async function findRegistration(tx: Tx, registerNo: string): Promise<string> {
  const row = await tx
    .selectFrom("competitionRegister")
    .select("id")
    .where("registerNo", "=", registerNo.trim())
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (row) return row.id;
  throw invalidValue(CompetitionRecord, "registerId", "参赛编号不存在", "no contestant has this number");
}

/** Saves a result of the contestant who is named by registration or number. */
export async function saveResult(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ id: string }> {
  const { reason, registerNo, ...draft } = input;
  if (!draft.id && !draft.registerId && registerNo) draft.registerId = await findRegistration(tx, registerNo);
  return saveRow(tx, actor, resultOptions(reason?.trim() || null), draft, app);
}

/** Publishes what is entered of an item, and tells whoever registered. @throws NOT_FOUND where nothing is left to publish */
export async function publishResults(
  tx: Tx,
  actor: Actor,
  { competitionId, itemNo }: InputOf<typeof competitionRecordCalls.publish>,
): Promise<void> {
  const { rows } = await sql<{ id: string; registerId: string }>`
    update competition_record set is_publish = '1', publish_date = ${today()}, version = version + 1, update_time = now(), update_user = ${actor.userId}
    where competition_id = ${competitionId} and item_no = ${itemNo} and is_publish = '0' and total_score is not null and is_deleted = 0 returning id, register_id`.execute(
    tx,
  );
  if (rows.length === 0) throw new Refusal("NOT_FOUND");
  await writeAudit(
    tx,
    actor,
    rows.map(({ id }) => ({ bizType: CompetitionRecord.name, bizId: id, action: "publish" })),
  );
  const ids = rows.map(({ registerId }) => registerId);
  const { rows: named } = await sql<{ name: string }>`
    select competition_name as name from competition_notice where id = ${competitionId}`.execute(tx);
  const name = named[0]?.name ?? "";
  await tellRegistrants(tx, sql`r.id = any(${ids}::bigint[])`, {
    title: { zh: "竞赛成绩已公布", en: "Competition results are out" },
    text: { zh: name, en: name },
  });
}
