import { Student } from "@jipei/contract/enrolment/student.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { type CrudOptions, saveRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { type ClassFacts, lockClass, seatsOf } from "./class-facts.ts";
import { memberScope } from "./enrolment.scope.ts";
import { ageLimitsOf, identify, mustBeOfAge, mustBeRegionCode } from "./person-rules.ts";
import { mustNotClash } from "./roster-rules.ts";
import { accountOf } from "./roster-row.ts";

type Values = Record<string, any>;

/** States in which a row may be edited; an edit makes it a draft again, so that a changed person is checked anew. */
const editable: ReadonlySet<string> = new Set(["unSubmit", "back", "Confirm"]);

/** 7-1: adds a person to a draft class, or corrects a row of it. @returns its id */
export async function saveStudent(tx: Tx, actor: Actor, input: Values, app: Services): Promise<{ id: string }> {
  if (actor.audience !== "institution") throw new Refusal("ROLE_DENIED");
  const facts = await lockClass(tx, await classIdOf(tx, input));
  if (facts.orgId !== actor.orgId) throw new Refusal("NOT_OWNER");
  return saveRow(tx, actor, saving(facts), input, app);
}

/** The class is locked before the row, as every other way to a roster does it. */
async function classIdOf(tx: Tx, input: Values): Promise<string> {
  const id = input["id"] ?? input["studentId"];
  if (!id) return input["classId"] as string;
  const row = await tx
    .selectFrom("student")
    .select("classId")
    .where("id", "=", id)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND");
  return row["classId"] as string;
}

const saving = (facts: ClassFacts): CrudOptions => ({
  entity: Student,
  resource: "train_student",
  scope: memberScope,
  async beforeSave(tx, _actor, merged, old, app) {
    if (old && !editable.has(old["confirmStatus"]))
      throw new Refusal("STATE_ILLEGAL", {
        status: { zh: "审核中或已作废", en: "under check or void" },
        action: { zh: "修改", en: "Edit" },
      });
    if (old && merged["classId"] !== old["classId"])
      throw new Refusal("FIELD_FROZEN", { field: { zh: "班级", en: "Class" } });
    if (facts.status !== "unCommit") throw new Refusal("CLASS_LOCKED");
    const person = await mayBeSeated(tx, app, facts, merged, old?.["id"] ?? null);
    return {
      ...person,
      orgId: facts.orgId,
      confirmStatus: "unSubmit",
      ...(old ? {} : { rosterSource: "1", gradeResult: "0", subsidyStatus: "none" }),
      accountId: await accountOf(tx, app.cipher.hash(person.idNumber)),
    };
  },
  async afterSave(tx, actor, row, old) {
    await writeAudit(tx, actor, [
      {
        bizType: "Student",
        bizId: row["id"],
        action: old ? "edit" : "add",
        fromStatus: old?.["confirmStatus"] ?? null,
        toStatus: "unSubmit",
      },
    ]);
  },
});

/**
 * The rules a person must meet for a place on the roster: document, once per class, seat, age, no other class at the time.
 * @param id the row itself when it is there already
 * @throws ID_INVALID, FIELD_INVALID, STUDENT_DUP, SIGN_FULL, STUDENT_AGE, STUDENT_CLASH
 */
export async function mayBeSeated(
  tx: Tx,
  app: Services,
  facts: ClassFacts,
  values: Values,
  id: string | null,
): Promise<ReturnType<typeof identify>> {
  const person = identify(values);
  mustBeRegionCode(values["regionCode"]);
  const idNumberHash = app.cipher.hash(person.idNumber);
  const twin = await sql`
    select 1 from student where class_id = ${facts.id} and id_number_hash = ${idNumberHash} and is_deleted = 0 and confirm_status <> 'Invalidate' and id is distinct from ${id}::bigint`.execute(
    tx,
  );
  if (twin.rows.length > 0) throw new Refusal("STUDENT_DUP");
  if (!id && (await seatsOf(tx, facts.id)).roster >= facts.planCount) throw new Refusal("SIGN_FULL");
  mustBeOfAge(person, facts.startDate, await ageLimitsOf(tx));
  await mustNotClash(tx, facts, [{ id, name: values["name"], idNumberHash }]);
  return person;
}
