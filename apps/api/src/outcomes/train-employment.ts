import type { InputOf } from "@jipei/contract/core/call.ts";
import {
  TrainEmployment,
  employed,
  selfEmployed,
  type trainEmploymentCalls,
} from "@jipei/contract/outcomes/train-employment.ts";
import type { Tx } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { type DerivedField, derived, everything, nothing } from "../core/database/sql.ts";
import { withHistory } from "../core/entity/audit.ts";
import { type Draft, columns } from "../core/entity/columns.ts";
import { type CrudOptions, saveRow } from "../core/entity/crud.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { ownClasses } from "../training/training.queries.ts";
import { isWithinFollowUp } from "./finishers.ts";
import { findFollowed, ofOneself } from "./own-student.ts";
import { type Work, askRegisters, verify } from "./work-registers.ts";

/** SQL of a follow-up (`t`): it is the latest of somebody within six months after the end of their class. */
const isLatest = `exists (select from training c where c.id = t.class_id and ${isWithinFollowUp("t.follow_date", "c.end_date")}
  and not exists (select from follow_up f where f.student_id = t.student_id and f.class_id = t.class_id
    and f.follow_date > t.follow_date and ${isWithinFollowUp("f.follow_date", "c.end_date")}))`;
export const employmentDerived: readonly DerivedField[] = [
  derived(TrainEmployment, "isLatest", `case when ${isLatest} then '1' else '0' end`, {
    "1": isLatest,
    "0": `not ${isLatest}`,
  }),
];

/** The bureau sees all, an institution its students, a person themselves. */
export const employmentScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "institution":
      return ownClasses(actor);
    case "person":
      return ofOneself(actor);
    default:
      return nothing;
  }
};

type Facts = Draft<typeof TrainEmployment>;

/** What the kind of employment needs. @throws FIELD_INVALID */
function checkFacts({ employmentKind, entName, businessLicenseNo, followDate }: Facts, endDate: string): void {
  const wrong = (field: "entName" | "businessLicenseNo" | "followDate", zh: string, en: string) =>
    invalidValue(TrainEmployment, field, zh, en);
  if (employmentKind === employed && !entName?.trim())
    throw wrong("entName", "单位就业须填写", "needed by the employed");
  if (employmentKind === selfEmployed && !businessLicenseNo?.trim())
    throw wrong("businessLicenseNo", "自主创业须填写", "needed by the self-employed");
  if (followDate < endDate) throw wrong("followDate", "不能早于结业日期", "before the class was over");
  if (followDate > today()) throw wrong("followDate", "不能晚于今天", "not after today");
}

/** How a follow-up is saved. @param work what the registers said before the transaction began */
export const employmentOptions = (work: Work | null = null) =>
  ({
    entity: TrainEmployment,
    resource: "train_employment",
    scope: employmentScope,
    audited: true,
    detail: withHistory(TrainEmployment),
    /** @throws NOT_OWNER, FIELD_FROZEN, FIELD_INVALID, DUPLICATE */
    async beforeSave(tx, actor, merged, old) {
      if (old && merged.studentId !== old.studentId)
        throw new Refusal("FIELD_FROZEN", { field: TrainEmployment.fields.studentId });
      const student = await findFollowed(tx, actor, merged.studentId);
      if (!student) throw new Refusal("NOT_OWNER");
      checkFacts(merged, student.endDate);
      const { id, followDate } = merged;
      await refuseDuplicate(tx, TrainEmployment, id, { followDate, studentId: student.id });
      return columns(TrainEmployment, { ...verify(merged, work), classId: student.classId, orgId: student.orgId });
    },
  }) satisfies CrudOptions<typeof TrainEmployment>;

type Input = InputOf<typeof trainEmploymentCalls.submit>;

/** Asks the registers about somebody whom the actor follows up, before the transaction begins. */
export async function askAboutWork(app: Services, actor: Actor, { id, studentId }: Input): Promise<Work | null> {
  const found = id
    ? await app.db.selectFrom("trainEmployment").select("studentId").where("id", "=", id).executeTakeFirst()
    : { studentId };
  const student = found?.studentId ? await findFollowed(app.db, actor, found.studentId) : undefined;
  if (!student) return null;
  return (await askRegisters(app, actor, [app.cipher.decrypt(student.idNumber)]))[0] ?? null;
}

export const saveEmployment = (tx: Tx, actor: Actor, input: Input, app: Services, work: Work | null) =>
  saveRow(tx, actor, employmentOptions(work), input, app);
