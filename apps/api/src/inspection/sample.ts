import { randomUUID } from "node:crypto";
import { InspectedPerson } from "@jipei/contract/inspection/inspected-person.ts";
import { Investigation, inspection } from "@jipei/contract/inspection/investigation.ts";
import { getLeastChecked } from "@jipei/contract/inspection/investigation-codes.ts";
import type { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { insertRow, updateRow } from "../core/database/write-rows.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { now } from "../core/foundation/clock.ts";
import { Refusal, invalidValue, notPossible } from "../core/foundation/refusal.ts";
import { attachFiles } from "../core/storage/files.ts";
import { lockDraft } from "./investigation.save.ts";

/** How far the sample of an inspection has come. */
export interface SampleFigures {
  /** Students of the class who are still on its roster. */
  students: number;
  drawn: number;
  /** Of those drawn, who confirmed or denied. */
  reached: number;
  notReached: number;
}

/** Counts the sample of an inspection. */
export async function getSampleFigures(db: Db, id: string): Promise<SampleFigures> {
  const { rows } = await sql<SampleFigures>`
    select (select count(*)::int from trainee t join investigation i on i.class_id = t.class_id where i.id = ${id} and t.is_deleted = 0 and t.confirm_status <> 'Invalidate') as students,
      count(*)::int as drawn, (count(*) filter (where answer in ('1', '2')))::int as reached, (count(*) filter (where answer = '3'))::int as not_reached
    from inspected_person where investigation_id = ${id}`.execute(db);
  return rows[0] as SampleFigures;
}

/**
 * How many people count as checked: who was reached. A class that is found not to be real may also rest on everybody of it having been tried,
 * since nobody can be reached in a class that never was; that it is real needs answers.
 */
export const countChecked = ({ students, drawn, reached, notReached }: SampleFigures, isReal: string | null): number =>
  isReal === "0" && drawn >= students && reached + notReached === drawn ? drawn : reached;

/**
 * Draws the sample: as many people as have to be checked, in the order that the seed gives; later one more for each who could not be reached.
 * @throws STATE_ILLEGAL unless it is the draft of an inspection
 */
export async function drawSample(tx: Tx, actor: Actor, id: string): Promise<void> {
  const row = await lockDraft(tx, actor, id);
  if (row.investigateKind !== inspection)
    throw notPossible({
      status: { zh: "不是实地核查", en: "not an inspection" },
      action: { zh: "抽取抽查对象", en: "draw a sample" },
    });
  const figures = await getSampleFigures(tx, id);
  const wanted = Math.min(figures.students, getLeastChecked(figures.students) + figures.notReached);
  if (wanted <= figures.drawn) return;
  const { drawSeed: seed } = row.drawSeed
    ? row
    : await updateRow(tx, actor, Investigation, id, { drawSeed: randomUUID() });
  const { rows: people } = await sql<
    Pick<StoredRow<typeof InspectedPerson>, "studentId" | "name" | "phone" | "phoneHash">
  >`
    select t.id as student_id, t.name, t.phone, t.phone_hash from trainee t
    where t.class_id = ${row.classId} and t.is_deleted = 0 and t.confirm_status <> 'Invalidate'
      and not exists (select from inspected_person p where p.investigation_id = ${id} and p.student_id = t.id)
    order by draw_key(${seed}, t.id) limit ${wanted - figures.drawn}`.execute(tx);
  for (const [index, person] of people.entries())
    await insertRow(tx, actor, InspectedPerson, {
      ...person,
      investigationId: id,
      place: figures.drawn + index + 1,
    });
  await writeAudit(tx, actor, [
    { bizType: Investigation.name, bizId: id, action: "drawSample", after: { drawSeed: seed, drawn: wanted } },
  ]);
}

type AnswerInput = InputOf<typeof investigationCalls.answer>;

/**
 * Records what one person of the sample says; what was recorded before stays in the history.
 * Once others were drawn for those not reached, nobody of these confirms any more: else the whole class could be drawn, and asked by choice.
 * @throws NOT_FOUND, STATE_ILLEGAL, FIELD_INVALID for a denial without a remark
 * @returns id of the inspection
 */
export async function recordAnswer(tx: Tx, actor: Actor, input: AnswerInput): Promise<string> {
  const person = await tx
    .selectFrom("inspectedPerson")
    .select(["investigationId", "place", "way", "answer", "remark"])
    .where("id", "=", input.id)
    .executeTakeFirst();
  if (!person) throw new Refusal("NOT_FOUND");
  const row = await lockDraft(tx, actor, person.investigationId);
  const { id, way, answer, photoAttId } = input;
  const remark = input.remark?.trim() || null;
  if (answer === "2" && !remark)
    throw invalidValue(InspectedPerson, "remark", "否认的须说明情况", "a denial needs an explanation");
  if (person.answer === "3" && answer === "1" && (await isReplaced(tx, row.id)))
    throw notPossible({
      status: { zh: "已补抽他人", en: "replaced by another person" },
      action: { zh: "改为属实", en: "change to confirmed" },
    });
  await updateRow(tx, actor, InspectedPerson, id, {
    way,
    answer,
    remark,
    photoAttId,
    answerUser: actor.userId,
    answerTime: now(),
  });
  await attachFiles(tx, actor, InspectedPerson, id, { photoAttId });
  await writeAudit(tx, actor, [
    {
      bizType: Investigation.name,
      bizId: row.id,
      action: "answer",
      before: { place: person.place, way: person.way, answer: person.answer, remark: person.remark },
      after: { place: person.place, way, answer, remark },
    },
  ]);
  return row.id;
}

/** Whether others were drawn beside those who have to be checked. */
async function isReplaced(db: Db, id: string): Promise<boolean> {
  const { drawn, students } = await getSampleFigures(db, id);
  return drawn > getLeastChecked(students);
}
