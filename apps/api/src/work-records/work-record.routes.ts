import type { InputOf } from "@jipei/contract/core/call.ts";
import type { RecordEntity, recordCalls } from "@jipei/contract/work-records/work-record.ts";
import type { Tx } from "../core/database/db.ts";
import { checkVersion, lockRow, readRow } from "../core/database/rows.ts";
import { type SaveInput, crudRoutes, inputColumns, saveRow } from "../core/entity/crud.ts";
import { transition } from "../core/entity/transition.ts";
import { exporter } from "../core/excel/export.ts";
import { formImporter } from "../core/excel/import/form-import.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { illegalState, invalidValue } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import type { RecordKind, RecordMove, StoredRecord } from "./kinds.ts";
import { countChain } from "./work-record.chain.ts";
import { recordLifecycle } from "./work-record.lifecycle.ts";
import { recordOptions } from "./work-record.options.ts";
import { classesOf, getReporter } from "./work-record.scope.ts";

type Submitted = InputOf<ReturnType<typeof recordCalls>["submit"]>;
type Status = StoredRecord["status"];

/** The move that a wanted state asks for. */
const moveTo = (present: Status, wanted: Status): RecordMove | null => {
  if (wanted === present || wanted === "unSubmit") return null;
  if (wanted === "back") return present === "firstTrial" ? "return" : "reReturn";
  return ({ firstTrial: "commit", reTrial: "firstCommit", compile: "reCommit" } as const)[wanted];
};

/** The routes of a kind, and its import. */
export function recordRoutes(kind: RecordKind) {
  const { entity, calls, machine } = kind;
  const options = recordOptions(kind);
  const life = recordLifecycle(kind);

  /** Saves what is sent, and submits it where that is asked for; a reviewer’s move changes nothing beside the state. */
  async function submit(tx: Tx, actor: Actor, input: Submitted, app: Services): Promise<{ id: string }> {
    const { status, reason, backReason, ...draft } = input;
    const old = input.id ? await lockRow(tx, entity, options.scope, actor, input.id) : null;
    const present = old?.status ?? "unSubmit";
    const move = status ? moveTo(present, status) : null;
    if (move === null || move === "commit") {
      const { id } = old && move && isUnchanged(draft) ? old : await saveRow(tx, actor, options, draft, app);
      if (move) await transition(tx, actor, life, move, [id], {}, app);
      return { id };
    }
    const { zh, en } = machine.actions[move];
    if (!old) throw illegalState(machine.states, present, zh, en);
    checkVersion(old, input.version, (draft as SaveInput<RecordEntity>).updateTime);
    await transition(tx, actor, life, move, [old.id], { reason: reason ?? backReason }, app);
    return { id: old.id };
  }

  const isUnchanged = (draft: SaveInput<RecordEntity>): boolean =>
    Object.keys(inputColumns(entity, draft)).length === 0;

  const routes: Route[] = [
    ...crudRoutes(calls, options, { submit: writes(calls.submit, submit) }),
    reads(calls.chain, async (db, actor, draft) => {
      const saved = draft.id ? await readRow(db, entity, options.scope, actor, draft.id) : await getReporter(db, actor);
      const row = { ...saved, ...draft };
      const { workYear, workPeriod } = row;
      if (!workYear || !workPeriod) throw invalidValue(entity, "workPeriod", "请选择", "please choose");
      return countChain(db, { workYear, workPeriod, classes: [classesOf(row, actor), kind.getClasses(row)] });
    }),
    exporter(entity, calls.export, { scope: options.scope }),
  ];
  return { routes, importer: formImporter(calls.import, options) };
}
