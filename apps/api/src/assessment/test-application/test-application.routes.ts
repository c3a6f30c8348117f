import { testApplicationCalls as calls, testEligible } from "@jipei/contract/assessment/test-application.calls.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { lockRows, readRow, splitIds } from "../../core/database/rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { countShown } from "../../core/entity/child-rows.ts";
import { removeRows, updateRow } from "../../core/entity/crud.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { Refusal, notPossible } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { ascending, descending } from "../../core/list/order.ts";
import { classScope } from "../../training/training.queries.ts";
import { candidateScope, testApplicationScope } from "../assessment.scope.ts";
import { eligibleStudents } from "./eligible-students.ts";
import { testApplicationLifecycle } from "./test-application.lifecycle.ts";
import { saveApplication } from "./test-application.save.ts";
import { assertEditable, wholeApplication } from "./test-application.store.ts";

export const applicationRows = [
  { entity: TestApplication, scope: testApplicationScope, resource: "test_apply" as const },
  { entity: TestCandidate, scope: candidateScope, resource: "test" as const },
];

/** Lists applications, first those that wait for the bureau. */
const list = (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
  listPage(app, actor, TestApplication, query, {
    scope: testApplicationScope,
    order: [
      descending(sql`(t.confirm_type = 'unConfirm')`),
      ascending(sql`t.wish_test_date`, true),
      ascending(sql`t.id`),
    ],
  });

export const testApplicationRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.listOfOrg, list),
  reads(calls.listOfBureau, list),
  reads(calls.listOfPerson, list),
  reads(calls.detail, (db, actor, { id }, app) => wholeApplication(db, actor, id, app)),
  writes(calls.submit, async (tx, actor, body, app) =>
    wholeApplication(tx, actor, await saveApplication(tx, actor, body), app),
  ),

  writes(calls.remove, async (tx, actor, input) => {
    const rows = await lockRows(tx, TestApplication, testApplicationScope, actor, splitIds(input.ids));
    for (const row of rows) assertEditable(row);
    const ids = rows.map((row) => row.id);
    const candidates = await tx
      .selectFrom("testCandidate")
      .select("id")
      .where("testApplyId", "in", ids)
      .where("isDeleted", "=", 0)
      .execute();
    await removeRows(
      tx,
      actor,
      TestCandidate,
      candidates.map((row) => row.id),
    );
    await removeRows(tx, actor, TestApplication, ids);
  }),

  writes(calls.confirm, async (tx, actor, { ids, confirmType, ...input }, app) => {
    if (confirmType !== "unConfirm" && confirmType !== "Confirm")
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "目标状态", en: "Target" },
        reason: { zh: "此处只能提交、审核通过", en: "applications are submitted and approved here, nothing else" },
      });
    await transition(
      tx,
      actor,
      testApplicationLifecycle,
      confirmType === "unConfirm" ? "commit" : "confirm",
      splitIds(ids),
      input,
      app,
    );
  }),

  writes(calls.confirmSubmit, async (tx, actor, { ids, confirmType, reason }, app) => {
    const chosen = splitIds(ids);
    if (confirmType === "back")
      return void (await transition(tx, actor, testApplicationLifecycle, "back", chosen, { reason }, app));
    if (confirmType !== "Invalidate")
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "目标状态", en: "Target" },
        reason: { zh: "此处只能退回、作废", en: "applications are returned and made void here, nothing else" },
      });
    const rows = await lockRows(tx, TestApplication, testApplicationScope, actor, chosen);
    const approved = rows.filter((row) => row.confirmType === "Confirm").map((row) => row.id);
    if (approved.length > 0) await transition(tx, actor, testApplicationLifecycle, "revoke", approved, { reason }, app);
    const open = chosen.filter((id) => !approved.includes(id));
    if (open.length > 0) await transition(tx, actor, testApplicationLifecycle, "invalidate", open, { reason }, app);
  }),

  writes(calls.printSwitching, async (tx, actor, { ids, print }) => {
    const rows = await lockRows(tx, TestApplication, testApplicationScope, actor, splitIds(ids));
    if (rows.some((row) => row.confirmType !== "Confirm"))
      throw notPossible({
        status: { zh: "未审核通过", en: "not approved" },
        action: { zh: "打印", en: "print" },
      });
    for (const row of rows) await updateRow(tx, actor, TestApplication, row.id, { print });
    await writeAudit(
      tx,
      actor,
      rows.map((row) => ({
        bizType: "TestApplication",
        bizId: row.id,
        action: "print",
        before: row.print,
        after: print,
        opinion: today(),
      })),
    );
  }),

  reads(calls.pendingCount, (db, actor) =>
    countShown(db, actor, TestApplication, testApplicationScope, sql`t.confirm_type = 'unConfirm'`),
  ),

  reads(testEligible, async (db, actor, { classId, testKind }) => {
    await readRow(db, TrainingClass, classScope, actor, classId);
    return (await eligibleStudents(db, classId, testKind)).map((one) => ({
      studentId: one.studentId,
      studentNo: one.studentNo,
      name: one.snapshot.name,
      attendanceRate: one.snapshot.attendanceRate,
      eligible: one.reason === null ? 1 : 0,
      message: one.reason?.zh ?? null,
      messageEn: one.reason?.en ?? null,
    }));
  }),
];
