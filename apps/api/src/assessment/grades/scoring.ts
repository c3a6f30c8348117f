import { type TestSubject, getOwedParts } from "@jipei/contract/assessment/parts.ts";
import { type NotNull, sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Actor, assertPermission, hasRole } from "../../core/foundation/actor.ts";
import { Refusal, notPossible } from "../../core/foundation/refusal.ts";
import { scoredByUnit } from "../test-application/application-side.ts";
import { type Part, partOf, parts } from "./grade-rules.ts";
import { assertPresent } from "../test-application/panel.ts";
import { firstTest } from "../test-application/test-application.guards.ts";

/** A test application, as far as scoring needs it. */
export interface Application extends Stored {
  /** The parts that its candidates must pass, in this attempt or in an earlier one. */
  owed: readonly TestSubject[];
}
type Stored = Awaited<ReturnType<typeof readApplications>>[number];

const readApplications = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("testApplication")
    .select(["id", "side", "classId", "level", "testMode", "subjects", "confirmType", "testDate"])
    .select((one) =>
      one
        .selectFrom("testApplication as first")
        .select("first.subjects")
        .whereRef("first.classId", "=", "testApplication.classId")
        .where("first.testKind", "=", firstTest)
        .where("first.confirmType", "=", "Confirm")
        .where("first.isDeleted", "=", 0)
        .as("ofFirst"),
    )
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    // The approval, which opens scoring, fixes the day.
    .$narrowType<{ testDate: NotNull }>()
    .execute();

/** Applications by id. */
export async function getApplications(db: Db, ids: readonly string[]): Promise<Map<string, Application>> {
  const found = ids.length === 0 ? [] : await readApplications(db, [...new Set(ids)]);
  return new Map(
    found.map((row) => [row.id, { ...row, owed: getOwedParts(row.level, row.testMode, row.ofFirst ?? row.subjects) }]),
  );
}

/** One application. @throws NOT_FOUND */
export async function getApplication(db: Db, id: string): Promise<Application> {
  const found = (await getApplications(db, [id])).get(id);
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}

/** Modes with a panel of assessors who must have signed in. */
const withPanel = new Set(["1", "2", "3"]);

/**
 * Checks that the actor may enter scores of the application now. @throws NOT_ASSIGNED, ROLE_DENIED, STATE_ILLEGAL
 * @returns the parts whose scores they may enter: of assessors those that they assess
 */
export async function assertMayScore(tx: Tx, actor: Actor, application: Application): Promise<ReadonlySet<Part>> {
  assertPermission(actor, actor.audience === "enterprise" ? "enterprise_test_edit" : "grade_edit");
  if (application.confirmType !== "Confirm")
    throw notPossible({
      status: { zh: "考核未审核通过", en: "not approved" },
      action: { zh: "登分", en: "enter scores" },
    });
  const ownModes = scoredByUnit[actor.audience];
  if (
    ownModes &&
    !(ownModes.includes(application.testMode) && (hasRole(actor, "orgAdmin") || hasRole(actor, "entAdmin")))
  )
    throw new Refusal("ROLE_DENIED");
  const mayEnter = hasRole(actor, "assessor") ? await getAssessed(tx, actor, application) : new Set(parts);
  if (mayEnter.size === 0) throw new Refusal("NOT_ASSIGNED");
  if (withPanel.has(application.testMode)) await assertPresent(tx, application);
  return mayEnter;
}

/** The parts that an assessor is assigned to assess; supervisors (3) assess none, and on a panel nobody who has not signed in does. */
async function getAssessed(tx: Tx, actor: Actor, { id, testMode }: Application): Promise<ReadonlySet<Part>> {
  const { rows } = await sql<{ subject: TestSubject }>`
    select subject from assessor_assignment where test_apply_id = ${id} and assessor_id = ${actor.assessorId} and is_deleted = 0 and duty <> '3'
      and (sign_time is not null or not ${withPanel.has(testMode)}::boolean)`.execute(tx);
  return new Set(rows.map(({ subject }) => partOf[subject]));
}
