import { InjuryRecord, injuryRecordCalls as calls } from "@jipei/contract/enterprises/injury-record.ts";
import { injuryMachine } from "@jipei/contract/enterprises/injury.machine.ts";
import { injuryGrade } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { lockRow } from "../../core/database/rows.ts";
import { columns } from "../../core/entity/columns.ts";
import { crud } from "../../core/entity/crud.ts";
import { type Effect, lifecycle, transition } from "../../core/entity/transition.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { notify } from "../../notices/notices.queries.ts";
import { injuryOptions, injuryScope } from "./injury-record.ts";

/** Serious injuries and deaths are told to the leader. */
const told: ReadonlySet<string> = new Set(["2", "3"]);
const tellLeader: Effect<typeof InjuryRecord> = async (
  tx,
  _actor,
  { id, injuryNo, injuryGrade: grade, injuryPlace },
) => {
  if (!told.has(grade)) return;
  const { zh, en } = getLabels(injuryGrade, grade);
  await notify(tx, {
    to: { role: ["leader"] },
    title: { zh: `工伤记录：${zh}`, en: `Injury record: ${en}` },
    text: { zh: `${injuryNo ?? ""} ${injuryPlace}`, en: `${injuryNo ?? ""} ${injuryPlace}` },
    link: `/enterprise/injury?injuryNo=${injuryNo ?? id}`,
  });
};

const injuryLifecycle = lifecycle({
  machine: injuryMachine,
  entity: InjuryRecord,
  scope: injuryScope,
  moves: {
    lock: {
      guards: [
        (_tx, _actor, { measure }) => {
          if (!measure?.trim()) throw new Refusal("INJURY_INCOMPLETE");
        },
      ],
      set: (_tx, actor) => columns(InjuryRecord, { lockUser: actor.userId, lockTime: now() }),
      effects: [tellLeader],
    },
    unlock: { set: () => columns(InjuryRecord, { lockUser: null, lockTime: null }) },
  },
});

const { list, detail, submit, remove } = crud(injuryOptions);

export const injuryRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.listAdmin, list),
  reads(calls.detail, detail),
  writes(calls.submit, submit),
  writes(calls.remove, remove),
  writes(calls.lockInfo, async (tx, actor, { id, reason }, app) => {
    const { isLock } = await lockRow(tx, InjuryRecord, injuryScope, actor, id);
    await transition(tx, actor, injuryLifecycle, isLock === "1" ? "unlock" : "lock", [id], { reason }, app);
  }),
];
