import type { SetupState } from "@jipei/contract/setup/setup.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { getGrantor } from "../access/access.queries.ts";
import { assertRegion, setParameter } from "../settings/settings.queries.ts";
import { administrators, bureauDepartment, renameBureau } from "../users/users.queries.ts";
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

/** The progress of the set-up, and what is missing. */
export async function getState(db: Db, app: Services): Promise<SetupState> {
  const { rows } =
    await sql<Row>`select d.org_name as bureau_name, d.region_code, s.bureau_time is not null as bureau_done, s.backup_place, s.backup_hours,
    s.second_admin_time is not null as had_second, s.finish_time is not null as finished from setup_state s left join unit d on d.id = ${bureauDepartment}`.execute(
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

/** Sets name and region of the bureau, on its department and in the numbers of certificates. @throws FIELD_INVALID for an unknown region, or one below a county */
export async function nameBureau(
  tx: Tx,
  actor: Actor,
  { bureauName, regionCode }: { bureauName: string; regionCode: string },
): Promise<void> {
  await assertRegion(tx, { zh: "行政区划", en: "Region" }, regionCode);
  if (!/^\d{6}$/.test(regionCode))
    throw invalidField("regionCode", "行政区划", "Region", "须为省、市或县（区）", "a province, a city or a county");
  const renamed = await renameBureau(tx, actor, bureauName.trim(), regionCode);
  await setParameter(tx, actor, "cert.region", regionCode);
  await sql`update setup_state set bureau_time = coalesce(bureau_time, now())`.execute(tx);
  await writeAudit(
    tx,
    actor,
    renamed.map((id) => ({
      bizType: "Department",
      bizId: id,
      action: "nameBureau",
      after: { orgName: bureauName, regionCode },
    })),
  );
}

/** Stores where backups go, and how often they are made. */
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
 * Makes an address for the second administrator. Further ones need two administrators together (four-eyes.ts).
 * @throws ROLE_DENIED for an actor who is no permanent administrator, SETUP_DONE when there are or were two administrators
 */
export async function inviteSecond(
  tx: Tx,
  app: Services,
  actor: Actor,
): Promise<Pick<NewLink, "address" | "expireTime">> {
  if ((await getGrantor(tx, actor)).sysAdmin !== "for good") throw new Refusal("ROLE_DENIED");
  const { address, expireTime } = await secondLink(tx, app, actor);
  return { address, expireTime };
}

/**
 * Makes an address for the second administrator; for a tenant it can only be made by a command on the server.
 * @throws NOT_FOUND when there is no first one, SETUP_DONE when there are or were two administrators
 */
export async function secondLink(tx: Tx, app: Services, actor: Actor): Promise<NewLink> {
  const { rows } = await sql<{
    hadSecond: boolean;
  }>`select second_admin_time is not null as had_second from setup_state for update`.execute(tx);
  const known = await administrators(tx);
  if (known.length === 0) throw new Refusal("NOT_FOUND");
  if (rows[0]?.hadSecond || known.length > 1) throw new Refusal("SETUP_DONE");
  await writeAudit(tx, actor, [{ bizType: "User", bizId: actor.userId, action: "inviteAdministrator" }]);
  return newLink(app, tx, "second");
}

/** Finishes the set-up. Existing addresses for the first administrator become invalid. What is still missing stays on the check list. */
export async function finishSetup(tx: Tx, actor: Actor): Promise<void> {
  const done = await sql`update setup_state set finish_time = now() where finish_time is null`.execute(tx);
  await sql`delete from setup_link where purpose = 'install'`.execute(tx);
  if (done.numAffectedRows === 1n)
    await writeAudit(tx, actor, [{ bizType: "User", bizId: actor.userId, action: "finishSetup" }]);
}
