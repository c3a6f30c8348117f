import { call } from "../core/call.ts";
import { code, codeList, id, text, type CodeOf } from "../core/fields/field.ts";
import { flag, form, list, record } from "../core/fields/shape.ts";

/** The checks before a call is answered or a row is shown, in their order. */
export const whyStep = codeList("WHY_STEP", "判断步骤", "Step", {
  account: ["账号有效且有角色", "The account is live and has a role"],
  session: ["已登录", "Signed in"],
  tenant: ["租户内可用", "Open to the tenant"],
  password: ["已自行设置密码", "Has set their own password"],
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

const words = (zh: string, en: string) => text(500, zh, en, "required");
const bothWords = { zh: words("中文", "In Chinese"), en: words("英文", "In English") } as const;

const explanation = form<Explanation>("Explanation", "权限说明", "Why a user may or may not", () => ({
  allowed: flag("允许", "Allowed"),
  user: record({
    id: id("用户", "User", "required"),
    account: words("账号", "Account"),
    realName: words("姓名", "Name"),
    roles: list(
      form<Explanation["user"]["roles"][number]>("HeldRole", "所持角色", "A role the user holds", () => ({
        ...bothWords,
        until: text(20, "有效期至", "Until"),
      })),
    ),
  }),
  reasons: list(
    form<Reason>("Reason", "判断", "One step", () => ({
      step: code(whyStep, "步骤", "Step", "required"),
      passed: flag("通过", "Passed"),
      grounds: list(
        form<Ground>("Ground", "依据", "What the step checked", () => ({
          ...bothWords,
          roles: list(record(bothWords)),
          counts: flag("是否允许", "Whether it permits"),
        })),
      ),
    })),
  ),
  hidden: list(record(bothWords)),
}));
const person = form<Person>("Person", "可查询用户", "A user to ask about", () => ({
  id: id("用户", "User", "required"),
  account: words("账号", "Account"),
  realName: words("姓名", "Name"),
  deptName: text(100, "部门", "Department"),
  status: words("状态", "Status"),
  roles: list(record(bothWords)),
}));
const callName = form<CallName>("CallName", "接口", "A call", () => ({
  name: words("名称", "Name"),
  method: words("方法", "Method"),
  path: words("地址", "Address"),
  ...bothWords,
}));
const subject = form<Subject>("Subject", "业务对象", "An entity whose rows can be cut", () => ({
  name: words("名称", "Name"),
  ...bothWords,
  fields: list(
    form<SubjectField>("SubjectField", "字段", "A field of it", () => ({
      name: words("名称", "Name"),
      ...bothWords,
      kind: words("种类", "Kind"),
      comparable: flag("可用于规则", "May be compared in a rule"),
      reference: flag("可按用户或部门限定", "May name a user or department"),
      codes: list(record({ value: words("代码", "Code"), ...bothWords })),
    })),
  ),
}));

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
    output: explanation,
  }),
  people: call({
    ...view,
    name: "Role.people",
    path: `${path}/people`,
    zh: "可查询用户",
    en: "Users to ask about",
    access: ["role_view", "data_scope_view"],
    input: record({ keyword: text(50, "账号或姓名", "Account or name") }),
    output: list(person),
  }),
  calls: call({
    ...view,
    name: "Role.calls",
    path: `${path}/calls`,
    zh: "全部接口",
    en: "All calls",
    access: ["role_view", "api_scope_view"],
    output: list(callName),
  }),
  subjects: call({
    ...view,
    name: "Role.subjects",
    path: `${path}/subjects`,
    zh: "可设权限的业务对象",
    en: "Entities whose rows can be cut",
    access: ["role_view", "data_scope_view"],
    output: list(subject),
  }),
};
