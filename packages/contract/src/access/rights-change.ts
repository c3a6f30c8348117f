import { exportCall } from "../core/export.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, data, id, int, long, lookup, ref, text, type CodeOf } from "../core/fields/field.ts";
import { form, list, map, record, value } from "../core/fields/shape.ts";

/** What decides who may do or see what. */
export const rightsSubject = codeList("RIGHTS_SUBJECT", "权限对象", "Subject of a change of rights", {
  Role: ["角色和授权", "Role and its rights"],
  Menu: ["菜单和按钮", "Menu or button"],
  DataScope: ["数据权限", "Data scope"],
  ApiScope: ["接口权限", "API scope"],
  Parameter: ["安全参数", "Security parameter"],
});
export type RightsSubject = CodeOf<typeof rightsSubject>;

export const rightsAction = codeList("RIGHTS_ACTION", "变更动作", "Kind of change of rights", {
  add: ["新增", "Added"],
  edit: ["修改", "Changed"],
  remove: ["删除", "Removed"],
  grant: ["授权", "Rights granted"],
  undo: ["撤销", "Undone"],
});

/** A change of rights or of a security parameter, with the whole state of its subject before and after. */
export const RightsChange = entity(
  "RightsChange",
  "权限变更",
  "Change of rights",
  {
    subject: code(rightsSubject, "权限对象", "Subject", "computed", { always: true }),
    subjectId: text(20, "对象主键", "Id of the subject", "computed", {
      exact: true,
      within: "subject",
      always: true,
    }),
    title: text(200, "对象名称", "Name", "computed", { always: true }),
    action: code(rightsAction, "变更动作", "Change", "computed", { always: true }),
    /** null where it did not exist before. */
    stateBefore: data(map(value), "变更前", "Before"),
    /** null where it no longer exists. */
    stateAfter: data(map(value), "变更后", "After"),
    /** The change that undid this one. */
    undoneById: ref("RightsChange", "撤销记录", "Undone by", "computed"),
    operatorName: lookup("createUser", "User", "name", "操作人", "By"),
  },
  { title: "title", filters: ["subject", "title", "action", "createTime"], sorts: [], order: ["-createTime"] },
);
export interface RightsChangeRow extends Row<typeof RightsChange> {}

interface Named {
  zh: string;
  en: string;
}
/** What a change adds and what it removes. */
export interface GainAndLoss {
  given: Named[];
  taken: Named[];
}

/** The effect of a change on the users who hold the same roles. */
export interface EffectOnGroup {
  roles: Named[];
  users: number;
  menus: GainAndLoss;
  buttons: GainAndLoss;
  dataScopes: GainAndLoss;
  calls: GainAndLoss;
  /** Rows that one user of the group sees, before and after. */
  rows: { zh: string; en: string; account: string; before: number; after: number }[];
}

/** Who gains and loses what by a change; groups without an effect are left out. */
export interface RightsEffect {
  groups: EffectOnGroup[];
  /** Number of users in these groups. */
  users: number;
  /** Upper limit for the count of rows. */
  most: number;
}

const words = (zh: string, en: string) => text(500, zh, en, "required");
const named = { zh: words("中文", "In Chinese"), en: words("英文", "In English") } as const;
const gainAndLoss = form<GainAndLoss>("GainAndLoss", "增减", "What is added and removed", () => ({
  given: list(record(named)),
  taken: list(record(named)),
}));
const rightsEffect = form<RightsEffect>("RightsEffect", "权限变更影响", "Effect of a change of rights", () => ({
  groups: list(
    form<EffectOnGroup>("EffectOnGroup", "角色相同的用户", "Users who hold the same roles", () => ({
      roles: list(record(named)),
      users: int("用户数", "Users", "required"),
      menus: gainAndLoss,
      buttons: gainAndLoss,
      dataScopes: gainAndLoss,
      calls: gainAndLoss,
      rows: list(
        record({
          ...named,
          account: words("账号", "Account"),
          before: int("变更前行数", "Rows before", "required"),
          after: int("变更后行数", "Rows after", "required"),
        }),
      ),
    })),
  ),
  users: int("用户数", "Users", "required"),
  most: int("计数上限", "Where counting ends", "required"),
}));

const path = "/api/blade-system/rights-change";
const crud = crudCalls(RightsChange, path, "rights_change", ["bureau"]);

export const rightsChangeCalls = {
  list: crud.list,
  detail: crud.detail,
  export: exportCall(RightsChange, path, "rights_change", ["bureau"]),
  /** The effect of a change without making it: the call runs and is rolled back. */
  preview: call({
    name: "RightsChange.preview",
    method: "POST",
    path: `${path}/preview`,
    zh: "预览权限变更",
    en: "Preview a change of rights",
    access: "rights_change_view",
    audience: ["bureau"],
    input: record({
      callName: text(60, "接口", "Call", "required"),
      input: long("请求内容（JSON）", "Its input as JSON", "required"),
    }),
    output: rightsEffect,
  }),
  /** Restores the state before a change, as a new change. */
  undo: call({
    name: "RightsChange.undo",
    adds: RightsChange,
    method: "POST",
    path: `${path}/undo`,
    zh: "撤销权限变更",
    en: "Undo a change of rights",
    access: "rights_change_undo",
    audience: ["bureau"],
    input: record({ id: id("主键", "Id", "required") }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
};
