import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import type { Actor } from "../../foundation/actor.ts";
import { now } from "../../foundation/clock.ts";
import { type Existing, type ImportedRow, changeable, differs } from "./import-existing.ts";
import type { Stage } from "./import-stage.ts";

/**
 * Writes from the stage, and keeps of each row what undoing it needs (`import_row`). What it adds and changes stands in the history of each row.
 */
export interface StageWriter extends Stage {
  /** Whether rows that are there already are changed. */
  covers: boolean;
  /** Of the file. */
  fileName: string;
  /** Files that its rows name, stored already. */
  files: StoredFiles;
  /** Tells of rows as a definition writes them by itself. */
  written(rows: number): Promise<void>;
  /** Adds those that are not there yet, in the order of the sheet. @returns rows inserted */
  insertNew(): Promise<number>;
  /** Changes what the sheet says otherwise of rows that are there, where the import covers. @returns rows there, and how many of them were changed */
  changeExisting(): Promise<{ present: number; changed: number }>;
  /** Rows that the definition has written by itself, with their history. */
  record(rows: readonly ImportedRow[]): Promise<void>;
}

/** Ids of stored files, by row and field. */
export type StoredFiles = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** What the rows of an import belong to. */
export interface Batch {
  id: string;
  fileName: string;
  /** Whether rows that are there already are changed. */
  covers: boolean;
  files: StoredFiles;
  /** Told of rows as they are written. */
  written(rows: number): Promise<void>;
}

/** Lines of the sheet that are added by one statement, between two reports. */
const linesAtOnce = 5000;

export function stageWriter<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  existing: Existing<E> | undefined,
  stage: Stage,
  batch: Batch,
): StageWriter {
  const { covers } = batch;
  const table = sql.table(entity.table);
  const names = sql.raw(stage.columns.map(snake).join(", "));
  const secrets = Object.entries(entity.fields).flatMap(([name, { encrypted }]) =>
    encrypted ? [snake(name), `${snake(name)}_hash`] : [],
  );
  const from = sql.raw(stage.columns.map((name) => `s.${snake(name)}`).join(", "));

  /** @returns rows inserted, which have no history yet */
  async function add(tail: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with added as (
        insert into ${table} (${names}, create_user, create_dept, update_user, tenant_id)
        select ${from}, ${actor.userId}, ${actor.deptId}::bigint, ${actor.userId}, ${actor.tenantId} from import_stage s ${tail} returning id, version
      ), kept as (insert into import_row (batch_id, row_id, version) select ${batch.id}, id, version from added)
      select count(*)::int as n from added`.execute(tx);
    return rows[0]?.n ?? 0;
  }

  async function insertNew(): Promise<number> {
    const missing = existing ? sql`not exists (select from ${table} t where ${existing.same})` : sql`true`;
    const { rows } = await sql<{ last: number | null }>`select max(line) as last from import_stage`.execute(tx);
    let count = 0;
    for (let from = 0; from < (rows[0]?.last ?? 0); from += linesAtOnce) {
      count += await add(
        sql`where s.line > ${from} and s.line <= ${from + linesAtOnce} and ${missing} order by s.line`,
      );
      await batch.written(count);
    }
    if (count > 0) await tellHistory(sql`r.before is null`, sql`null::jsonb`);
    return count;
  }

  /** One entry for each row, with what was changed in it; secrets are not repeated there. @param after SQL of the new values */
  async function tellHistory(which: RawBuilder<unknown>, after: RawBuilder<unknown>): Promise<void> {
    const open = (values: RawBuilder<unknown>) =>
      sql`(select jsonb_object_agg(key, case when key = any(${secrets}) then '"***"'::jsonb else value end) from jsonb_each(${values}))`;
    await sql`insert into audit_record (biz_type, biz_id, action, opinion, before, after, operator_id, operator_name, operator_role, operate_time, client_ip)
      select ${entity.name}, r.row_id::text, 'import', ${batch.fileName.slice(0, 500)}::varchar, ${open(sql`r.before`)}, ${open(after)},
        ${actor.userId}::varchar, ${actor.name}::varchar, ${actor.roles.join(",")}::varchar, ${now()}::timestamptz, ${actor.ip}::varchar
      from import_row r join ${table} t on t.id = r.row_id where r.batch_id = ${batch.id} and ${which}`.execute(tx);
  }

  async function changeExisting({ same, sets = {} }: Existing<E>): Promise<number> {
    const fields = existing ? changeable(entity, existing, stage) : [];
    if (fields.length === 0) return 0;
    const columns = fields.flatMap(({ column, compared }) => (compared === column ? [column] : [column, compared]));
    const beside = Object.entries(sets).map(([name, value]) => [snake(name), value] as const);
    const kept = [...columns, ...beside.map(([column]) => column)];
    const old = sql.raw(kept.map((column) => `'${column}', t.${column}`).join(", "));
    await sql`insert into import_row (batch_id, row_id, line, before, version)
      select ${batch.id}, t.id, s.line, jsonb_build_object(${old}), t.version + 1 from import_stage s join ${table} t on ${same} where ${sql.join(fields.map(differs), sql` or `)}
      order by t.id for no key update of t`.execute(tx);
    const values = [
      ...columns.map(
        (column) => sql`${sql.ref(column)} = coalesce(${sql.ref(`s.${column}`)}, ${sql.ref(`t.${column}`)})`,
      ),
      ...beside.map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ];
    const changed =
      await sql`update ${table} t set ${sql.join(values)}, update_user = ${actor.userId}, update_time = now(), version = r.version
      from import_row r join import_stage s on s.line = r.line where r.batch_id = ${batch.id} and r.row_id = t.id and r.before is not null`.execute(
        tx,
      );
    await tellHistory(
      sql`r.before is not null`,
      sql`(select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t)) where r.before ? key)`,
    );
    return Number(changed.numAffectedRows ?? 0);
  }

  return {
    ...stage,
    covers,
    files: batch.files,
    fileName: batch.fileName,
    written: (rows) => batch.written(rows),
    insertNew,
    async changeExisting() {
      if (!existing) return { present: 0, changed: 0 };
      const { rows } = await sql<{
        n: number;
      }>`select count(distinct t.id)::int as n from import_stage s join ${table} t on ${existing.same}`.execute(tx);
      return { present: rows[0]?.n ?? 0, changed: covers ? await changeExisting(existing) : 0 };
    },
    async record(written) {
      if (written.length === 0) return;
      await sql`insert into import_row (batch_id, row_id, before, version)
        select ${batch.id}, t.id, w.before, t.version from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) w (id bigint, before jsonb) join ${table} t on t.id = w.id`.execute(
        tx,
      );
    },
  };
}
