import { errors } from "@jipei/contract/core/errors.ts";
import { type Issue, issue } from "@jipei/contract/core/issue.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { assertMayChange } from "../../access/access.queries.ts";
import { hiddenFields, ruleConditions, visible } from "../../core/access/data-scope.ts";
import type { Tx } from "../../core/database/db.ts";
import type { RowIssue } from "../../core/excel/import/import-definition.ts";
import type { Stage } from "../../core/excel/import/import-stage.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { countFound } from "../../core/security/masked-search.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import { findNameRefusal } from "../user/account.names.ts";
import type { UserField, UserImport } from "./user-import.context.ts";
import { findAllowedDepartments } from "../user/user.place.ts";
import { findMorePowerful } from "../user/user.roles.ts";
import { userScope } from "../user/user.scope.ts";

/** What a new user needs: a name, a phone for the first password, a department and a role. */
export const neededFields = ["realName", "phone", "deptId", "roleName"] as const;

const taken = issue("ACCOUNT_DUP", "账号已存在", "The account already exists");
const foreign = issue(
  "ACCOUNT_OTHER",
  "该账号不是管理端用户，不能由导入修改",
  "This account is none of the bureau, and not changed by an import",
);
const denied = issue("ROLE_DENIED", "您无权修改该用户", "You may not change this user");
const phoneTaken = issue("PHONE_DUP", "手机号码已被其他用户使用", "Another user has this phone");
const outside = issue("ROLE_DENIED", "您无权在该部门新增用户", "You may not add users to this department");
const ownRight = issue("ROLE_DENIED", "不能修改本人的部门和角色", "You cannot change your own department and roles");
const byTwo = issue("SECOND_PERSON", errors.SECOND_PERSON[1], errors.SECOND_PERSON[2]);
const noPlace = issue("NOT_FOUND", "不存在", "Does not exist");

const issuesAt = (field: UserField, why: Issue, rows: readonly { line: number }[]): RowIssue<UserField>[] =>
  rows.map(({ line }) => ({ row: line, field, issue: why }));

const isField = (column: string): column is UserField => Object.hasOwn(User.fields, column);

/** Checks of the staged users that need the database. */
export async function verifyUsers(
  tx: Tx,
  actor: Actor,
  stage: Stage,
  { covers, byTwo: byTwoIds }: UserImport,
  app: Services,
): Promise<readonly RowIssue<UserField>[]> {
  const has = (name: string) => stage.columns.includes(name);
  const duplicates = await sql<{
    line: number;
  }>`select s.line from import_stage s where exists (select from import_stage o where lower(o.account) = lower(s.account) and o.line < s.line)`.execute(
    tx,
  );
  const there = (await staged(tx, actor)).filter(
    ({ line }) => !duplicates.rows.some((duplicate) => duplicate.line === line),
  );
  const issues = [
    ...issuesAt("account", taken, duplicates.rows),
    ...(await findNameIssues(tx)),
    ...(has("phone") ? await findPhoneIssues(tx, actor, app) : []),
    ...(await findPlaceIssues(tx, actor, has)),
    ...(has("roleName") ? await findTwoPersonIssues(tx, byTwoIds) : []),
  ];
  if (covers) issues.push(...(await findCoveredIssues(tx, actor, stage, there)), ...(await findNewIssues(tx, has)));
  else issues.push(...issuesAt("account", taken, there));
  // One issue for each row is enough: a user who may not be changed may not be moved either.
  const reported = new Set(issues.map(({ row }) => row));
  const moved = (await findScopeIssues(tx, actor, has)).filter(({ row }) => !reported.has(row));
  return [...issues, ...moved];
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

/** The staged rows whose account exists. */
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

/** Why existing users may not be changed. */
async function findCoveredIssues(
  tx: Tx,
  actor: Actor,
  stage: Stage,
  there: readonly Covered[],
): Promise<RowIssue<UserField>[]> {
  const beyond = new Set(
    await findMorePowerful(
      tx,
      actor,
      there.map(({ id }) => id),
    ),
  );
  const own = there.filter(({ id }) => id === actor.userId);
  const mine = there.filter(({ ofBureau, seen, id }) => ofBureau && seen && !beyond.has(id));
  const hidden = stage.columns
    .filter(isField)
    .filter((name) => name !== "account" && hiddenFields(User, actor)?.has(name));
  return [
    ...issuesAt(
      "account",
      foreign,
      there.filter(({ ofBureau, seen }) => seen && !ofBureau),
    ),
    ...issuesAt(
      "account",
      denied,
      there.filter(({ seen, ofBureau, id }) => !seen || (ofBureau && beyond.has(id))),
    ),
    ...issuesAt(
      "deptId",
      ownRight,
      own.filter(({ otherDept }) => otherDept),
    ),
    ...issuesAt(
      "roleName",
      ownRight,
      own.filter(({ otherRoles }) => otherRoles),
    ),
    ...issuesAt(
      "phone",
      denied,
      await phonesDenied(
        tx,
        actor,
        mine.filter(({ otherPhone }) => otherPhone),
      ),
    ),
    ...hidden.flatMap((name) => issuesAt(name, denied, mine)),
  ];
}

/** The rows whose phone the actor may not change. */
async function phonesDenied(tx: Tx, actor: Actor, rows: readonly Covered[]): Promise<readonly Covered[]> {
  try {
    await assertMayChange(
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

/** Roles that one administrator may not grant alone. Users who hold such a role already may keep it. */
async function findTwoPersonIssues(tx: Tx, roleIds: readonly string[]): Promise<RowIssue<UserField>[]> {
  const { rows } = await sql<{
    line: number;
  }>`select s.line from import_stage s where exists (select from unnest(string_to_array(s.role_name, ',')::bigint[]) r where r = any(${[...roleIds]}::bigint[])
    and not exists (select from app_user u join user_role h on h.user_id = u.id and h.role_id = r and h.end_date is null where lower(u.account) = lower(s.account) and u.is_deleted = 0)) order by s.line`.execute(
    tx,
  );
  return issuesAt("roleName", byTwo, rows);
}

const isNew = sql`not exists (select from app_user t where lower(t.account) = lower(s.account) and t.is_deleted = 0)`;

/** What new users lack. */
async function findNewIssues(tx: Tx, has: (name: string) => boolean): Promise<RowIssue<UserField>[]> {
  const issues: RowIssue<UserField>[] = [];
  for (const name of neededFields) {
    const { zh, en } = User.fields[name] as Field;
    const { rows } = await sql<{
      line: number;
    }>`select s.line from import_stage s where ${isNew} and ${has(name) ? sql`${sql.ref(`s.${snake(name)}`)} is null` : sql`true`}`.execute(
      tx,
    );
    issues.push(
      ...rows.map(({ line }) => ({
        row: line,
        field: name,
        text: "",
        issue: issue("REQUIRED", `请填写${zh}`, `Please fill in: ${en}`),
      })),
    );
  }
  return issues;
}

/** Names that no new user may choose; who has one already keeps it. */
async function findNameIssues(tx: Tx): Promise<RowIssue<UserField>[]> {
  const { rows } = await sql<{
    line: number;
    account: string;
  }>`select s.line, s.account from import_stage s where ${isNew}`.execute(tx);
  return rows.flatMap((row) => {
    const refusal = findNameRefusal(row.account);
    return refusal ? issuesAt("account", issue(refusal.code, refusal.zh, refusal.en), [row]) : [];
  });
}

/** Sheets with phones that one user may have checked in a day: each tells of a thousand numbers whether somebody has them. */
const sheetsADay = 20;

/**
 * Phones that another enabled account of the bureau, an institution or an enterprise has. Where the actor sees phones masked, each one found counts
 * as unmasked, and is recorded. @throws RATE_LIMIT
 */
async function findPhoneIssues(tx: Tx, actor: Actor, app: Services): Promise<RowIssue<UserField>[]> {
  const { rows } = await sql<{
    line: number;
    phoneHash: string;
  }>`select s.line, s.phone_hash from import_stage s where exists (select from app_user u where u.phone_hash = s.phone_hash and u.is_deleted = 0 and u.status = '1' and u.login_type in ('0', '1', '3')
    and lower(u.account) <> lower(s.account))`.execute(tx);
  await limitRate(app, "phones checked", actor.userId, sheetsADay, 24 * 60);
  for (const { phoneHash } of rows) await countFound(app, actor, User, "phone", phoneHash);
  return issuesAt("phone", phoneTaken, rows);
}

/** Departments and posts that do not exist in the actor's tenant. */
async function findPlaceIssues(tx: Tx, actor: Actor, has: (name: string) => boolean): Promise<RowIssue<UserField>[]> {
  const issues: RowIssue<UserField>[] = [];
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
    issues.push(...issuesAt(name, noPlace, rows));
  }
  return issues;
}

/** Departments that the actor's data scopes do not cover: the scopes are applied to the rows as they would be after the import. */
async function findScopeIssues(tx: Tx, actor: Actor, has: (name: string) => boolean): Promise<RowIssue<UserField>[]> {
  const places = findAllowedDepartments(actor);
  if (!has("deptId") || (ruleConditions(User, actor).length === 0 && !places)) return [];
  const { rows } = await sql<{
    line: number;
  }>`select s.line from import_stage s left join app_user u on lower(u.account) = lower(s.account) and u.is_deleted = 0
    cross join lateral jsonb_populate_record(u, jsonb_strip_nulls(to_jsonb(s)) || ${JSON.stringify({ tenant_id: actor.tenantId })}::jsonb
      || case when u.id is null then ${JSON.stringify({ create_user: actor.userId, create_dept: actor.deptId, status: "1", login_type: "0" })}::jsonb else '{}'::jsonb end) t
    where not coalesce(${visible(User, userScope, actor)}, false)${places ? sql` or coalesce(s.dept_id not in (${places}), false)` : sql``}`.execute(
    tx,
  );
  return issuesAt("deptId", outside, rows);
}
