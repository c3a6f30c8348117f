import type { InputOf } from "@jipei/contract/core/call.ts";
import { CompetitionNotice, competitionCalls } from "@jipei/contract/competitions/competition.ts";
import {
  CompetitionRegister,
  competitionRegisterCalls,
  competitionRegisterMachine,
} from "@jipei/contract/competitions/registration.ts";
import { CompetitionRecord, competitionRecordCalls } from "@jipei/contract/competitions/result.ts";
import { findAction } from "@jipei/contract/core/machine.ts";
import type { Tx } from "../core/database/db.ts";
import { checkVersion, lockRow } from "../core/database/rows.ts";
import { crudRoutes, inputColumns, saveRow } from "../core/entity/crud.ts";
import { moveRoute, transition } from "../core/entity/transition.ts";
import { exporter } from "../core/excel/export.ts";
import { assertNoPerson, formImporter, rowsOf } from "../core/excel/import/form-import.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { illegalState } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Domain, writes } from "../core/http/implement.ts";
import { awardRoutes } from "./awards.ts";
import { competitionLifecycle, competitionOptions, competitionScope, saveItems } from "./competition.ts";
import { registrationReminders } from "./reminders.ts";
import { registrationDerived, registrationLifecycle, registrationOptions, registrationScope } from "./registration.ts";
import { publishResults, resultDerived, resultOptions, resultScope, saveResult } from "./result.ts";

/** 16.1: saves with the items; publishes or withdraws where the wanted state is another. */
async function submitCompetition(
  tx: Tx,
  actor: Actor,
  { items, status, reason, ...draft }: InputOf<typeof competitionCalls.submit>,
  app: Services,
): Promise<{ id: string }> {
  const old = draft.id ? await lockRow(tx, CompetitionNotice, competitionScope, actor, draft.id) : null;
  if (old) checkVersion(old, draft.version);
  const present = old?.status ?? "0";
  const withdraws = status === "2" && present === "1";
  const { id } =
    old && (withdraws || (!items && Object.keys(inputColumns(CompetitionNotice, draft)).length === 0))
      ? old
      : await saveRow(tx, actor, competitionOptions, draft, app);
  if (items && !withdraws) await saveItems(tx, id, items);
  if (status === "1" && present !== "1") await transition(tx, actor, competitionLifecycle, "publish", [id], {}, app);
  if (status === "2") await transition(tx, actor, competitionLifecycle, "withdraw", [id], { reason }, app);
  return { id };
}

/** 16.2: saves and registers; the bureau decides by the wanted state. @throws STATE_ILLEGAL */
async function submitRegistration(
  tx: Tx,
  actor: Actor,
  { confirmStatus, reason, backReason, ...draft }: InputOf<typeof competitionRegisterCalls.submit>,
  app: Services,
): Promise<{ id: string }> {
  const old = draft.id ? await lockRow(tx, CompetitionRegister, registrationScope, actor, draft.id) : null;
  if (old) checkVersion(old, draft.version);
  const wanted = confirmStatus ?? "unConfirm";
  if (wanted === "unSubmit") return saveRow(tx, actor, registrationOptions, draft, app);
  const present = old?.confirmStatus ?? "unSubmit";
  const move = findAction(competitionRegisterMachine, present, wanted);
  if (!move || (!old && move !== "commit"))
    throw illegalState(competitionRegisterMachine.states, present, "审核", "decide");
  const isChanged = Object.keys(inputColumns(CompetitionRegister, draft)).length > 0;
  const { id } =
    old && (move !== "commit" || !isChanged) ? old : await saveRow(tx, actor, registrationOptions, draft, app);
  await transition(tx, actor, registrationLifecycle, move, [id], { reason: reason ?? backReason }, app);
  return { id };
}

/** Units enter the people that they send as drafts, and register them together afterwards. */
const registrationImporter = formImporter(competitionRegisterCalls.import, registrationOptions, {
  assertAllowed: assertNoPerson,
  columns: [{ field: "competitionId", resolve: rowsOf("CompetitionNotice", "competitionName", "competitionNo") }],
});

/** Results come from the referees as a sheet of numbers and scores. */
const resultImporter = formImporter(competitionRecordCalls.import, resultOptions(), {
  columns: [
    {
      field: "registerId",
      synonyms: ["参赛编号", "编号", "Contestant number"],
      example: "JS2026A001",
      needed: true,
      resolve: rowsOf("CompetitionRegister", "registerNo"),
    },
    { field: "theoryScore", example: "85.00" },
    { field: "practiceScore", example: "88.50" },
  ],
});

/** Skills competitions: their announcement, who registers for their items, and what they reached. */
export const competitions: Domain = {
  name: "competitions",
  owners: [competitionOptions],
  derived: [...registrationDerived, ...resultDerived],
  routes: [
    ...crudRoutes(competitionCalls, competitionOptions, { submit: writes(competitionCalls.submit, submitCompetition) }),
    exporter(CompetitionNotice, competitionCalls.export, { scope: competitionScope }),
    ...crudRoutes(competitionRegisterCalls, registrationOptions, {
      submit: writes(competitionRegisterCalls.submit, submitRegistration),
    }),
    moveRoute(competitionRegisterCalls.commit, registrationLifecycle, "commit"),
    exporter(CompetitionRegister, competitionRegisterCalls.export, { scope: registrationScope }),
    ...crudRoutes(competitionRecordCalls, resultOptions(), {
      submit: writes(competitionRecordCalls.submit, saveResult),
    }),
    writes(competitionRecordCalls.publish, publishResults),
    exporter(CompetitionRecord, competitionRecordCalls.export, { scope: resultScope }),
    ...awardRoutes,
  ],
  importers: [registrationImporter, resultImporter],
  timers: [registrationReminders],
  constraints: { competition_register_once: "COMP_DUP", competition_record_once: "DUPLICATE" },
};
