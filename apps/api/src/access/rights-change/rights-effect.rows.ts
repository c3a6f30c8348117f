import type { EffectOnGroup } from "@jipei/contract/access/rights-change.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { loadActor } from "../../auth/auth.queries.ts";
import { type Actor, mayDo } from "../../core/foundation/actor.ts";
import { visible } from "../../core/access/data-scope.ts";
import type { Tx } from "../../core/database/db.ts";
import { findOwner } from "../../core/storage/files.ts";
import { provided } from "../../core/foundation/provided.ts";
import type { Services } from "../../core/foundation/services.ts";
import { all } from "../../core/database/sql.ts";
import type { GroupRights } from "./group-rights.ts";
import { findEntity } from "../grants/subjects.ts";

/** Entities whose rows are counted when the limit to regions changes. */
const ofRegions = ["Organisation", "TrainingClass", "Student"];

interface Compared {
  userId: string;
  before: GroupRights;
  after: GroupRights;
  /** Rows are counted up to this number. */
  most: number;
}

/** Counts, before and after a change, the rows that one user of a group sees of each entity whose data scopes change. Only rows that the asker sees count. */
export async function rowsSeen(
  tx: Tx,
  asker: Actor,
  app: Services,
  { userId, before, after, most }: Compared,
): Promise<EffectOnGroup["rows"]> {
  const getRules = (rights: GroupRights, entity: string) => rights.rules.filter((rule) => rule.entity === entity);
  const names = new Set(
    [...before.rules, ...after.rules]
      .map(({ entity }) => entity)
      .filter((name) => !isDeepStrictEqual(getRules(before, name), getRules(after, name))),
  );
  if (before.byRegion !== after.byRegion) for (const name of ofRegions) names.add(name);
  const entities = [...names].flatMap((name) => findEntity(name) ?? []);
  const user = entities.length > 0 ? await loadActor(app, userId).catch(() => null) : null;
  if (!user) return [];
  const regions = user.audience === "bureau" ? await provided("getRegions")(app.pool, user.deptId) : undefined;
  const { regions: _now, ...person } = user;
  const as = (rights: GroupRights): Actor => ({
    ...person,
    permissions: rights.permissions,
    dataScopes: rights.rules,
    ...(rights.byRegion && regions && { regions }),
  });
  const rows: EffectOnGroup["rows"] = [];
  for (const entity of entities) {
    const counted = await Promise.all([before, after].map((rights) => findCount(tx, entity, asker, as(rights), most)));
    const [was, is] = counted as [number | null, number | null];
    if (was !== null && is !== null && was !== is)
      rows.push({ zh: entity.zh, en: entity.en, account: user.account, before: was, after: is });
  }
  return rows;
}

/** The number of rows that both see; 0 where the user may not view the entity, null where the asker may not. */
async function findCount(tx: Tx, entity: Entity, asker: Actor, user: Actor, most: number): Promise<number | null> {
  const owner = findOwner(entity.name);
  if (!owner || !mayDo(asker, owner.resource, "view")) return null;
  if (!mayDo(user, owner.resource, "view")) return 0;
  const seen = all([sql`t.is_deleted = 0`, visible(entity, owner.scope, asker), visible(entity, owner.scope, user)]);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select from ${sql.table(entity.table)} t where ${seen} limit ${most}) seen`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}
