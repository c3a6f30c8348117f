import { type Investigation, inspection } from "@jipei/contract/inspection/investigation.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Effect } from "../core/entity/transition.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { notify } from "../notices/notices.queries.ts";
import { getUnitReceivers } from "../providers/providers.queries.ts";
import { showInspection } from "../training/training.queries.ts";

const page = (id: string) => `/enterprise/investigation/${id}` as const;

/** What is filled in waits for somebody else of the bureau. */
export const tellVerifiers: Effect<typeof Investigation> = (tx, _actor, row) =>
  notify(tx, {
    to: { role: ["clerk", "firstReviewer"] },
    title: { zh: "调查待核实", en: "An investigation is waiting for verification" },
    text: {
      zh: `班级${row.classNo}，${row.investigateDate}`,
      en: `Class ${row.classNo}, ${row.investigateDate}`,
    },
    link: page(row.id),
  });

/** Who filled it in corrects it. */
export const tellFiller: Effect<typeof Investigation> = (tx, _actor, row, input) =>
  notify(tx, {
    to: { userIds: row.commitUser ? [row.commitUser] : [] },
    title: { zh: "调查被退回", en: "An investigation was returned" },
    text: {
      zh: `班级${row.classNo}：${input.reason}`,
      en: `Class ${row.classNo}: ${input.reason}`,
    },
    link: page(row.id),
  });

/** The class shows what its inspections came to. Who relies on the class looks again, also while an inspection waits for its verification. */
export const showInClass: Effect<typeof Investigation> = async (tx, actor, row) => {
  if (row.investigateKind === inspection) await showOutcome(tx, actor, row.classId);
};

/** The latest verified inspection sets the result: a later good one rectifies a failed one (rules §19-32). */
async function showOutcome(tx: Tx, actor: Actor, classId: string): Promise<void> {
  const { rows } = await sql<{ isReal: string }>`
    select is_real from investigation where class_id = ${classId} and investigate_kind = ${inspection} and fill_status = '2' and is_deleted = 0
    order by investigate_date desc, verify_time desc, id desc`.execute(tx);
  const [latest] = rows;
  const isGood = latest?.isReal === "1";
  const hasFailed = rows.some(({ isReal }) => isReal === "0");
  const rectified = isGood ? "1" : "0";
  const result = isGood ? "1" : "2";
  await showInspection(tx, actor, classId, {
    inspectCount: rows.length,
    inspectResult: latest === undefined ? "0" : result,
    isRectified: hasFailed ? rectified : null,
  });
}

/** The unit whose class it is learns the result of an inspection, not who was asked. */
export const tellUnit: Effect<typeof Investigation> = async (tx, _actor, row) => {
  if (row.investigateKind !== inspection) return;
  const good = row.isReal === "1";
  const to = await getUnitReceivers(tx, row.orgId);
  await notify(tx, {
    to,
    title: good
      ? { zh: "班级抽查合格", en: "The inspection was passed" }
      : { zh: "班级抽查不合格", en: "The inspection failed" },
    text: good
      ? { zh: `班级${row.classNo}，${row.investigateDate}`, en: `Class ${row.classNo}, ${row.investigateDate}` }
      : {
          zh: `班级${row.classNo}，${row.investigateDate}：抽查不合格，整改并复查合格前不能申领补贴`,
          en: `Class ${row.classNo}, ${row.investigateDate}: no subsidy may be claimed until a later inspection is passed`,
        },
    link: "entId" in to ? `/enterprise/class/${row.classId}` : `/class/detail/${row.classId}`,
  });
};
