import type { TenantSettings } from "@jipei/contract/tenants/tenant.ts";
import { isDate } from "@jipei/contract/core/fields/check-field.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { invalidField } from "../core/foundation/refusal.ts";

/** The columns in which the settings are stored. */
export interface Limits {
  accountNumber?: number | null;
  expireTime?: string | null;
}

/** The limits of a row. */
export const getLimits = ({ accountNumber, expireTime }: Limits): Limits => ({
  accountNumber,
  expireTime,
});

/** Reads the settings of a call. @throws FIELD_INVALID for unknown keys and wrong values */
export function readSettings(settings: unknown): Limits {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) throw wrong("不能为空", "required");
  const limits: Limits = {};
  for (const [key, value] of Object.entries(settings as TenantSettings)) {
    if (key === "userLimit") limits.accountNumber = userLimit(value);
    else if (key === "validUntil") limits.expireTime = lastMoment(value);
    else throw wrong(`未知的设置项：${key.slice(0, 50)}`, `unknown setting: ${key.slice(0, 50)}`);
  }
  if (Object.keys(limits).length === 0) throw wrong("不能为空", "required");
  return limits;
}

const wrong = (zh: string, en: string) => invalidField("settings", "设置", "Settings", zh, en);

function userLimit(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > 1_000_000)
    throw wrong("账号额度须为1至1000000的整数", "most users: a whole number from 1 to 1000000");
  return value;
}

/** A tenant may work until the end of its last day. */
function lastMoment(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "string" || !isDate(value))
    throw wrong("有效期须为yyyy-MM-dd格式的日期", "valid until: a date like 2027-12-31");
  return `${value} 23:59:59`;
}

/**
 * Writes the greatest number of enabled users into the tenant's schema, where a trigger enforces it.
 * @param schema left out: that of the transaction
 */
export async function writeUserLimit(tx: Tx, most: number | null, schema?: string): Promise<void> {
  const table = sql.table(schema ? `${schema}.user_limit` : "user_limit");
  if (most === null || most < 1) await sql`delete from ${table}`.execute(tx);
  else
    await sql`insert into ${table} (most) values (${most}) on conflict (only_one) do update set most = excluded.most`.execute(
      tx,
    );
}
