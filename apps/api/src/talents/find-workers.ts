import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import { Technician, type technicianCalls } from "@jipei/contract/talents/technician.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { rowsOf } from "../core/excel/import/form-import.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Services } from "../core/foundation/services.ts";
import { countSearch } from "../core/security/masked-search.ts";

type Find = typeof technicianCalls.find;

/**
 * Valid records of whoever has this name and number. Everybody who asks sees the number masked elsewhere, so that each pair counts as an
 * unmasking, whether it finds somebody or not. @throws RATE_LIMIT
 */
export async function findWorkers(db: Db, actor: Actor, input: InputOf<Find>, app: Services): Promise<OutputOf<Find>> {
  const name = input.name.trim();
  const idNumber = input.idNumber.trim().toUpperCase();
  await countSearch(app, actor, Technician, "idNumber", `${name} ${idNumber}`);
  const { rows } = await sql<OutputOf<Find>[number]>`
    select id, occupation_name, level, work_unit from technician
    where id_number_hash = ${app.cipher.hash(idNumber)} and name = ${name} and is_valid = 'isValid' and is_deleted = 0 order by level, issue_date desc, id`.execute(
    db,
  );
  return rows;
}

const seen = rowsOf("Technician", "name", "certNo");

/**
 * Whom cells of an import mean: by name or certificate number among those that the actor sees; a unit, which does not see all of the register, may
 * write name and ID number with a space between, and means the record of the highest level. @throws RATE_LIMIT
 */
export async function resolveWorkers(
  db: Db,
  texts: readonly string[],
  app: Services,
  actor: Actor,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map(await seen(db, texts, app, actor));
  if (actor.audience !== "institution" && actor.audience !== "enterprise") return found;
  for (const text of texts) {
    const [name, idNumber, more] = text.trim().split(/\s+/);
    if (!name || !idNumber || more || found.has(text)) continue;
    const [worker] = await findWorkers(db, actor, { name, idNumber }, app);
    if (worker) found.set(text, worker.id);
  }
  return found;
}
