import { errors } from "@jipei/contract/core/errors.ts";
import { type Fault, fault } from "@jipei/contract/core/fault.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { mustMayChange } from "../access/access.queries.ts";
import { hiddenFields, ruleConditions, visible } from "../core/data-scope.ts";
import type { Tx } from "../core/db.ts";
import type { RowFault } from "../core/excel/importer.ts";
import type { Stage } from "../core/excel/import-stage.ts";
import { Refusal } from "../core/refusal.ts";
import type { UserImport } from "./user-import.ts";
import { placesOf } from "./user.place.ts";
import { beyondReach } from "./user.roles.ts";
import { userScope } from "./user.scope.ts";

/** What a new user needs: a way to his first password, a place and something to do. */
export const neededFields = ["realName", "phone", "deptId", "roleName"] as const;

const taken = fault("ACCOUNT_DUP", "账号已存在", "The account exists");
const foreign = fault(
  "ACCOUNT_OTHER",
  "该账号不是管理端用户，不能由导入修改",
  "This account is none of the bureau, and not changed by an import",
);
const denied = fault("ROLE_DENIED", "您无权修改该用户", "You may not change this user");
const phoneTaken = fault("PHONE_DUP", "手机号码已被其他用户使用", "Another user has this phone");
const outside = fault("ROLE_DENIED", "您无权在该部门新增用户", "You may not add users to this department");
const ownRight = fault("ROLE_DENIED", "不能修改本人的部门和角色", "Nobody changes his own department and roles");
const byTwo = fault("SECOND_PERSON", errors.SECOND_PERSON[1], errors.SECOND_PERSON[2]);
const noPlace = fault("NOT_FOUND", "不存在", "Does not exist");

const faultsAt = (field: string, why: Fault, rows: readonly { line: number }[]): RowFault[] =>
  rows.map(({ line }) => ({ row: line, field, fault: why }));

/** Everything about the staged users that only the database knows. */
export async function verifyUsers(
  tx: Tx,
  actor: Actor,
  stage: Stage,
  { covers, byTwo: byTwoIds }: UserImport,
): Promise<{ existing: number; faults: readonly RowFault[] }> {
  const has = (name: string) => stage.columns.includes(name);
  const twins = await sql<{
    line: number;
  }>`select s.line from import_stage s where exists (select from import_stage o where lower(o.account) = lower(s.account) and o.line < s.line)`.execute(
    tx,
  );
  const there = (await staged(tx, actor)).filter(({ line }) => !twins.rows.some((twin) => twin.line === line));
  const faults = [
    ...faultsAt("account", taken, twins.rows),
    ...(has("phone") ? await phoneFaults(tx) : []),
    ...(await placeFaults(tx, actor, has)),
    ...(has("roleName") ? await twoFaults(tx, byTwoIds) : []),
  ];
  if (covers) faults.push(...(await coveredFaults(tx, actor, stage, there)), ...(await newFaults(tx, has)));
  else faults.push(...faultsAt("account", taken, there));
  // Once is enough: whoever may not be changed is not moved either.
  const told = new Set(faults.map(({ row }) => row));
  const moved = (await outsideFaults(tx, actor, has)).filter(({ row }) => !told.has(row));
  return { existing: covers ? there.length : 0, faults: [...faults, ...moved] };
}

interface Covered {
  line: number;
  id: string;
  ofBureau: boolean;
  seen: boolean;
  otherDept: boolean;
  otherRoles: boolean;
  otherPhone: boolean;
}

/** The rows whose account is there. */
async function staged(tx: Tx, actor: Actor): Promise<Covered[]> {
  const { rows } =
    await sql<Covered>`select s.line, t.id, t.audience = 'bureau' and t.login_type = '0' and t.status in ('1', '2', '3') as of_bureau, coalesce(${visible(User, userScope, actor)}, false) as seen,
      coalesce((to_jsonb(s) ->> 'dept_id')::bigint <> t.dept_id, false) as other_dept,
      coalesce(to_jsonb(s) ->> 'phone_hash' is distinct from t.phone_hash and to_jsonb(s) ->> 'phone_hash' is not null, false) as other_phone,
      to_jsonb(s) ->> 'role_name' is not null and array(select x::bigint from unnest(string_to_array(to_jsonb(s) ->> 'role_name', ',')) x order by 1) <> array(select ur.role_id from user_role ur where ur.user_id = t.id and ur.end_date is null order by ur.role_id) as other_roles
    from import_stage s join app_user t on lower(t.account) = lower(s.account) and t.is_deleted = 0 order by s.line`.execute(
      tx,
    );
  return rows;
}

/** What forbids to change those who are there. */
async function coveredFaults(tx: Tx, actor: Actor, stage: Stage, there: readonly Covered[]): Promise<RowFault[]> {
  const beyond = new Set(
    await beyondReach(
      tx,
      actor,
      there.map(({ id }) => id),
    ),
  );
  const own = there.filter(({ id }) => id === actor.userId);
  const mine = there.filter(({ ofBureau, seen, id }) => ofBureau && seen && !beyond.has(id));
  const hidden = stage.columns.filter((name) => name !== "account" && hiddenFields(User, actor)?.has(name));
  return [
    ...faultsAt(
      "account",
      foreign,
      there.filter(({ ofBureau, seen }) => seen && !ofBureau),
    ),
    ...faultsAt(
      "account",
      denied,
      there.filter(({ seen, ofBureau, id }) => !seen || (ofBureau && beyond.has(id))),
    ),
    ...faultsAt(
      "deptId",
      ownRight,
      own.filter(({ otherDept }) => otherDept),
    ),
    ...faultsAt(
      "roleName",
      ownRight,
      own.filter(({ otherRoles }) => otherRoles),
    ),
    ...faultsAt(
      "phone",
      denied,
      await phonesDenied(
        tx,
        actor,
        mine.filter(({ otherPhone }) => otherPhone),
      ),
    ),
    ...hidden.flatMap((name) => faultsAt(name, denied, mine)),
  ];
}

/** The rows whose phone the actor may not change. */
async function phonesDenied(tx: Tx, actor: Actor, rows: readonly Covered[]): Promise<readonly Covered[]> {
  try {
    await mustMayChange(
      tx,
      actor,
      "phone",
      rows.map(({ id }) => id),
    );
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return rows.filter(({ id }) => error.failures.some((failure) => failure.id === id));
  }
}

/** Roles that one administrator gives to nobody alone; who holds them already may be written with them. */
async function twoFaults(tx: Tx, roleIds: readonly string[]): Promise<RowFault[]> {
  const { rows } = await sql<{
    line: number;
  }>`select s.line from import_stage s where exists (select from unnest(string_to_array(s.role_name, ',')::bigint[]) r where r = any(${[...roleIds]}::bigint[])
    and not exists (select from app_user u join user_role h on h.user_id = u.id and h.role_id = r and h.end_date is null where lower(u.account) = lower(s.account) and u.is_deleted = 0)) order by s.line`.execute(
    tx,
  );
  return faultsAt("roleName", byTwo, rows);
}

const isNew = sql`not exists (select from app_user t where lower(t.account) = lower(s.account) and t.is_deleted = 0)`;

/** What new users lack. */
async function newFaults(tx: Tx, has: (name: string) => boolean): Promise<RowFault[]> {
  const faults: RowFault[] = [];
  for (const name of neededFields) {
    const { zh, en } = User.fields[name] as Field;
    const { rows } = await sql<{
      line: number;
    }>`select s.line from import_stage s where ${isNew} and ${has(name) ? sql`${sql.ref(`s.${snake(name)}`)} is null` : sql`true`}`.execute(
      tx,
    );
    faults.push(
      ...rows.map(({ line }) => ({
        row: line,
        field: name,
        text: "",
        fault: fault("REQUIRED", `请填写${zh}`, `${en}: please fill in`),
      })),
    );
  }
  return faults;
}

/** Phones that another enabled account of bureau, institutions or enterprises has. */
async function phoneFaults(tx: Tx): Promise<RowFault[]> {
  const { rows } = await sql<{
    line: number;
  }>`select s.line from import_stage s where exists (select from app_user u where u.phone_hash = s.phone_hash and u.is_deleted = 0 and u.status = '1' and u.login_type in ('0', '1', '3')
    and lower(u.account) <> lower(s.account))`.execute(tx);
  return faultsAt("phone", phoneTaken, rows);
}

/** Departments and posts of others. */
async function placeFaults(tx: Tx, actor: Actor, has: (name: string) => boolean): Promise<RowFault[]> {
  const faults: RowFault[] = [];
  for (const [name, column, table] of [
    ["deptId", "dept_id", "department"],
    ["postId", "post_id", "post"],
  ] as const) {
    if (!has(name)) continue;
    const { rows } = await sql<{
      line: number;
    }>`select s.line from import_stage s where ${sql.ref(`s.${column}`)} is not null
      and not exists (select from ${sql.table(table)} p where p.id = ${sql.ref(`s.${column}`)} and p.tenant_id = ${actor.tenantId} and p.is_deleted = 0)`.execute(
      tx,
    );
    faults.push(...faultsAt(name, noPlace, rows));
  }
  return faults;
}

/** Places where the actor's data scopes let him keep nobody: the rows as they would be are looked at through them. */
async function outsideFaults(tx: Tx, actor: Actor, has: (name: string) => boolean): Promise<RowFault[]> {
  const places = placesOf(actor);
  if (!has("deptId") || (ruleConditions(User, actor).length === 0 && !places)) return [];
  const { rows } = await sql<{
    line: number;
  }>`select s.line from import_stage s left join app_user u on lower(u.account) = lower(s.account) and u.is_deleted = 0
    cross join lateral jsonb_populate_record(u, jsonb_strip_nulls(to_jsonb(s)) || ${JSON.stringify({ tenant_id: actor.tenantId })}::jsonb
      || case when u.id is null then ${JSON.stringify({ create_user: actor.userId, create_dept: actor.deptId, status: "1", login_type: "0" })}::jsonb else '{}'::jsonb end) t
    where not coalesce(${visible(User, userScope, actor)}, false)${places ? sql` or coalesce(s.dept_id not in (${places}), false)` : sql``}`.execute(
    tx,
  );
  return faultsAt("deptId", outside, rows);
}
