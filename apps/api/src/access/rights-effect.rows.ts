import type { EffectOnGroup } from "@jipei/contract/access/rights-change.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { actorOfUser } from "../auth/auth.queries.ts";
import { type Actor, may } from "../core/actor.ts";
import { visible } from "../core/data-scope.ts";
import type { Tx } from "../core/db.ts";
import { ownerOf } from "../core/files.ts";
import { regionsOf } from "../core/region-scope.ts";
import type { Services } from "../core/services.ts";
import { all } from "../core/sql.ts";
import type { Had } from "./rights-effect.ts";
import { entityOf } from "./subjects.ts";

/** What regions cut first of all. */
const ofRegions = ["Organisation", "TrainingClass", "Student"];

interface Compared {
  userId: string;
  before: Had;
  after: Had;
  /** Counting ends there. */
  most: number;
}

/** Rows of the entities whose cut a change moves, as one user of a group sees them; only of rows that the asker sees himself. */
export async function rowsSeen(
  tx: Tx,
  asker: Actor,
  app: Services,
  { userId, before, after, most }: Compared,
): Promise<EffectOnGroup["rows"]> {
  const rulesOf = (had: Had, entity: string) => had.rules.filter((rule) => rule.entity === entity);
  const names = new Set(
    [...before.rules, ...after.rules]
      .map(({ entity }) => entity)
      .filter((name) => !isDeepStrictEqual(rulesOf(before, name), rulesOf(after, name))),
  );
  if (before.byRegion !== after.byRegion) for (const name of ofRegions) names.add(name);
  const entities = [...names].flatMap((name) => entityOf(name) ?? []);
  const user = entities.length > 0 ? await actorOfUser(app, userId).catch(() => null) : null;
  if (!user) return [];
  const regions = user.audience === "bureau" ? await regionsOf(app.pool, user.deptId) : undefined;
  const { regions: _now, ...person } = user;
  const as = (had: Had): Actor => ({
    ...person,
    permissions: had.permissions,
    dataScopes: had.rules,
    ...(had.byRegion && regions && { regions }),
  });
  const rows: EffectOnGroup["rows"] = [];
  for (const entity of entities) {
    const counted = await Promise.all([before, after].map((had) => countOf(tx, entity, asker, as(had), most)));
    const [was, is] = counted as [number | null, number | null];
    if (was !== null && is !== null && was !== is)
      rows.push({ zh: entity.zh, en: entity.en, account: user.account, before: was, after: is });
  }
  return rows;
}

/** null where one of them has no right to the entity. */
async function countOf(tx: Tx, entity: Entity<any>, asker: Actor, user: Actor, most: number): Promise<number | null> {
  const owner = ownerOf(entity.name);
  if (!owner || !may(asker, `${owner.resource}_view`)) return null;
  if (!may(user, `${owner.resource}_view`)) return 0;
  const seen = all([sql`t.is_deleted = 0`, visible(entity, owner.scope, asker), visible(entity, owner.scope, user)]);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select from ${sql.table(entity.table)} t where ${seen} limit ${most}) seen`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}
