import { User, userCalls } from "@jipei/contract/users/user.ts";
import { issue } from "@jipei/contract/core/issue.ts";
import type { UserField, UserImport } from "./user-import.context.ts";
import { sql } from "kysely";
import { getGrantor, type RoleFacts, rolesWhere, seenRoles } from "../../access/access.queries.ts";
import { isGivenByTwo } from "../../core/access/duties.ts";
import { assertPermission } from "../../core/foundation/actor.ts";
import type { Db } from "../../core/database/db.ts";
import type { CellIssue, ImportValues } from "../../core/excel/import/import-definition.ts";
import { importer } from "../../core/excel/import/importer.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { neededFields, verifyUsers } from "./user-import.verify.ts";
import { undoUsers, writeUsers } from "./user-import.write.ts";
import { assertGrantable } from "../user/user.roles.ts";

/** Every new user gets a random password, and hashing it is slow. */
const mostRows = 1000;

/**
 * Imports users of the bureau from a workbook. New users get department, roles and a first password by SMS. Where the import may overwrite, existing
 * users are changed in the cells that are filled in; empty cells change nothing, and passwords are never changed.
 */
export const userImporter = importer({
  entity: User,
  calls: userCalls.import,
  maxRows: mostRows,
  columns: [
    { field: "account", synonyms: ["登录账号", "用户名"], example: "zhangsan" },
    { field: "realName", synonyms: ["姓名"], example: "张三" },
    { field: "name", needed: false },
    { field: "phone", synonyms: ["手机号", "手机号码", "电话", "联系电话"], example: "13800000000", needed: true },
    { field: "deptId", synonyms: ["部门", "部门名称"], example: "培训科", needed: true, resolve: departmentsByName },
    { field: "postId", synonyms: ["岗位名称"], resolve: postsByName },
    { field: "roleName", synonyms: ["角色名称", "所属角色"], example: "培训科经办", needed: true },
    { field: "email" },
    { field: "sex" },
    { field: "birthday" },
    { field: "code" },
    { field: "remark" },
  ],
  unique: ["account", "phone"],
  // Rows of existing users may leave cells empty, so what a new user needs is checked row by row (user-import.verify.ts).
  needs: (field, { covers }) => field === "account" || (!covers && neededOfNew.has(field)),
  async prepare(db, actor, { isCovered }, { settings }) {
    if (actor.audience !== "bureau") throw new Refusal("ROLE_DENIED");
    const covers = isCovered === "1";
    if (covers) assertPermission(actor, "user_edit");
    const roles = await rolesWhere(db, seenRoles(actor));
    const byTwo = roles.filter((role) => isGivenByTwo(role, settings.production)).map(({ id }) => id);
    return {
      actor,
      grantor: await getGrantor(db, actor),
      covers,
      byTwo,
      roles: new Map(roles.flatMap((role) => [[role.name, role] as const, [role.alias, role] as const])),
    };
  },
  existing: {
    same: sql`lower(t.account) = lower(s.account) and t.is_deleted = 0`,
    fields: ["realName", "name", "phone", "deptId", "postId", "email", "sex", "birthday", "code", "remark"],
  },
  check,
  verify: verifyUsers,
  write: writeUsers,
  undo: undoUsers,
});

const neededOfNew: ReadonlySet<string> = new Set(neededFields);

interface Named {
  id: string;
  name: string;
}
const idsByName = ({ rows }: { rows: readonly Named[] }) => new Map(rows.map(({ id, name }) => [name, id]));

/** Ids of departments by name; a name that several departments share is not found. */
async function departmentsByName(db: Db, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return idsByName(
    await sql<Named>`select min(id)::text as id, org_name as name from department where is_deleted = 0 and org_name = any(${[...texts]}) group by org_name having count(*) = 1`.execute(
      db,
    ),
  );
}

/** Ids of posts by name; a name that several posts share is not found. */
async function postsByName(db: Db, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return idsByName(
    await sql<Named>`select min(id)::text as id, post_name as name from post where is_deleted = 0 and post_name = any(${[...texts]}) group by post_name having count(*) = 1`.execute(
      db,
    ),
  );
}

const namesIn = (text: unknown): string[] =>
  String(text ?? "")
    .split(/[、,，;；]/)
    .map((name) => name.trim())
    .filter(Boolean);

/** Adds what an assertion refuses to the issues of a cell. */
function collect(found: CellIssue<UserField>[], field: UserField, assertion: () => void): void {
  try {
    assertion();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    found.push({ field, issue: issue(error.code, error.zh, error.en) });
  }
}

function check(values: ImportValues<typeof User>, { grantor, roles }: UserImport): CellIssue<UserField>[] {
  const found: CellIssue<UserField>[] = [];
  const names = namesIn(values.roleName);
  if (names.length === 0) return found;
  const unknown = names.find((name) => !roles.has(name));
  if (unknown)
    return [
      ...found,
      { field: "roleName", issue: issue("NO_ROLE", `没有角色“${unknown}”`, `There is no role “${unknown}”`) },
    ];
  const chosen = [...new Set(names.map((name) => roles.get(name) as RoleFacts))];
  collect(found, "roleName", () => assertGrantable(grantor, chosen, "bureau"));
  // The staged row holds ids.
  values.roleName = chosen.map(({ id }) => id).join(",");
  return found;
}
