import { formImporter } from "../core/excel/import/form-import.ts";
import { columns } from "../core/entity/columns.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { assessorDraw, assessorsOfApplication } from "@jipei/contract/assessment/assessors/assessor.calls.ts";
import {
  AssessorAssignment,
  assessorAssignmentCalls,
} from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { AssessorType, assessorTypeCalls } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { Assessor, assessorCalls } from "@jipei/contract/assessment/assessors/assessor.ts";
import { sql } from "kysely";
import { type Actor, hasRole } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import type { AuditEntry } from "../core/entity/audit-entry.ts";
import { now, today } from "../core/foundation/clock.ts";
import { type CrudOptions, crudRoutes } from "../core/entity/crud.ts";
import { insertRow } from "../core/database/write-rows.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { parsePerson } from "../core/foundation/person.ts";
import { refuseUsed } from "../core/entity/references.ts";
import { Refusal, collectRefusals, invalidField, notPossible } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { readChildRows } from "../core/entity/child-rows.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { removeUsersOf } from "../users/users.queries.ts";
import { assessorScope, assessorTypeScope, assignmentScope } from "./assessment.scope.ts";
import {
  type AssessorFacts,
  type Panel,
  getMinimumSize,
  lockPanel,
  assertMaySit,
  assertOpen,
  assertLeadsAlone,
} from "./test-application/panel.ts";

const typeOptions: CrudOptions<typeof AssessorType> = {
  entity: AssessorType,
  resource: "assessor_type",
  scope: assessorTypeScope,
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, AssessorType, rows),
};
const typeRoutes = crudRoutes(assessorTypeCalls, typeOptions);

/** Fields that say what an assessor is certified for; only the bureau changes them. */
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
] as const;

/** The first of these fields that a save changes, if any. */
const findChanged = <K extends string>(
  names: readonly K[],
  merged: { [N in K]?: unknown },
  old: { [N in K]: unknown },
): K | undefined => names.find((name) => String(merged[name]) !== String(old[name]));

/** @throws FIELD_FROZEN where one of the fields is changed */
function assertStays<K extends string>(
  entity: { fields: { [N in K]: Field } },
  names: readonly K[],
  merged: { [N in K]?: unknown },
  old: { [N in K]: unknown },
): void {
  const frozen = findChanged(names, merged, old);
  if (frozen) throw new Refusal("FIELD_FROZEN", { field: entity.fields[frozen] });
}

const assessorOptions: CrudOptions<typeof Assessor> = {
  entity: Assessor,
  resource: "assessor",
  scope: assessorScope,
  beforeSave: async (tx, actor, merged, old) => {
    if (merged.cardExpireDate <= merged.cardStartDate)
      throw invalidField(
        "cardExpireDate",
        "证卡有效期止",
        "Card valid to",
        "须晚于有效期起",
        "must be after the start",
      );
    const person = parsePerson(merged);
    // Assessors may change their own address and account, never what they may assess.
    if (old && hasRole(actor, "assessor")) assertStays(Assessor, certified, merged, old);
    return columns(Assessor, { ...person, assessorNo: old?.assessorNo ?? (await nextNumber(tx, "ASSESSOR_NO")) });
  },
  async beforeRemove(tx, actor, rows) {
    await refuseUsed(tx, Assessor, rows, "ASSESSOR_IN_USE");
    await removeUsersOf(
      tx,
      actor,
      "assessorId",
      rows.map(({ id }) => id),
    );
  },
};
const assessorRoutesOnly = crudRoutes(assessorCalls, assessorOptions);

/** Fields fixed with the assignment: to replace an assessor, the row is removed and another one added. */
const exchanged = ["testApplyId", "assessorId"] as const;
/** Fields that assessors may not change in their own assignment, since these decide what they may see and score; they only sign in, at the server's time. */
const assigned = ["testApplyId", "applySide", "assessorId", "duty", "subject", "fee"] as const;
type FixedField = (typeof assigned)[number];
/** Fields that may change only while the panel is open; the fee is settled afterwards. */
const ofPanel = ["applySide", "duty", "subject", "signTime"] as const;

const assignmentRoutes = crudRoutes(assessorAssignmentCalls, {
  entity: AssessorAssignment,
  resource: "exam_assessor",
  scope: assignmentScope,
  audited: true,
  beforeSave: async (tx, actor, merged, old) => {
    if (old)
      assertStays<FixedField>(AssessorAssignment, hasRole(actor, "assessor") ? assigned : exchanged, merged, old);
    const panel = await lockPanel(tx, merged.testApplyId);
    if (!old || findChanged(ofPanel, merged, old)) assertOpen(panel);
    if (old && hasRole(actor, "assessor"))
      return columns(AssessorAssignment, { signTime: old.signTime ?? (merged.signTime ? now() : null) });
    const assessor = await tx
      .selectFrom("assessor")
      .selectAll()
      .where("id", "=", merged.assessorId)
      .where("isDeleted", "=", 0)
      .executeTakeFirst();
    if (!assessor) throw new Refusal("NOT_FOUND");
    if (!old || merged.duty !== old.duty) await assertMaySit(tx, assessor, panel, merged.duty);
    if (merged.duty === "1") await assertLeadsAlone(tx, panel, merged.assessorId);
    return columns(AssessorAssignment, {
      assessorName: assessor.name,
      isDrawn: old?.isDrawn ?? "0",
      applySide: panel.side,
    });
  },
  beforeRemove: async (tx, _actor, rows) => {
    for (const id of new Set(rows.map((row) => row.testApplyId))) assertOpen(await lockPanel(tx, id));
    await collectRefusals(
      rows,
      (row) => row.id,
      (row) => {
        if (row.signTime !== null)
          throw notPossible({
            status: { zh: "已签到", en: "signed in" },
            action: { zh: "移出考评组", en: "take off the panel" },
          });
      },
    );
  },
});

/** The assignments of an application as rows of the answer. */
const getAssignments = (db: Db, actor: Actor, app: Services, testApplyId: string) =>
  readChildRows(db, actor, app, AssessorAssignment, {
    scope: assignmentScope,
    where: sql`t.test_apply_id = ${testApplyId}`,
    order: sql`t.duty, t.id`,
    view: "list",
  });

/**
 * Draws the panel once, at random among the assessors who may sit on it; the first one leads. A repeated call returns the panel drawn.
 * @param count an odd number, not below the minimum of the level, which is the default @throws STATE_ILLEGAL, FIELD_INVALID
 */
async function draw(tx: Tx, actor: Actor, app: Services, testApplyId: string, count: number | null) {
  const panel = await lockPanel(tx, testApplyId);
  const drawn = await getAssignments(tx, actor, app, testApplyId);
  if (drawn.length > 0) return drawn;
  assertOpen(panel);
  const least = await getMinimumSize(tx, panel.level);
  const wanted = count ?? least;
  if (wanted < least || wanted % 2 === 0)
    throw invalidField("count", "人数", "Number", `须为单数且不少于${least}人`, `must be odd and at least ${least}`);
  const chosen = await chooseAssessors(tx, panel, wanted);
  const actions: AuditEntry[] = [];
  for (const [index, assessor] of chosen.entries())
    for (const subject of panel.subjects) {
      const { id } = await insertRow(tx, actor, AssessorAssignment, {
        testApplyId,
        applySide: panel.side,
        assessorId: assessor.id,
        assessorName: assessor.name,
        duty: index === 0 ? "1" : "2",
        subject,
        isDrawn: "1",
      });
      actions.push({
        bizType: AssessorAssignment.name,
        bizId: id,
        action: "draw",
        after: { testApplyId, assessorId: assessor.id, subject },
      });
    }
  await writeAudit(tx, actor, actions);
  return getAssignments(tx, actor, app, testApplyId);
}

/** Chooses so many assessors at random among those who may sit on a panel. @throws FIELD_INVALID where there are fewer */
async function chooseAssessors(tx: Tx, panel: Panel, wanted: number): Promise<AssessorFacts[]> {
  const pool = await tx
    .selectFrom("assessor")
    .selectAll()
    .where("isDeleted", "=", 0)
    .where("isValid", "=", "isValid")
    .where("cardExpireDate", ">=", today())
    .where("occupationCodes", "@>", sql<string[]>`array[${panel.occupationCode}]::text[]`)
    .orderBy(sql`random()`)
    .execute();
  const chosen: AssessorFacts[] = [];
  for (const assessor of pool) {
    if (chosen.length === wanted) break;
    try {
      await assertMaySit(tx, assessor, panel, "2");
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
  return chosen;
}

export const assessorRoutes: Route[] = [
  ...typeRoutes,
  ...assessorRoutesOnly,
  ...assignmentRoutes,
  reads(assessorsOfApplication, (db, actor, { testApplyId }, app) => getAssignments(db, actor, app, testApplyId)),
  writes(assessorDraw, (tx, actor, { testApplyId, count }, app) => draw(tx, actor, app, testApplyId, count ?? null)),
];

export const assessorImporters = [
  formImporter(assessorTypeCalls.import, typeOptions),
  formImporter(assessorCalls.import, assessorOptions, {
    columns: [
      { field: "cardExpireDate", example: "2029-12-31" },
      { field: "occupationCodes", example: "6-31-01-03" },
    ],
  }),
];
