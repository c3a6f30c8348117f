import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { assessorDraw, assessorsOfApplication } from "@jipei/contract/exams/assessor.calls.ts";
import { AssessorAssignment, assessorAssignmentCalls } from "@jipei/contract/exams/assessor-assignment.ts";
import { AssessorType, assessorTypeCalls } from "@jipei/contract/exams/assessor-type.ts";
import { Assessor, assessorCalls } from "@jipei/contract/exams/assessor.ts";
import { sql } from "kysely";
import { type Actor, hasRole } from "../core/actor.ts";
import { type AuditEntry, writeAudit } from "../core/audit.ts";
import { now, today } from "../core/clock.ts";
import { crudRoutes, insertRow } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { personOf } from "../core/person.ts";
import { refuseUsed } from "../core/references.ts";
import { Refusal, failureOf, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { shownRows } from "../core/shown-rows.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { assessorScope, assessorTypeScope, assignmentScope } from "./exams.scope.ts";
import { leastOf, lockPanel, maySit, mustBeOpen, mustLeadAlone } from "./panel.ts";

type Values = Record<string, any>;

const typeRoutes = crudRoutes(assessorTypeCalls, {
  entity: AssessorType,
  resource: "assessor_type",
  scope: assessorTypeScope,
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "DEPENDENCY_IN_USE",
      rows.map((row) => row["id"]),
      ["assessor.assessor_type_id"],
    ),
});

/** What an assessor may assess, and by what. */
const certified = [
  "name",
  "idNumber",
  "assessorTypeId",
  "assessorLevel",
  "cardNo",
  "cardStartDate",
  "cardExpireDate",
  "occupationCodes",
  "workUnit",
  "isValid",
];

const differ = (merged: Values, old: Values) => (name: string) => String(merged[name]) !== String(old[name]);

/** @throws FIELD_FROZEN where one of the fields is changed */
function mustStay(entity: Entity<any>, names: readonly string[], merged: Values, old: Values): void {
  const frozen = names.find(differ(merged, old));
  if (frozen) throw new Refusal("FIELD_FROZEN", { field: entity.fields[frozen] as Field });
}

const assessorRoutesOnly = crudRoutes(assessorCalls, {
  entity: Assessor,
  resource: "assessor",
  scope: assessorScope,
  beforeSave: async (tx, actor, merged, old) => {
    if (merged["cardExpireDate"] <= merged["cardStartDate"])
      throw invalidField(
        "cardExpireDate",
        "证卡有效期止",
        "Card valid to",
        "须晚于有效期起",
        "must be after the start",
      );
    const person = personOf(merged);
    // An assessor may keep his own address and account up to date, never what he may assess.
    if (old && hasRole(actor, "assessor")) mustStay(Assessor, certified, merged, old);
    return { ...person, assessorNo: old?.["assessorNo"] ?? (await nextNumber(tx, "ASSESSOR_NO")) };
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "ASSESSOR_IN_USE",
      rows.map((row) => row["id"]),
      ["assessor_assignment.assessor_id"],
    ),
});

/** What is fixed with the assignment: to exchange somebody, the row is taken out and another put in. */
const exchanged = ["testApplyId", "assessorId"];
/** An assessor signs in, at the server's time, and changes nothing else: what he is assigned to decides what he may see and score. */
const assigned = ["testApplyId", "applySide", "assessorId", "duty", "subject", "fee"];
/** What belongs to the panel; the fee is settled afterwards. */
const ofPanel = ["applySide", "duty", "subject", "signTime"];

const assignmentRoutes = crudRoutes(assessorAssignmentCalls, {
  entity: AssessorAssignment,
  resource: "exam_assessor",
  scope: assignmentScope,
  audited: true,
  beforeSave: async (tx, actor, merged, old) => {
    if (old) mustStay(AssessorAssignment, hasRole(actor, "assessor") ? assigned : exchanged, merged, old);
    const panel = await lockPanel(tx, merged["testApplyId"]);
    if (!old || ofPanel.some(differ(merged, old))) mustBeOpen(panel);
    if (old && hasRole(actor, "assessor")) return { signTime: old["signTime"] ?? (merged["signTime"] ? now() : null) };
    const assessor = await tx
      .selectFrom("assessor")
      .selectAll()
      .where("id", "=", merged["assessorId"])
      .where("isDeleted", "=", 0)
      .executeTakeFirst();
    if (!assessor) throw new Refusal("NOT_FOUND");
    if (!old || merged["duty"] !== old["duty"]) await maySit(tx, assessor, panel, merged["duty"]);
    if (merged["duty"] === "1") await mustLeadAlone(tx, panel, merged["assessorId"]);
    return { assessorName: assessor["name"], isDrawn: old?.["isDrawn"] ?? "0" };
  },
  beforeRemove: async (tx, _actor, rows) => {
    for (const id of new Set(rows.map((row) => row["testApplyId"] as string))) mustBeOpen(await lockPanel(tx, id));
    const there = rows.filter((row) => row["signTime"] !== null);
    const refusal = new Refusal("STATE_ILLEGAL", {
      status: { zh: "已签到", en: "signed in" },
      action: { zh: "移出考评组", en: "take off the panel" },
    });
    if (there.length > 0) throw Object.assign(refusal, { failures: there.map((row) => failureOf(refusal, row["id"])) });
  },
});

/** Assignments of an application as they are shown. */
const assignmentsOf = (db: Db, actor: Actor, app: Services, testApplyId: string): Promise<any[]> =>
  shownRows(db, actor, app, AssessorAssignment, {
    scope: assignmentScope,
    where: sql`t.test_apply_id = ${testApplyId}`,
    order: sql`t.duty, t.id`,
    view: "list",
  });

/**
 * Draws the panel once: whoever may sit on it, at random, the first one leads. A repeated call answers the panel drawn.
 * @param count an odd number, not below what the level asks for, which is drawn where none is given @throws STATE_ILLEGAL, FIELD_INVALID
 */
async function draw(tx: Tx, actor: Actor, app: Services, testApplyId: string, count: number | null): Promise<any[]> {
  const panel = await lockPanel(tx, testApplyId);
  const drawn = await assignmentsOf(tx, actor, app, testApplyId);
  if (drawn.length > 0) return drawn;
  mustBeOpen(panel);
  const least = await leastOf(tx, panel.level);
  const wanted = count ?? least;
  if (wanted < least || wanted % 2 === 0)
    throw invalidField("count", "人数", "Number", `须为单数且不少于${least}人`, `must be odd and at least ${least}`);
  const pool =
    await sql<Values>`select * from assessor where is_deleted = 0 and is_valid = 'isValid' and card_expire_date >= ${today()}::date and occupation_codes @> array[${panel.occupationCode}]::text[] order by random()`.execute(
      tx,
    );
  const chosen: Values[] = [];
  for (const assessor of pool.rows) {
    if (chosen.length === wanted) break;
    try {
      await maySit(tx, assessor, panel, "2");
      chosen.push(assessor);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  if (chosen.length < wanted)
    throw invalidField(
      "count",
      "考评员",
      "Assessors",
      `可抽取的考评员不足${wanted}人`,
      `fewer than ${wanted} assessors may be drawn`,
    );
  const deeds: AuditEntry[] = [];
  for (const [index, assessor] of chosen.entries())
    for (const subject of panel.subjects) {
      const { id } = await insertRow(tx, actor, AssessorAssignment, {
        testApplyId,
        applySide: "1",
        assessorId: assessor["id"],
        assessorName: assessor["name"],
        duty: index === 0 ? "1" : "2",
        subject,
        isDrawn: "1",
      });
      deeds.push({
        bizType: AssessorAssignment.name,
        bizId: id,
        action: "draw",
        after: { testApplyId, assessorId: assessor["id"], subject },
      });
    }
  await writeAudit(tx, actor, deeds);
  return assignmentsOf(tx, actor, app, testApplyId);
}

export const assessorRoutes: Route[] = [
  ...typeRoutes,
  ...assessorRoutesOnly,
  ...assignmentRoutes,
  reads(assessorsOfApplication, (db, actor, { testApplyId }, app) => assignmentsOf(db, actor, app, testApplyId)),
  writes(assessorDraw, (tx, actor, { testApplyId, count }, app) => draw(tx, actor, app, testApplyId, count ?? null)),
];
