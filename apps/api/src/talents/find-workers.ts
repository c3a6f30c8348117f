import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import type { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { rowsOf } from "../core/excel/import/form-import.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Services } from "../core/foundation/services.ts";

/** Valid records of whoever has this name and number. */
export async function findWorkers(
  db: Db,
  { name, idNumber }: InputOf<typeof technicianCalls.find>,
  app: Services,
): Promise<OutputOf<typeof technicianCalls.find>> {
  const hash = app.cipher.hash(idNumber.trim().toUpperCase());
  const { rows } = await sql<OutputOf<typeof technicianCalls.find>[number]>`
    select id, occupation_name, level, work_unit from technician
    where id_number_hash = ${hash} and name = ${name.trim()} and is_valid = 'isValid' and is_deleted = 0 order by level, issue_date desc, id`.execute(
    db,
  );
  return rows;
}

const seen = rowsOf("Technician", "name", "certNo");

/**
 * Whom cells of an import mean: by name or certificate number among those that the actor sees; whoever sees no register writes name and ID
 * number with a space between, and means the record of the highest level.
 */
export async function resolveWorkers(
  db: Db,
  texts: readonly string[],
  app: Services,
  actor: Actor,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map(await seen(db, texts, app, actor));
  for (const text of texts) {
    const [name, idNumber, more] = text.trim().split(/\s+/);
    if (!name || !idNumber || more || found.has(text)) continue;
    const [worker] = await findWorkers(db, { name, idNumber }, app);
    if (worker) found.set(text, worker.id);
  }
  return found;
}
