import { relative } from "node:path";
import { type CheckResult, type SetupCheck, setupChecks } from "@jipei/contract/setup/setup-checks.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Settings } from "../core/foundation/settings.ts";
import { wasBackedUp } from "../backup/backup.queries.ts";
import { storageIsReady } from "../files/files.queries.ts";
import { isAlerted, smsIsReady } from "../notices/notices.queries.ts";
import { holidaysAreKnown } from "../settings/settings.queries.ts";
import { yearIsPlanned } from "../training/training.queries.ts";

/** The checks that depend on the settings of the server. */
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
) => sql`select u.id from account u join held_role h on h.user_id = u.id join authority r on r.id = h.role_id and r.is_deleted = 0
  where u.status = '1' and u.is_deleted = 0 and r.role_alias = any(${aliases})`;
const without = (users: ReturnType<typeof holders>) =>
  sql`select from (${users}) who where not exists (select from factor f where f.user_id = who.id)`;

/** Whether the installation has what production needs, in the order of `setupChecks`. */
export async function checkSetup(db: Db, { settings }: Services): Promise<CheckResult[]> {
  const { rows } = await sql<Record<ByDatabase, boolean>>`select
    (select count(distinct id) from (${holders("sysAdmin")}) who) >= 2 and not exists (${without(holders("sysAdmin"))}) as administrators,
    bureau_time is not null as bureau,
    backup_place is not null and (${wasBackedUp} or exists (select from setting where param_key = 'backup.alert.days' and param_value = '0'))
      and not ${isAlerted("backup.old")} as backup,
    ${smsIsReady} as sms,
    ${storageIsReady} as storage,
    exists (${holders("clerk")}) as clerk,
    exists (${holders("firstReviewer")}) as first_reviewer,
    exists (${holders("secondReviewer")}) as second_reviewer,
    exists (${holders("finance")}) as finance,
    not exists (${without(holders("sysAdmin", "firstReviewer", "secondReviewer", "finance"))}) as factors,
    ${holidaysAreKnown} as holidays,
    exists (select from subsidy_rate where is_valid = 'isValid' and is_deleted = 0) as standards,
    ${yearIsPlanned} as plan
    from setup_state`.execute(db);
  const found: Record<string, boolean> = { ...bySettings(settings), ...rows[0] };
  return (Object.keys(setupChecks) as SetupCheck[]).map((check) => ({ check, done: found[check] === true }));
}
