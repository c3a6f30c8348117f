import { issue } from "@jipei/contract/core/issue.ts";
import { sql } from "kysely";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Stage } from "../../core/excel/import/import-stage.ts";
import type { StageWriter } from "../../core/excel/import/import-writer.ts";
import type { RowIssue } from "../../core/excel/import/import-definition.ts";
import type { ImportedRow } from "../../core/excel/import/import-existing.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { isDraft } from "../classes/class-state.ts";
import type { RosterContext, StudentField } from "./roster-import.check.ts";
import { type Seat, clashesAmong, lockPeople, seatKey } from "./roster-rules.ts";

/** The live roster row (`t`) of a staged person (`s`). */
const live = sql`t.is_deleted = 0 and t.confirm_status <> 'Invalidate'`;
export const same = sql`t.class_id = s.class_id and t.id_number_hash = s.id_number_hash and ${live}`;

/** Twice in the sheet, no seat left, in another class at the time. */
export async function verifyRoster(tx: Tx, _actor: Actor, stage: Stage): Promise<readonly RowIssue<StudentField>[]> {
  const duplicates = await findDuplicatesIn(tx);
  const isDuplicate = new Set(duplicates.map(({ line }) => line));
  const clashes = await clashesIn(tx);
  return [
    ...duplicates.map(({ line, first }) => ({
      row: line,
      field: "idNumber" as const,
      issue: issue("DUPLICATE", `证件号码与第${first}行重复`, `ID number is the same as in row ${first}`),
    })),
    ...clashes
      .filter(({ line }) => !isDuplicate.has(line))
      .map(({ line, label }) => ({
        row: line,
        field: "idNumber" as const,
        issue: issue("STUDENT_CLASH", `与班级${label}培训时间重叠`, `Overlaps with class ${label}`),
      })),
    ...(await seatlessIn(tx)).map(({ line, planCount }) => ({
      row: line,
      issue: issue("SIGN_FULL", `名额已满（计划${planCount}人）`, `No seats left (planned ${planCount})`),
    })),
    ...(stage.columns.includes("phone") ? await sharedPhonesIn(tx) : []),
  ];
}

/** A phone that several people of the sheet, or of their classes, have: a message to one would reach another. */
async function sharedPhonesIn(tx: Tx): Promise<RowIssue<StudentField>[]> {
  const { rows } = await sql<{ line: number }>`
    with phones as (
      select phone_hash, id_number_hash from import_stage where phone_hash is not null
      union select t.phone_hash, t.id_number_hash from student t where t.class_id in (select class_id from import_stage) and ${live}
    )
    select s.line from import_stage s
      where s.phone_hash in (select phone_hash from phones group by phone_hash having count(distinct id_number_hash) > 1) order by s.line`.execute(
    tx,
  );
  return rows.map(({ line }) => ({
    row: line,
    field: "phone",
    isNotice: true,
    issue: issue("SHARED_PHONE", "联系电话与其他人相同", "The phone is that of somebody else as well"),
  }));
}

/** Each person in each class, and the first row that says so. */
const firsts = sql`select class_id, id_number_hash, min(line) as first from import_stage group by class_id, id_number_hash`;

async function findDuplicatesIn(tx: Tx): Promise<{ line: number; first: number }[]> {
  const found = await sql<{ line: number; first: number }>`
    select s.line, f.first from (${firsts} having count(*) > 1) f join import_stage s using (class_id, id_number_hash) where s.line > f.first`.execute(
    tx,
  );
  return found.rows;
}

async function clashesIn(tx: Tx): Promise<{ line: number; label: string }[]> {
  const clashes = await clashesAmong(tx, sql`select id_number_hash, class_id from import_stage`);
  if (clashes.length === 0) return [];
  const labels = new Map(clashes.map((clash) => [seatKey(clash), clash.label]));
  const { rows } = await sql<
    Seat & { line: number }
  >`select line, class_id, id_number_hash from import_stage where id_number_hash = any(${clashes.map((clash) => clash.idNumberHash)})`.execute(
    tx,
  );
  return rows.flatMap((row) => {
    const label = labels.get(seatKey(row));
    return label === undefined ? [] : [{ line: row.line, label }];
  });
}

/** Rows of newcomers beyond the seats of their class, those further down the sheet first. */
async function seatlessIn(tx: Tx): Promise<{ line: number; planCount: number }[]> {
  const { rows } = await sql<{ line: number; planCount: number }>`
    select s.first as line, c.plan_count from (
      select first, class_id, row_number() over (partition by class_id order by first) as nth from (${firsts}) s where not exists (select from student t where ${same})
    ) s join training_class c on c.id = s.class_id
      left join (select class_id, count(*) as n from student t where class_id in (select class_id from import_stage) and ${live} group by class_id) taken using (class_id)
    where s.nth + coalesce(taken.n, 0) > c.plan_count`.execute(tx);
  return rows;
}

/** Writes the checked rows; people who are there already are changed where the import covers. */
export async function writeRoster(
  tx: Tx,
  actor: Actor,
  stage: StageWriter,
  context: RosterContext,
): Promise<{ inserted: number; updated: number; unchanged: number }> {
  await lockDrafts(tx, context, stage);
  await lockPeople(tx, sql`select id_number_hash from import_stage`);
  const { present, changed } = await stage.changeExisting();
  // In the order of the sheet: student numbers are given in the order of ids.
  const inserted = await stage.insertNew();
  await sql`update student t set account_id = a.id from student_account a, import_stage s
    where ${same} and a.id_number_hash = s.id_number_hash and a.is_deleted = 0 and t.account_id is null`.execute(tx);
  await assertFits(tx);
  await assertNoMeeting(tx);
  const classes = await sql<{
    classId: string;
    n: number;
  }>`select class_id, count(*)::int as n from import_stage group by class_id`.execute(tx);
  await writeAudit(
    tx,
    actor,
    classes.rows.map(({ classId, n }) => ({
      bizType: "TrainingClass",
      bizId: classId,
      action: "importRoster",
      after: { rows: n },
    })),
  );
  return { inserted, updated: changed, unchanged: present - changed };
}

/** An import is undone while its classes are drafts. @throws CLASS_LOCKED */
export async function holdRoster(tx: Tx, _actor: Actor, rows: readonly ImportedRow[]): Promise<void> {
  const locked = await sql<{ status: string }>`
    select status from training_class where id in (select class_id from student where id = any(${rows.map(({ id }) => id)}::bigint[])) and is_deleted = 0 order by id for no key update`.execute(
    tx,
  );
  if (locked.rows.some((row) => !isDraft(row.status))) throw new Refusal("CLASS_LOCKED");
}

/** @throws CLASS_LOCKED when a class was submitted since the sheet was checked */
async function lockDrafts(tx: Tx, context: RosterContext, stage: Stage): Promise<void> {
  const locked = await sql<{ status: string; orgId: string }>`
    select status, org_id from training_class where id in (select class_id from ${stage.table}) and is_deleted = 0 order by id for no key update`.execute(
    tx,
  );
  if (locked.rows.some((row) => row.orgId !== context.orgId)) throw new Refusal("NOT_OWNER");
  if (locked.rows.some((row) => !isDraft(row.status))) throw new Refusal("CLASS_LOCKED");
}

/** @throws SIGN_FULL when others took seats since the sheet was checked */
async function assertFits(tx: Tx): Promise<void> {
  const over = await sql`
    select 1 from training_class c where c.id in (select class_id from import_stage)
      and (select count(*) from student t where t.class_id = c.id and t.is_deleted = 0 and t.confirm_status <> 'Invalidate') > c.plan_count limit 1`.execute(
    tx,
  );
  if (over.rows.length > 0) throw new Refusal("SIGN_FULL");
}

/** @throws STUDENT_CLASH for people whom the sheet itself, or somebody else meanwhile, has put into two classes at a time */
async function assertNoMeeting(tx: Tx): Promise<void> {
  const [met] = await clashesAmong(tx, sql`select id_number_hash, class_id from import_stage`);
  if (!met) return;
  const { rows } = await sql<{
    name: string;
  }>`select name from import_stage where id_number_hash = ${met.idNumberHash} and class_id = ${met.classId} limit 1`.execute(
    tx,
  );
  throw new Refusal("STUDENT_CLASH", { name: rows[0]?.name ?? "", classNo: met.label });
}
