import { ApiScope, coversPath } from "@jipei/contract/access/api-scope.ts";
import type { Explanation, Ground, Person, Reason } from "@jipei/contract/access/why.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import { loadActor } from "../../auth/auth.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { hiddenFields, ruleConditions, visible } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import { regionCondition } from "../../core/access/region-scope.ts";
import { findOwner } from "../../core/storage/files.ts";
import { accessChecks, getKeys } from "../../core/access/access-check.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Condition, likePattern } from "../../core/database/sql.ts";
import { visibleUsers } from "./reach.ts";
import { findEntity } from "./subjects.ts";

/**
 * Why a user may make a call or see a row, or why not. Every step is decided by the code that decides it for real calls: the access checks
 * (core/access/access-check.ts), the scope of the domain, the conditions of the data scopes. Only the names are added here.
 */

interface HeldRole {
  id: string;
  zh: string;
  en: string;
  until: string | null;
}
interface Asked {
  userId: string;
  callName?: string | null;
  entity?: string | null;
  rowId?: string | null;
}

/** @throws NOT_FOUND for a user whom the asker does not see, FIELD_INVALID when neither a call nor a row is given */
export async function explain(db: Db, asker: Actor, asked: Asked, app: Services): Promise<Explanation> {
  const call = asked.callName ? getCall(asked.callName, app) : null;
  const entity = asked.entity ? getSubject(asked.entity) : null;
  if (!call && !entity) throw invalidField("callName", "接口", "Call", "请选择接口或数据", "choose a call or a row");
  if (entity && !asked.rowId) throw invalidField("rowId", "数据主键", "Id of the row", "不能为空", "is needed");
  const user = await getUser(db, asker, asked.userId);
  const actor = await loadActor(app, asked.userId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "UNAUTHORIZED") return null;
    throw error;
  });
  const reasons: Reason[] = [{ step: "account", passed: actor !== null, grounds: [accountGround(user)] }];
  if (actor && call && call.access !== "public") reasons.push(...(await callReasons(db, actor, user.roles, call)));
  if (actor && entity) reasons.push(...(await rowReasons(db, actor, user.roles, entity, asked.rowId as string)));
  const hidden =
    actor && entity
      ? [...(hiddenFields(entity, actor) ?? [])]
          .map((name) => entity.fields[name] as Field)
          .map(({ zh, en }) => ({ zh, en }))
      : [];
  const { id, account, realName } = user;
  return {
    // Public calls need no authentication.
    allowed: call?.access === "public" && !entity ? true : reasons.every(({ passed }) => passed),
    user: { id, account, realName, roles: user.roles.map(({ zh, en, until }) => ({ zh, en, until })) },
    reasons,
    hidden,
  };
}

function getCall(name: string, { calls }: Services): Call {
  const call = calls.find((one) => one.name === name);
  if (!call) throw invalidField("callName", "接口", "Call", "没有这一接口", "there is no such call");
  return call;
}

function getSubject(name: string): Entity {
  const entity = findEntity(name);
  if (!entity || !findOwner(name))
    throw invalidField("entity", "业务对象", "Entity", "没有这一业务对象", "there is no such entity");
  return entity;
}

interface Found {
  id: string;
  account: string;
  realName: string;
  status: string;
  isDeleted: number;
  roles: HeldRole[];
}

/** A user whom the actor may ask about, also a disabled or removed one. @throws NOT_FOUND */
async function getUser(db: Db, asker: Actor, userId: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select t.id, t.account, t.real_name, t.status, t.is_deleted, coalesce((select jsonb_agg(jsonb_build_object('id', r.id::text, 'zh', r.role_name, 'en', coalesce(r.role_name_en, r.role_name), 'until', ur.end_date) order by r.sort, r.id)
      from held_role ur join role r on r.id = ur.role_id and r.is_deleted = 0 where ur.user_id = t.id), '[]') as roles
    from account t where t.id = ${userId} and ${visibleUsers(asker)}`.execute(db);
  if (!rows[0]) throw new Refusal("NOT_FOUND");
  return rows[0];
}

function accountGround({ status, isDeleted, roles: held }: Found): Ground {
  const live = status === "1" && isDeleted === 0;
  const counts = live && held.length > 0;
  const roles = held.map(({ zh, en }) => ({ zh, en }));
  if (counts) return { zh: "账号启用", en: "The account is enabled", roles, counts };
  return live
    ? { zh: "没有任何角色", en: "No role at all", roles, counts }
    : {
        zh: isDeleted === 0 ? "账号未启用" : "账号已删除",
        en: isDeleted === 0 ? "The account is not enabled" : "The account is removed",
        roles,
        counts,
      };
}

async function callReasons(db: Db, actor: Actor, roles: readonly HeldRole[], call: Call): Promise<Reason[]> {
  const grounds = {
    session: async () => [],
    tenant: async () => [],
    password: async () => [],
    factor: async () => [],
    audience: async () =>
      (call.audience ?? []).map((audience): Ground => ({
        ...audiences[audience],
        roles: [],
        counts: audience === actor.audience,
      })),
    apiScope: () => scopeGrounds(db, roles, call.path),
    permission: () => keyGrounds(db, actor, roles, call),
  };
  return Promise.all(
    accessChecks.map(async ({ name, passes }) => ({
      step: name,
      passed: passes(actor, call),
      grounds: await grounds[name](),
    })),
  );
}

const audiences = {
  bureau: { zh: "管理端", en: "Bureau" },
  institution: { zh: "机构端", en: "Institutions" },
  enterprise: { zh: "企业端", en: "Enterprises" },
  person: { zh: "个人端", en: "Persons" },
};
const bringing = (roles: readonly HeldRole[], ids: readonly string[]) =>
  roles.filter(({ id }) => ids.includes(id)).map(({ zh, en }) => ({ zh, en }));

/** API scopes that cover a call, and the roles that have them. */
async function scopeGrounds(db: Db, roles: readonly HeldRole[], path: string): Promise<Ground[]> {
  const { rows } = await sql<{ name: string; path: string; holders: string[] }>`
    select scope_name as name, scope_path as path, array(select role_id::text from role_api_scope g where g.api_scope_id = s.id) as holders from ${sql.table(ApiScope.table)} s where is_deleted = 0 order by id`.execute(
    db,
  );
  return rows
    .filter((scope) => coversPath(scope.path, path))
    .map(({ name, path: covered, holders }) => ({
      zh: `${name} ${covered}`,
      en: `${name} ${covered}`,
      roles: bringing(roles, holders),
      counts: roles.some(({ id }) => holders.includes(id)),
    }));
}

/** The keys of which a call needs one, and the roles that have them. */
async function keyGrounds(db: Db, actor: Actor, roles: readonly HeldRole[], { access }: Call): Promise<Ground[]> {
  if (access === "signedIn") return [{ zh: "登录即可", en: "Signing in is enough", roles: [], counts: true }];
  const keys = [...getKeys(access)];
  const { rows } = await sql<{ key: string; zh: string | null; en: string | null; holders: string[] }>`
    select k.key, m.name as zh, m.name_en as en, array(select role_id::text from role_permission p where p.permission = k.key) as holders
    from unnest(${keys}::text[]) with ordinality as k (key, place) left join menu m on m.code = k.key and m.category = '2' and m.is_deleted = 0 order by k.place`.execute(
    db,
  );
  return rows.map(({ key, zh, en, holders }) => ({
    zh: `${zh ?? ""}（${key}）`,
    en: `${en ?? zh ?? ""} (${key})`,
    roles: bringing(roles, holders),
    counts: actor.permissions.has(key),
  }));
}

async function rowReasons(
  db: Db,
  actor: Actor,
  roles: readonly HeldRole[],
  entity: Entity,
  rowId: string,
): Promise<Reason[]> {
  const { scope } = findOwner(entity.name) as { scope: (actor: Actor) => Condition };
  const rules = ruleConditions(entity, actor);
  const region = regionCondition(entity, actor);
  const parts = {
    there: sql`true`,
    domain: scope(actor),
    region: region ?? sql`true`,
    seen: visible(entity, scope, actor),
    ...Object.fromEntries(rules.map(({ condition }, at) => [`rule${at}`, condition])),
  } as Record<string, Condition>;
  const found = await sql<
    Record<string, boolean>
  >`select ${sql.join(Object.entries(parts).map(([name, part]) => sql`coalesce((${part}), false) as ${sql.ref(name)}`))} from ${sql.table(entity.table)} t where t.id = ${rowId} and t.is_deleted = 0`.execute(
    db,
  );
  const row = found.rows[0];
  const names = await scopeNames(
    db,
    rules.flatMap(({ rule }) => rule.id ?? []),
  );
  const about = (zh: string, en: string): Ground[] => [{ zh, en, roles: [], counts: row !== undefined }];
  return [
    { step: "row", passed: row !== undefined, grounds: about(`${entity.zh} ${rowId}`, `${entity.en} ${rowId}`) },
    ...(row
      ? [
          {
            step: "domainScope",
            passed: row.domain === true && row.region === true,
            grounds: region ? [regionGround(actor, row.region === true)] : [],
          } as Reason,
          // A row is seen where both the domain's scope and the data scopes allow it; where the former does, the latter decide.
          {
            step: "dataScope",
            passed:
              row.domain === true && row.region === true
                ? row.seen === true
                : rules.length === 0 || rules.some((_rule, at) => row[`rule${at}`]),
            grounds: rules.map(({ rule }, at) => ({
              ...(names.get(rule.id ?? "")?.name ?? { zh: "", en: "" }),
              roles: bringing(roles, names.get(rule.id ?? "")?.holders ?? []),
              counts: row[`rule${at}`] === true,
            })),
          } as Reason,
        ]
      : []),
  ];
}

function regionGround({ regions = [] }: Actor, counts: boolean): Ground {
  const codes = regions.join("、");
  return {
    zh: codes ? `所属区划：${codes}` : "所在部门没有区划",
    en: codes ? `Regions: ${regions.join(", ")}` : "The department has no region",
    roles: [],
    counts,
  };
}

async function scopeNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: { zh: string; en: string }; holders: string[] }>> {
  const { rows } = await sql<{
    id: string;
    name: string;
    holders: string[];
  }>`select id, scope_name as name, array(select role_id::text from role_data_scope g where g.data_scope_id = s.id) as holders from data_scope s where id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name, holders }) => [id, { name: { zh: name, en: name }, holders }]));
}

/** Users by account or name, those who may sign in first. */
export async function getPeople(db: Db, asker: Actor, keyword: string): Promise<Person[]> {
  const pattern = `%${likePattern(keyword)}%`;
  const { rows } = await sql<Person>`
    select t.id, t.account, t.real_name, d.org_name as dept_name, t.status,
      coalesce((select jsonb_agg(jsonb_build_object('zh', r.role_name, 'en', coalesce(r.role_name_en, r.role_name)) order by r.sort, r.id) from held_role ur join role r on r.id = ur.role_id and r.is_deleted = 0 where ur.user_id = t.id), '[]') as roles
    from account t left join unit d on d.id = t.dept_id
    where t.is_deleted = 0 and ${visibleUsers(asker)} and (t.account ilike ${pattern} or t.real_name ilike ${pattern})
    order by t.status <> '1', t.audience <> 'bureau', t.account limit 30`.execute(db);
  return rows;
}
