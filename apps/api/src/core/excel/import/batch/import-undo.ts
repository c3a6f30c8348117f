import { auditActions } from "@jipei/contract/core/audit-actions.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import { undoDays } from "@jipei/contract/core/import-batch.ts";
import { entities } from "@jipei/contract/entities.ts";
import { sql } from "kysely";
import { everything, titleColumn } from "../../../database/sql.ts";
import type { Db, Tx } from "../../../database/db.ts";
import { writeAudit } from "../../../entity/audit.ts";
import { getReferenceColumns } from "../../../entity/references.ts";
import { storedColumns, decryptRow } from "../../../entity/to-response.ts";
import { type Actor, assertPermission } from "../../../foundation/actor.ts";
import { now } from "../../../foundation/clock.ts";
import { Refusal } from "../../../foundation/refusal.ts";
import type { Services } from "../../../foundation/services.ts";
import type { Words } from "../../../foundation/texts/words.ts";
import type { ImportedRow } from "../import-existing.ts";
import { type DeclaredImporter, findImporter } from "../import-registry.ts";

/** A row of an import, and what was built on it since. */
export interface Obstacle extends Words {
  id: string;
  title: string;
}

/** Obstacles that are told; one is enough to refuse. */
const listedObstacles = 50;
/** Rows that are set back by one statement. */
const rowsAtOnce = 500;

/** What stands against undoing an import: rows that were changed since, and rows that others refer to. */
export async function findObstacles(db: Db, batchId: string, { entity }: DeclaredImporter): Promise<Obstacle[]> {
  const table = sql.table(entity.table);
  const title = sql`${titleColumn(entity)} as title`;
  const rows = sql`import_row r join ${table} t on t.id = r.row_id`;
  const changed = await sql<{ id: string; title: string; action: string | null; operatorName: string | null }>`
    select t.id, ${title}, a.action, a.operator_name from ${rows} left join lateral (
      select action, operator_name from audit_record where biz_type = ${entity.name} and biz_id = t.id::text order by id desc limit 1
    ) a on true where r.batch_id = ${batchId} and t.version <> r.version order by t.id limit ${listedObstacles}`.execute(
    db,
  );
  const obstacles = changed.rows.map(({ id, title: of, action, operatorName }): Obstacle => {
    const [zh, en] = (action && auditActions[action]) || ["修改", "Changed"];
    return {
      id,
      title: of ?? "",
      zh: operatorName ? `导入后又有变动：${zh}（${operatorName}）` : "导入后又有变动",
      en: operatorName ? `Changed since: ${en} (${operatorName})` : "Changed since",
    };
  });
  for (const { entity: name, table: other, column, several } of getReferenceColumns(entity.name)) {
    if (obstacles.length >= listedObstacles) break;
    const names = entities.find((one) => one.name === name) as Entity;
    const match = several ? sql`u.${sql.ref(column)} @> array[t.id]` : sql`u.${sql.ref(column)} = t.id`;
    // Rows of the import itself go together.
    const remains =
      name === entity.name
        ? sql`not exists (select from import_row x where x.batch_id = ${batchId} and x.row_id = u.id and x.before is null)`
        : everything;
    const used = await sql<{ id: string; title: string }>`
      select t.id, ${title} from ${rows} where r.batch_id = ${batchId} and r.before is null and t.is_deleted = 0
        and exists (select from ${sql.table(other)} u where ${match} and u.is_deleted = 0 and ${remains}) order by t.id limit ${listedObstacles - obstacles.length}`.execute(
      db,
    );
    for (const { id, title: of } of used.rows)
      obstacles.push({ id, title: of ?? "", zh: `已有${names.zh}`, en: `Used by: ${names.en}` });
  }
  return obstacles;
}

/**
 * Takes back what an import has written, all or nothing, and tells the history of each row.
 * @throws IMPORT_UNDONE, IMPORT_OLD, IMPORT_BUILT_ON naming the rows and what was built on them, NOT_OWNER, and what the list itself refuses
 */
export async function undoImport(tx: Tx, actor: Actor, batchId: string, app: Services): Promise<void> {
  const batch = await tx
    .selectFrom("importBatch")
    .select([
      "id",
      "list",
      "fileName",
      "orgId",
      "state",
      sql<boolean>`create_time < now() - ${undoDays} * interval '1 day'`.as("isOld"),
    ])
    .where("id", "=", batchId)
    .where("isDeleted", "=", 0)
    .forUpdate()
    .executeTakeFirst();
  const importer = batch?.list ? findImporter(batch.list) : undefined;
  if (!batch || !importer) throw new Refusal("NOT_FOUND");
  assertPermission(actor, importer.permission);
  if (batch.orgId !== actor.orgId) throw new Refusal("NOT_OWNER");
  if (batch.state === "undone") throw new Refusal("IMPORT_UNDONE");
  if (batch.isOld) throw new Refusal("IMPORT_OLD", { n: undoDays });
  const { entity } = importer;
  const { rows } =
    await sql<ImportedRow>`select row_id as id, before from import_row where batch_id = ${batchId} order by row_id`.execute(
      tx,
    );
  await importer.beforeUndo(tx, actor, rows, app);
  await sql`select t.id from ${sql.table(entity.table)} t join import_row r on r.row_id = t.id where r.batch_id = ${batchId} order by t.id for update of t`.execute(
    tx,
  );
  const obstacles = await findObstacles(tx, batchId, importer);
  if (obstacles.length > 0)
    throw new Refusal(
      "IMPORT_BUILT_ON",
      {},
      obstacles.map(({ id, title, zh, en }) => ({
        errorCode: "IMPORT_BUILT_ON",
        id,
        field: "",
        msg: `${title}：${zh}`,
        msgEn: `${title}: ${en}`,
      })),
    );
  await (importer.undo ? importer.undo(tx, actor, rows, app) : takeBack(tx, actor, entity, batchId, rows, app));
  await sql`insert into audit_record (biz_type, biz_id, action, opinion, operator_id, operator_name, operator_role, operate_time, client_ip)
    select ${entity.name}, row_id::text, 'undoImport', ${batch.fileName?.slice(0, 500)}::varchar, ${actor.userId}::varchar, ${actor.name}::varchar, ${actor.roles.join(",")}::varchar, ${now()}::timestamptz, ${actor.ip}::varchar
    from import_row where batch_id = ${batchId}`.execute(tx);
  await sql`delete from import_row where batch_id = ${batchId}`.execute(tx);
  await tx
    .updateTable("importBatch")
    .set({ state: "undone", undoTime: now(), undoUser: actor.userId, updateUser: actor.userId })
    .where("id", "=", batchId)
    .execute();
  await writeAudit(tx, actor, [
    { bizType: "ImportBatch", bizId: batchId, action: "undoImport", opinion: batch.fileName },
  ]);
}

/** Removes added rows, and sets the changed columns of the others back. */
async function takeBack(
  tx: Tx,
  actor: Actor,
  entity: Entity,
  batchId: string,
  rows: readonly ImportedRow[],
  app: Services,
): Promise<void> {
  const table = sql.table(entity.table);
  const stamp = sql`update_user = ${actor.userId}, update_time = now(), version = t.version + 1`;
  await sql`update ${table} t set is_deleted = 1, ${stamp} from import_row r where r.batch_id = ${batchId} and r.row_id = t.id and r.before is null and t.is_deleted = 0`.execute(
    tx,
  );
  const changed = rows.filter(({ before }) => before !== null);
  for (let at = 0; at < changed.length; at += rowsAtOnce) {
    const former = changed
      .slice(at, at + rowsAtOnce)
      .map(({ id, before }) => ({ id, ...freshly(app, entity, before ?? {}) }));
    const columns = Object.keys(former[0] ?? {}).filter((name) => name !== "id");
    const sets = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`x.${name}`)}`);
    await sql`update ${table} t set ${sql.join(sets)}, ${stamp} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(former)}::jsonb) x where x.id = t.id`.execute(
      tx,
    );
  }
}

/** Former columns with their secrets encrypted by the key of today: the one that they were kept under may go. */
function freshly(app: Services, entity: Entity, before: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Map(Object.keys(entity.fields).map((name) => [snake(name), name]));
  const byName = Object.fromEntries(
    Object.entries(before).flatMap(([column, value]) =>
      names.has(column) ? [[names.get(column) as string, value]] : [],
    ),
  );
  const stored = storedColumns(entity, app.cipher, decryptRow(entity, app.cipher, byName));
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [snake(name), value]));
}

/** Forgets what undoing would need of imports that are too old for it. */
export async function forgetImports(app: Services): Promise<void> {
  await sql`delete from import_row where batch_id in (select id from import_batch where create_time < now() - ${undoDays + 1} * interval '1 day')`.execute(
    app.db,
  );
}
