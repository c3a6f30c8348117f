import { enterpriseTestApplicationCalls as calls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { ConfirmStatus } from "@jipei/contract/core/fields/codes.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { lockRow, lockRows, readRow, splitIds } from "../../core/database/rows.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { enterpriseClassRows } from "../../training/training.queries.ts";
import { enterpriseApplicationScope } from "../assessment.scope.ts";
import { type Marked, applicationOrder, markPrinted, removeApplications, showEligible } from "./application-calls.ts";
import { enterpriseApplicationLifecycle } from "./test-application.lifecycle.ts";
import { enterpriseTable, saveApplication } from "./test-application.save.ts";
import { wholeEnterpriseApplication } from "./test-application.store.ts";

export const enterpriseApplicationDerived: readonly DerivedField[] = [
  derived(EnterpriseTestApplication, "entId", "select u.dept_id from institution u where u.id = t.unit_id"),
];

export const enterpriseApplicationRows = {
  entity: EnterpriseTestApplication,
  scope: enterpriseApplicationScope,
  resource: "enterprise_test_apply",
} as const;

const list = (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
  listPage(app, actor, EnterpriseTestApplication, query, {
    scope: enterpriseApplicationScope,
    order: applicationOrder,
  });

type Input = InputOf<typeof calls.submit>;

/** 8.2-1 … 8.2-5: `confirmType` names the state that the application shall have; without one, or with its own, it is saved. @returns its id */
async function submit(tx: Tx, actor: Actor, input: Input, app: Services): Promise<string> {
  const head = { ...input.enterpriseTestApplyDTO, id: input.id ?? input.enterpriseTestApplyDTO?.id };
  const old = head.id ? await lockRow(tx, EnterpriseTestApplication, enterpriseApplicationScope, actor, head.id) : null;
  const present = old?.confirmType ?? "unSubmit";
  const wanted = input.confirmType ?? present;
  const savesToo =
    actor.audience === "enterprise" && (wanted === present || wanted === "unSubmit" || wanted === "unConfirm");
  const id = savesToo ? await save(tx, actor, input, head) : head.id;
  if (!id) throw new Refusal("NOT_FOUND");
  if (wanted === "unSubmit" || (wanted === present && savesToo)) return id;
  const { reason, testDate, testPlace, confirmOpinion, ineligible } = input;
  await transition(
    tx,
    actor,
    enterpriseApplicationLifecycle,
    findMove(wanted, present),
    [id],
    { reason, testDate, testPlace, confirmOpinion, ineligible, ...(!savesToo && { version: head.version }) },
    app,
  );
  return id;
}

const save = (
  tx: Tx,
  actor: Actor,
  input: Input,
  head: NonNullable<Input["enterpriseTestApplyDTO"]>,
): Promise<string> =>
  saveApplication(tx, actor, enterpriseTable, {
    head,
    candidates: input.enterpriseTestDTO ?? null,
    removed: input.delEnterpriseTestDTO ?? null,
  });

/** The move that leads to a state. Where none starts from the present one, the transition says so. */
function findMove(wanted: ConfirmStatus, present: ConfirmStatus) {
  switch (wanted) {
    case "unConfirm":
      return "commit";
    case "Confirm":
      return "confirm";
    case "back":
      return "back";
    case "Invalidate":
      return present === "Confirm" ? "revoke" : "invalidate";
    case "unSubmit": {
      const { zh, en } = EnterpriseTestApplication.fields.confirmType;
      throw invalidField("confirmType", zh, en, "不是可以到达的状态", "is no state to move to");
    }
  }
}

export const enterpriseApplicationRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.getEnterpriseTestApply, list),
  reads(calls.detail, (db, actor, { id }, app) => wholeEnterpriseApplication(db, actor, id, app)),
  writes(calls.submit, async (tx, actor, input, app) =>
    wholeEnterpriseApplication(tx, actor, await submit(tx, actor, input, app), app),
  ),
  writes(calls.remove, async (tx, actor, { ids }) => {
    const rows = await lockRows(tx, EnterpriseTestApplication, enterpriseApplicationScope, actor, splitIds(ids));
    await removeApplications(tx, actor, EnterpriseTestApplication, rows);
  }),
  writes(calls.printSwitching, async (tx, actor, { ids, print }) => {
    const rows: Marked[] = await lockRows(
      tx,
      EnterpriseTestApplication,
      enterpriseApplicationScope,
      actor,
      splitIds(ids),
    );
    await markPrinted(tx, actor, EnterpriseTestApplication, rows, print);
  }),
  reads(calls.eligible, async (db, actor, { classId, testKind }) => {
    await readRow(db, EnterpriseClass, enterpriseClassRows.scope, actor, classId);
    return showEligible(db, classId, testKind);
  }),
];
