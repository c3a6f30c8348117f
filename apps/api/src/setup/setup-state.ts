import type { SetupState } from "@jipei/contract/setup/setup.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import type { Db, Tx } from "../core/db.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { giverOf } from "../access/access.queries.ts";
import { mustBeRegion, setParameter } from "../settings/settings.queries.ts";
import { administrators, bureauDepartment } from "../users/users.queries.ts";
import { checkSetup } from "./setup-checks.ts";
import { type NewLink, newLink } from "./setup-link.ts";

interface Row {
  bureauName: string | null;
  regionCode: string | null;
  bureauDone: boolean;
  backupPlace: string | null;
  backupHours: number | null;
  hadSecond: boolean;
  finished: boolean;
}

/** How far the set-up is, and what is missing. */
export async function stateOf(db: Db, app: Services): Promise<SetupState> {
  const { rows } =
    await sql<Row>`select d.org_name as bureau_name, d.region_code, s.bureau_time is not null as bureau_done, s.backup_place, s.backup_hours,
    s.second_admin_time is not null as had_second, s.finish_time is not null as finished from setup_state s left join department d on d.id = ${bureauDepartment}`.execute(
      db,
    );
  const { hadSecond, bureauName, ...state } = rows[0] as Row;
  const known = await administrators(db);
  return {
    ...state,
    bureauName: bureauName ?? "",
    administrators: known.map(({ account, name, hasFactor }) => ({ account, name, hasFactor })),
    mayInvite: !hadSecond && known.length < 2,
    checks: await checkSetup(db, app),
  };
}

/** Names the bureau and its county: on its department, in the numbers of certificates. @throws FIELD_INVALID for a region that is no county */
export async function nameBureau(
  tx: Tx,
  actor: Actor,
  { bureauName, regionCode }: { bureauName: string; regionCode: string },
): Promise<void> {
  await mustBeRegion(tx, { zh: "行政区划", en: "Region" }, regionCode);
  if (!/^\d{6}$/.test(regionCode))
    throw invalidField("regionCode", "行政区划", "Region", "须为省、市或县（区）", "a province, a city or a county");
  const { rows } = await sql<{
    id: string;
  }>`update department set org_name = ${bureauName.trim()}, region_code = ${regionCode}, update_user = ${actor.userId}, update_time = now(), version = version + 1
    where id = ${bureauDepartment} returning id`.execute(tx);
  await setParameter(tx, actor, "cert.region", regionCode);
  await sql`update setup_state set bureau_time = coalesce(bureau_time, now())`.execute(tx);
  await writeAudit(
    tx,
    actor,
    rows.map(({ id }) => ({
      bizType: "Department",
      bizId: id,
      action: "nameBureau",
      after: { orgName: bureauName, regionCode },
    })),
  );
}

/** Writes down where backups go, and how often they are made. */
export async function noteBackup(
  tx: Tx,
  actor: Actor,
  { place, hours }: { place: string; hours: number },
): Promise<void> {
  await sql`update setup_state set backup_place = ${place.trim()}, backup_hours = ${hours}`.execute(tx);
  await writeAudit(tx, actor, [
    { bizType: "User", bizId: actor.userId, action: "noteBackup", after: { place, hours } },
  ]);
}

/**
 * An address for the second administrator. Later ones are made by two administrators together.
 * @throws ROLE_DENIED for whoever is no administrator for good, SETUP_DONE when there are two or were
 */
export async function inviteSecond(
  tx: Tx,
  app: Services,
  actor: Actor,
): Promise<Pick<NewLink, "address" | "expireTime">> {
  if ((await giverOf(tx, actor)).sysAdmin !== "for good") throw new Refusal("ROLE_DENIED");
  const { rows } = await sql<{
    hadSecond: boolean;
  }>`select second_admin_time is not null as had_second from setup_state for update`.execute(tx);
  if (rows[0]?.hadSecond || (await administrators(tx)).length > 1) throw new Refusal("SETUP_DONE");
  await writeAudit(tx, actor, [{ bizType: "User", bizId: actor.userId, action: "inviteAdministrator" }]);
  const { address, expireTime } = await newLink(app, tx, "second");
  return { address, expireTime };
}

/** The set-up is over; addresses for the first administrator are void, whatever becomes of him. What is still missing stays on the check list. */
export async function finishSetup(tx: Tx, actor: Actor): Promise<void> {
  const done = await sql`update setup_state set finish_time = now() where finish_time is null`.execute(tx);
  await sql`delete from setup_link where purpose = 'install'`.execute(tx);
  if (done.numAffectedRows === 1n)
    await writeAudit(tx, actor, [{ bizType: "User", bizId: actor.userId, action: "finishSetup" }]);
}
