import { relative } from "node:path";
import { type CheckResult, type SetupCheck, setupChecks } from "@jipei/contract/setup/setup-checks.ts";
import { workdayExceptionCode } from "@jipei/contract/settings/workdays.ts";
import { sql } from "kysely";
import type { Db } from "../core/db.ts";
import type { Services } from "../core/services.ts";
import type { Settings } from "../core/settings.ts";

/** Facts that the settings of the server tell. */
const bySettings = (settings: Settings) => ({
  https: settings.publicUrl.startsWith("https:"),
  keys:
    [settings.tokenKey, settings.fieldKey, settings.sm2PrivateKey].every((key) => key !== undefined) ||
    relative(settings.dataDir, settings.keysDir).startsWith(".."),
  registers: settings.registers !== undefined,
});

type ByDatabase = Exclude<SetupCheck, keyof ReturnType<typeof bySettings>>;

/** Enabled users who hold a role today. */
const holders = (
  ...aliases: string[]
) => sql`select u.id from app_user u join held_role h on h.user_id = u.id join role r on r.id = h.role_id and r.is_deleted = 0
  where u.status = '1' and u.is_deleted = 0 and r.role_alias = any(${aliases})`;
const without = (users: ReturnType<typeof holders>) =>
  sql`select from (${users}) who where not exists (select from second_factor f where f.user_id = who.id and f.secret is not null)`;

/** What the office has and lacks for work in earnest, in the order of `setupChecks`. */
export async function checkSetup(db: Db, { settings }: Services): Promise<CheckResult[]> {
  const { rows } = await sql<Record<ByDatabase, boolean>>`select
    (select count(distinct id) from (${holders("sysAdmin")}) who) >= 2 and not exists (${without(holders("sysAdmin"))}) as administrators,
    bureau_time is not null as bureau,
    backup_place is not null and (exists (select from backup_run) or exists (select from parameter where param_key = 'backup.alert.days' and param_value = '0' and is_deleted = 0))
      and not exists (select from operational_alert where alert_key = 'backup.old' and end_time is null) as backup,
    exists (select from sms_provider where status = '2' and category <> '5' and is_deleted = 0) as sms,
    exists (select from storage_provider where status = '2' and is_deleted = 0) as storage,
    exists (${holders("clerk")}) as clerk,
    exists (${holders("firstReviewer")}) as first_reviewer,
    exists (${holders("secondReviewer")}) as second_reviewer,
    exists (${holders("finance")}) as finance,
    not exists (${without(holders("sysAdmin", "firstReviewer", "secondReviewer", "finance"))}) as factors,
    exists (select from business_dictionary where code = ${workdayExceptionCode} and dict_key like to_char(now(), 'YYYY') || '%' and is_deleted = 0) as holidays,
    exists (select from subsidy_standard where is_valid = 'isValid' and is_deleted = 0) as standards,
    exists (select from plan where plan_year = extract(year from now()) and is_release = '1' and is_deleted = 0) as plan
    from setup_state`.execute(db);
  const found: Record<string, boolean> = { ...bySettings(settings), ...rows[0] };
  return (Object.keys(setupChecks) as SetupCheck[]).map((check) => ({ check, done: found[check] === true }));
}
