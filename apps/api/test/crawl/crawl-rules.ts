import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { sql } from "kysely";
import type { Actor } from "../../src/core/foundation/actor.ts";
import type { TestApp } from "../support/test-app.ts";
import type { Column, Truth } from "./crawl-truth.ts";

/** `own`: of their own students, staff, unit or themselves · `users`: of the bureau's users · `claims`: of persons for whom a subsidy is claimed. */
type Extent = "none" | "all" | "own" | "users" | "claims";

/** Who may read what in full without an extra request: the agreed rules, stated here again instead of read from the code that is tested. */
const rules: Readonly<Record<RoleAlias, Readonly<Record<Column, Extent>>>> = {
  sysAdmin: { idNumber: "none", phone: "users", account: "none", contact: "users" },
  clerk: { idNumber: "all", phone: "all", account: "none", contact: "all" },
  firstReviewer: { idNumber: "claims", phone: "none", account: "none", contact: "none" },
  secondReviewer: { idNumber: "claims", phone: "none", account: "none", contact: "none" },
  finance: { idNumber: "none", phone: "none", account: "all", contact: "none" },
  leader: { idNumber: "none", phone: "none", account: "none", contact: "none" },
  auditor: { idNumber: "none", phone: "none", account: "none", contact: "none" },
  orgAdmin: { idNumber: "own", phone: "own", account: "own", contact: "own" },
  orgTeacher: { idNumber: "none", phone: "own", account: "none", contact: "none" },
  entAdmin: { idNumber: "own", phone: "own", account: "own", contact: "own" },
  student: { idNumber: "own", phone: "own", account: "own", contact: "own" },
  assessor: { idNumber: "none", phone: "none", account: "none", contact: "none" },
  guest: { idNumber: "none", phone: "none", account: "none", contact: "none" },
};

/** Whether a user reads some of these in full, so that they may search by them. */
export const mayReadSome = (role: RoleAlias, column: Column, entity: string): boolean => {
  const extent = rules[role][column];
  return (
    extent === "all" ||
    (extent === "claims" && entity === "SubsidyLine") ||
    (extent === "own" && !(entity === "Assessor" && role === "orgAdmin"))
  );
};
/** Who may search by a masked value that they know, with the search counted: those who may reveal it; by phone, whoever sees phones at all. */
export const mayAskForSome = (role: RoleAlias, column: Column): boolean =>
  ["clerk", "firstReviewer", "secondReviewer", "auditor"].includes(role) ||
  (column === "phone" && role !== "assessor" && role !== "guest");

/** How a row leads to the person or unit that it belongs to. */
interface Ties {
  orgOfClass: ReadonlyMap<string, string>;
  orgsOfTeacher: ReadonlyMap<string, ReadonlySet<string>>;
  /** The unit of the user's enterprise. */
  ownUnit: string | undefined;
  taughtClasses: ReadonlySet<string>;
}

async function getTies(app: TestApp, actor: Actor): Promise<Ties> {
  const [classes, hires, lessons, units] = await Promise.all([
    sql<{ id: string; orgId: string }>`select id, org_id from training_class`.execute(app.db),
    sql<{ teacherId: string; orgId: string }>`select teacher_id, org_id from teacher_hire where is_deleted = 0`.execute(
      app.db,
    ),
    sql<{
      classId: string;
    }>`select distinct l.class_id from lesson l join teacher t on t.id = l.teacher_id where t.id_number_hash = ${actor.idNumberHash ?? ""}`.execute(
      app.db,
    ),
    sql<{ id: string }>`select id from organisation where dept_id = ${actor.entId}`.execute(app.db),
  ]);
  const orgsOfTeacher = new Map<string, Set<string>>();
  for (const { teacherId, orgId } of hires.rows)
    orgsOfTeacher.set(teacherId, (orgsOfTeacher.get(teacherId) ?? new Set()).add(orgId));
  return {
    orgOfClass: new Map(classes.rows.map(({ id, orgId }) => [id, orgId])),
    orgsOfTeacher,
    ownUnit: units.rows[0]?.id,
    taughtClasses: new Set(lessons.rows.map(({ classId }) => classId)),
  };
}

/** The values that a user may read in full. */
export async function readableTo(
  app: TestApp,
  role: RoleAlias,
  actor: Actor,
  truths: readonly Truth[],
): Promise<ReadonlySet<string>> {
  const ties = await getTies(app, actor);
  const isOwn = ({ entity, row }: Truth): boolean => {
    if (entity.name === "User" || entity.name === "Registration") return row.id === actor.userId;
    if (actor.idNumberHash !== null && row.idNumberHash === actor.idNumberHash) return true;
    if (role === "entAdmin")
      return row.entId === actor.entId || (ties.ownUnit !== undefined && row.unitId === ties.ownUnit);
    if (role === "orgTeacher")
      return ties.taughtClasses.has(String(entity.name === "TrainingClass" ? row.id : row.classId));
    if (role !== "orgAdmin") return false;
    if (entity.name === "Teacher") return ties.orgsOfTeacher.get(String(row.id))?.has(actor.orgId ?? "") ?? false;
    return [
      entity.name === "Organisation" ? row.id : null,
      row.orgId,
      ties.orgOfClass.get(String(row.classId)),
    ].includes(actor.orgId);
  };
  const isReadable = (truth: Truth): boolean => {
    if (
      isOwn(truth) &&
      (truth.entity.name === "User" || (actor.idNumberHash !== null && truth.row.idNumberHash === actor.idNumberHash))
    )
      return true;
    switch (rules[role][truth.column]) {
      case "all":
        return true;
      case "own":
        return isOwn(truth);
      case "users":
        return truth.entity.name === "User" && truth.row.loginType === "0";
      case "claims":
        return truth.entity.name === "SubsidyLine";
      case "none":
        return false;
    }
  };
  return new Set(truths.filter(isReadable).map(({ value }) => value));
}
