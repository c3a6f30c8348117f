import { headKey } from "@jipei/contract/settings/dictionary.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";

/** Entries of these lists that may not be chosen: sealed or removed, without another open row of the same key. */
export async function findClosedChoices(
  db: Db,
  lists: readonly string[],
): Promise<readonly { code: string; key: string }[]> {
  const { rows } = await sql<{ code: string; key: string }>`select d.code, d.dict_key as key from business_dictionary d
    where d.code = any(${[...lists]}) and d.tenant_id = tenant_owner() and (d.is_sealed = '1' or d.is_deleted = 1) and d.dict_key <> ${headKey}
      and not exists (select from business_dictionary o where o.code = d.code and o.dict_key = d.dict_key and o.tenant_id = d.tenant_id and o.is_sealed = '0' and o.is_deleted = 0)`.execute(
    db,
  );
  return rows;
}
