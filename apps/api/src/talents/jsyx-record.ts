import { JsyxRecord, jsyxMachine, leastStudyHours } from "@jipei/contract/talents/jsyx-record.ts";
import type { RecordMove } from "@jipei/contract/work-records/work-record.machine.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { everything } from "../core/database/sql.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { withHistory } from "../core/entity/audit.ts";
import { type Draft, columns } from "../core/entity/columns.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { lifecycle } from "../core/entity/transition.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import { isOwnUnit } from "../providers/providers.queries.ts";
import { assertRemovable, findSide, openForSaving, twoReviews } from "../work-records/work-records.queries.ts";

/** The bureau sees all studies, a unit those that it reports and those of its own staff, a person their own once completed. */
export const jsyxScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "person")
    return sql`t.status = 'compile' and t.technician_id in (select k.id from technician k where k.id_number_hash = ${actor.idNumberHash})`;
  const own = isOwnUnit(sql`t.unit_id`, actor);
  if (actor.audience !== "enterprise") return own;
  return sql`(${own} or (t.status = 'compile' and t.technician_id in (select k.id from technician k where k.ent_id = ${actor.entId})))`;
};

/** Days in order, hours enough where the study was passed. @throws FIELD_INVALID */
function checkFacts({ startDate, endDate, year, studyHours, result }: Draft<typeof JsyxRecord>): void {
  if (endDate < startDate) throw invalidValue(JsyxRecord, "endDate", "不能早于开始日期", "before the first day");
  if (year !== Number(startDate.slice(0, 4)) && year !== Number(endDate.slice(0, 4)))
    throw invalidValue(JsyxRecord, "year", "与研修日期不符", "is not that of the study");
  if (result === "1" && Number(studyHours) < leastStudyHours)
    throw invalidValue(
      JsyxRecord,
      "studyHours",
      `合格的研修不少于${leastStudyHours}课时`,
      `a study that was passed has at least ${leastStudyHours} hours`,
    );
}

/** Whoever is named stands in the register; an enterprise reports its own staff. @throws FIELD_INVALID, NOT_OWNER */
async function checkTechnician(tx: Tx, actor: Actor, technicianId: string): Promise<void> {
  const row = await tx
    .selectFrom("technician")
    .select(["entId", "isValid"])
    .where("id", "=", technicianId)
    .where("isDeleted", "=", 0)
    // Nobody removes them meanwhile.
    .forKeyShare()
    .executeTakeFirst();
  if (row?.isValid !== "isValid")
    throw invalidValue(JsyxRecord, "technicianId", "不在技能人才库", "is not in the register");
  if (actor.audience === "enterprise" && row.entId !== actor.entId) throw new Refusal("NOT_OWNER");
}

export const jsyxOptions = {
  entity: JsyxRecord,
  resource: "jsyx_record",
  scope: jsyxScope,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    const opened = await openForSaving(tx, actor, old);
    checkFacts(merged);
    await checkTechnician(tx, actor, merged.technicianId);
    const { id, technicianId, year, projectName } = merged;
    await refuseDuplicate(tx, JsyxRecord, id, { technicianId, year, projectName });
    return columns(JsyxRecord, opened);
  },
  beforeRemove: assertRemovable,
  detail: withHistory(JsyxRecord),
} satisfies CrudOptions<typeof JsyxRecord>;

async function describe(tx: Tx, { technicianId, projectName }: StoredRow<typeof JsyxRecord>) {
  const worker = tx.selectFrom("technician").select("name").where("id", "=", technicianId);
  const { name } = await worker.executeTakeFirstOrThrow();
  return { zh: `${name}，${projectName}`, en: `${name}, ${projectName}` };
}

export const jsyxLifecycle = lifecycle<RecordMove, typeof JsyxRecord>({
  machine: jsyxMachine,
  entity: JsyxRecord,
  scope: jsyxScope,
  moves: twoReviews<StoredRow<typeof JsyxRecord>>(JsyxRecord, {
    zh: "技师研修",
    en: "The study of a technician",
    describe,
    reviewPage: (status) => `/talent/jsyx?status=${status}`,
    async filerPage(tx, row) {
      const side = await findSide(tx, row);
      if (side === null) return "/talent/jsyx?status=back";
      return side === "2" ? "/ent/jsyx?status=back" : "/my/jsyx?status=back";
    },
  }),
});
