import type { Pool } from "pg";

/** Rows a page where the client names none; read each time, so that a change of the parameter takes effect at once on every node. */
export async function getPageSize(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ size: string }>(
    "select param_value as size from parameter where param_key = 'page.size.default' and is_deleted = 0",
  );
  return Number(rows[0]?.size ?? 10);
}
