import { testApplicationCalls as calls, testEligible } from "@jipei/contract/assessment/test-application.calls.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { lockRows, readRow, splitIds } from "../../core/database/rows.ts";
import { countShown } from "../../core/entity/child-rows.ts";
import { transition } from "../../core/entity/transition.ts";
import { type Actor, may } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { classScope } from "../../training/training.queries.ts";
import { candidateScope, enterpriseApplicationScope, testApplicationScope } from "../assessment.scope.ts";
import { type Marked, applicationOrder, markPrinted, removeApplications, showEligible } from "./application-calls.ts";
import { testApplicationLifecycle } from "./test-application.lifecycle.ts";
import { institutionTable, saveApplication } from "./test-application.save.ts";
import { wholeApplication } from "./test-application.store.ts";

export const applicationRows = [
  { entity: TestApplication, scope: testApplicationScope, resource: "test_apply" as const },
  { entity: TestCandidate, scope: candidateScope, resource: "test" as const },
];

const list = (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
  listPage(app, actor, TestApplication, query, { scope: testApplicationScope, order: applicationOrder });

export const testApplicationRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.listOfOrg, list),
  reads(calls.listOfBureau, list),
  reads(calls.listOfPerson, list),
  reads(calls.detail, (db, actor, { id }, app) => wholeApplication(db, actor, id, app)),
  writes(calls.submit, async (tx, actor, body, app) =>
    wholeApplication(
      tx,
      actor,
      await saveApplication(tx, actor, institutionTable, {
        head: body.testApplyDTO,
        candidates: body.testDTOs ?? null,
        removed: body.delTestDTOs ?? null,
      }),
      app,
    ),
  ),

  writes(calls.remove, async (tx, actor, { ids }) => {
    const rows = await lockRows(tx, TestApplication, testApplicationScope, actor, splitIds(ids));
    await removeApplications(tx, actor, TestApplication, rows);
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
    const rows: Marked[] = await lockRows(tx, TestApplication, testApplicationScope, actor, splitIds(ids));
    await markPrinted(tx, actor, TestApplication, rows, print);
  }),

  reads(calls.pendingCount, async (db, actor) => ({
    ...(await countShown(db, actor, TestApplication, testApplicationScope, sql`t.confirm_type = 'unConfirm'`)),
    enterprise: may(actor, "enterprise_test_apply_view")
      ? (
          await countShown(
            db,
            actor,
            EnterpriseTestApplication,
            enterpriseApplicationScope,
            sql`t.confirm_type = 'unConfirm'`,
          )
        ).number
      : null,
  })),

  reads(testEligible, async (db, actor, { classId, testKind }) => {
    await readRow(db, TrainingClass, classScope, actor, classId);
    return showEligible(db, classId, testKind);
  }),
];
