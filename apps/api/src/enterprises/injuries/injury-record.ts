import { InjuryRecord, injuryRecordCalls, seriousDays } from "@jipei/contract/enterprises/injury-record.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { everything, nothing } from "../../core/database/sql.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { withHistory } from "../../core/entity/audit.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { exporter } from "../../core/excel/export.ts";
import { formImporter } from "../../core/excel/import/form-import.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { parsePerson } from "../../core/foundation/person.ts";
import { Refusal, invalidValue, refuseRows } from "../../core/foundation/refusal.ts";
import { nextNumber } from "../../settings/settings.queries.ts";

type Facts = Draft<typeof InjuryRecord>;

const wrong = (field: keyof typeof InjuryRecord.fields, zh: string, en: string): Refusal =>
  invalidValue(InjuryRecord, field, zh, en);

/** Records of injuries: the bureau sees all, an enterprise its own, nobody else any. */
export const injuryScope = (actor: Actor) => {
  if (actor.audience === "bureau") return everything;
  return actor.audience === "enterprise" && actor.entId ? sql`t.ent_id = ${actor.entId}` : nothing;
};

/** Grade, days lost and deaths say the same (GB 6441, GB/T 15499), and nothing is reported before it happens. @throws FIELD_INVALID */
function checkFacts({ injuryTime, injuryGrade, lostDays, deathCount }: Facts): void {
  if (injuryTime > now()) throw wrong("injuryTime", "不能晚于现在", "cannot be in the future");
  const isDeath = injuryGrade === "3";
  if (isDeath !== deathCount > 0)
    throw wrong("deathCount", "仅伤害程度为死亡时填写且不为零", "goes with the grade death, and only with it");
  if (injuryGrade === "1" && lostDays >= seriousDays)
    throw wrong("injuryGrade", `轻伤损失不满${seriousDays}日`, `a minor injury takes less than ${seriousDays} days`);
  if (injuryGrade === "2" && lostDays < seriousDays)
    throw wrong("lostDays", `重伤不少于${seriousDays}日`, `a serious injury takes at least ${seriousDays} days`);
}

/** The enterprise that reports: that of the session, or the one that the bureau names; it never changes. @throws NOT_OWNER, FIELD_INVALID, FIELD_FROZEN */
async function findEnterprise(
  tx: Tx,
  actor: Actor,
  merged: Facts,
  old: StoredRow<typeof InjuryRecord> | null,
): Promise<string> {
  if (old) {
    if (merged.entId !== old.entId) throw new Refusal("FIELD_FROZEN", { field: InjuryRecord.fields.entId });
    return old.entId;
  }
  if (actor.audience === "enterprise") {
    if (!actor.entId) throw new Refusal("NOT_OWNER");
    return actor.entId;
  }
  const { entId } = merged;
  if (!entId) throw wrong("entId", "不能为空", "required");
  const department = await tx
    .selectFrom("unit")
    .select("deptCategory")
    .where("id", "=", entId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (department?.deptCategory !== "3") throw wrong("entId", "不是企业", "is no enterprise");
  return entId;
}

const assertOpen = ({ isLock }: Pick<StoredRow<typeof InjuryRecord>, "isLock">): void => {
  if (isLock === "1") throw new Refusal("INJURY_LOCKED");
};

export const injuryOptions = {
  entity: InjuryRecord,
  resource: "injury_record",
  scope: injuryScope,
  audited: true,
  async beforeSave(tx, actor, merged, old, app) {
    if (old) assertOpen(old);
    const { idNumber, ...person } = parsePerson(merged);
    checkFacts(merged);
    const entId = await findEnterprise(tx, actor, merged, old);
    const { id, injuryTime } = merged;
    await refuseDuplicate(tx, InjuryRecord, id, { entId, injuryTime, idNumberHash: app.cipher.hash(idNumber) });
    return columns(InjuryRecord, {
      ...person,
      idNumber,
      entId,
      injuryNo: old?.injuryNo ?? (await nextNumber(tx, "INJURY_NO")),
      ...(!old && { isLock: "0" }),
    });
  },
  /** @throws INJURY_LOCKED naming each locked one */
  beforeRemove: async (_tx, _actor, rows) => {
    refuseRows(
      "INJURY_LOCKED",
      rows.filter(({ isLock }) => isLock === "1").map(({ id }) => id),
    );
  },
  detail: withHistory(InjuryRecord),
} satisfies CrudOptions<typeof InjuryRecord>;

export const injuryImporter = formImporter(injuryRecordCalls.import, injuryOptions);
export const injuryExport = exporter(InjuryRecord, injuryRecordCalls.export, injuryOptions);
