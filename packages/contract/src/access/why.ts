import { call } from "../core/call.ts";
import { type CodeOf, codeList, id, text } from "../core/fields/field.ts";
import { any, record } from "../core/fields/shape.ts";

/** The checks before a call is answered or a row is shown, in their order. */
export const whyStep = codeList("WHY_STEP", "判断步骤", "Step", {
  account: ["账号有效且有角色", "The account is live and has a role"],
  session: ["已登录", "Signed in"],
  tenant: ["租户内可用", "Open to the tenant"],
  password: ["已自行设置密码", "Has a password of their own"],
  factor: ["两步验证", "Second factor"],
  audience: ["用户端", "Audience"],
  apiScope: ["接口权限", "API scopes"],
  permission: ["权限键", "Right"],
  row: ["数据存在", "The row is there"],
  domainScope: ["业务范围", "Scope of the business"],
  dataScope: ["数据权限", "Data scopes"],
});
export type WhyStep = CodeOf<typeof whyStep>;

/** One thing that a step checked: a role, a permission, a scope. */
export interface Ground {
  zh: string;
  en: string;
  /** Roles of the user that grant it; empty where it does not come from roles. */
  roles: { zh: string; en: string }[];
  /** Whether it permits the call or row. */
  counts: boolean;
}

export interface Reason {
  step: WhyStep;
  passed: boolean;
  grounds: Ground[];
}

export interface Explanation {
  allowed: boolean;
  user: { id: string; account: string; realName: string; roles: { zh: string; en: string; until: string | null }[] };
  reasons: Reason[];
  /** Fields that data scopes hide from the user; of a row only. */
  hidden: { zh: string; en: string }[];
}

/** A user who can be asked about. */
export interface Person {
  id: string;
  account: string;
  realName: string;
  deptName: string | null;
  status: string;
  roles: { zh: string; en: string }[];
}

export interface CallName {
  name: string;
  method: string;
  path: string;
  zh: string;
  en: string;
}

/** A field of an entity, for those who write rules about it. */
export interface SubjectField {
  name: string;
  zh: string;
  en: string;
  kind: string;
  /** May be compared in a rule. */
  comparable: boolean;
  /** Whether scopes by user or by department may use it. */
  reference: boolean;
  codes: { value: string; zh: string; en: string }[];
}

/** An entity whose rows a scope may restrict. */
export interface Subject {
  name: string;
  zh: string;
  en: string;
  fields: SubjectField[];
}

const path = "/api/blade-system/role";
const view = { method: "GET", access: "role_view", audience: ["bureau"] } as const;

export const whyCalls = {
  /** Step by step why a user may make a call, or see a row, or why not. One of `callName` and `entity` with `rowId`. */
  explain: call({
    ...view,
    name: "Role.explain",
    path: `${path}/explain`,
    zh: "权限说明",
    en: "What a user may do, and why",
    input: record({
      userId: id("用户", "User", "required"),
      callName: text(100, "接口", "Call"),
      entity: text(60, "业务对象", "Entity"),
      rowId: id("数据主键", "Id of the row", "optional"),
    }),
    output: any<Explanation>(),
  }),
  people: call({
    ...view,
    name: "Role.people",
    path: `${path}/people`,
    zh: "可查询用户",
    en: "Users to ask about",
    access: ["role_view", "data_scope_view"],
    input: record({ keyword: text(50, "账号或姓名", "Account or name") }),
    output: any<Person[]>(),
  }),
  calls: call({
    ...view,
    name: "Role.calls",
    path: `${path}/calls`,
    zh: "全部接口",
    en: "All calls",
    access: ["role_view", "api_scope_view"],
    output: any<CallName[]>(),
  }),
  subjects: call({
    ...view,
    name: "Role.subjects",
    path: `${path}/subjects`,
    zh: "可设权限的业务对象",
    en: "Entities whose rows can be cut",
    access: ["role_view", "data_scope_view"],
    output: any<Subject[]>(),
  }),
};
