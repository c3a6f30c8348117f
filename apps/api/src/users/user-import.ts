import { User, userCalls } from "@jipei/contract/users/user.ts";
import { fault } from "@jipei/contract/core/fault.ts";
import { sql } from "kysely";
import { type Giver, giverOf, isGivenByTwo, type RoleFacts, rolesWhere, seenRoles } from "../access/access.queries.ts";
import { type Actor, mustHold } from "../core/actor.ts";
import type { Db } from "../core/db.ts";
import type { CellFault, Values } from "../core/excel/importer.ts";
import { importer } from "../core/excel/importer.ts";
import { Refusal } from "../core/refusal.ts";
import { neededFields, verifyUsers } from "./user-import.verify.ts";
import { writeUsers } from "./user-import.write.ts";
import { mustBeGrantable } from "./user.roles.ts";
import { isReserved } from "./users.queries.ts";

export interface UserImport {
  actor: Actor;
  giver: Giver;
  /** By name and by alias. */
  roles: ReadonlyMap<string, RoleFacts>;
  /** Ids of the roles that no administrator gives alone. */
  byTwo: readonly string[];
  /** Whether users who are there already are changed. */
  covers: boolean;
}

/** Every user gets a password of his own, and hashing takes its time. */
const mostRows = 1000;

/**
 * Users of the bureau from a workbook: new ones with department, roles and a first password by SMS. Where the import may overwrite, those who are
 * there are changed in what the sheet says of them; an empty cell says nothing, and a password is never touched.
 */
export const userImporter = importer<{ isCovered?: "1" | "0" | null }, UserImport>({
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
  // Of users who are there a sheet may say as little as it likes; what new ones need is asked of their rows.
  needs: (field, { covers }) => field === "account" || (!covers && neededOfNew.has(field)),
  async prepare(db, actor, { isCovered }, { settings }) {
    if (actor.audience !== "bureau") throw new Refusal("ROLE_DENIED");
    const covers = isCovered === "1";
    if (covers) mustHold(actor, "user_edit");
    const roles = await rolesWhere(db, seenRoles(actor));
    const byTwo = roles.filter((role) => isGivenByTwo(role, settings.production)).map(({ id }) => id);
    return {
      actor,
      giver: await giverOf(db, actor),
      covers,
      byTwo,
      roles: new Map(roles.flatMap((role) => [[role.name, role] as const, [role.alias, role] as const])),
    };
  },
  check,
  verify: verifyUsers,
  write: writeUsers,
});

const neededOfNew: ReadonlySet<string> = new Set(neededFields);

interface Named {
  id: string;
  name: string;
}
const idsByName = ({ rows }: { rows: readonly Named[] }) => new Map(rows.map(({ id, name }) => [name, id]));

/** Departments by their name; a name that several have is not read. */
async function departmentsByName(db: Db, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return idsByName(
    await sql<Named>`select min(id)::text as id, org_name as name from department where is_deleted = 0 and org_name = any(${[...texts]}) group by org_name having count(*) = 1`.execute(
      db,
    ),
  );
}

/** As departments: a name that several have means none of them. */
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

function check(values: Values, { giver, roles }: UserImport): CellFault[] {
  const found: CellFault[] = [];
  if (isReserved(String(values["account"])))
    found.push({ field: "account", fault: fault("ACCOUNT_DUP", "账号已存在", "The account exists") });
  const names = namesIn(values["roleName"]);
  if (names.length === 0) return found;
  const unknown = names.find((name) => !roles.has(name));
  if (unknown)
    return [
      ...found,
      { field: "roleName", fault: fault("NO_ROLE", `没有角色“${unknown}”`, `There is no role “${unknown}”`) },
    ];
  const chosen = [...new Set(names.map((name) => roles.get(name) as RoleFacts))];
  try {
    mustBeGrantable(giver, chosen, "bureau");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    found.push({ field: "roleName", fault: fault(error.code, error.zh, error.en) });
  }
  // As they are written: ids.
  values["roleName"] = chosen.map(({ id }) => id).join(",");
  return found;
}
