import { exportCall } from "../core/export.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, type CodeOf, id, int, labelOf, ref, text } from "../core/fields/field.ts";
import { form, orNull, record } from "../core/fields/shape.ts";

export const dataScopeKind = codeList("DATA_SCOPE_TYPE", "数据权限类型", "Kind of data scope", {
  "1": ["全部可见", "All rows"],
  "2": ["本人可见", "Own rows"],
  "3": ["所在部门可见", "Rows of the department"],
  "4": ["所在部门及下级可见", "Rows of the department and below"],
  "5": ["自定义", "By a rule"],
});
export type DataScopeKind = CodeOf<typeof dataScopeKind>;

/** Restricts the rows and fields of one entity for the roles it is granted to. It never shows more than the entity's own scope does. */
export const DataScope = entity(
  "DataScope",
  "数据权限",
  "Data scope",
  {
    menuId: ref("Menu", "菜单", "Menu", "required"),
    scopeName: text(50, "权限名称", "Name", "required"),
    resourceCode: text(100, "权限编号", "Code", "required"),
    scopeField: text(500, "可见字段", "Visible fields"),
    scopeClass: text(200, "权限类名", "Entity", "required"),
    scopeColumn: text(100, "权限字段", "Field"),
    scopeType: code(dataScopeKind, "权限类型", "Kind", "required"),
    scopeTypeName: labelOf("scopeType", "权限类型名称", "Kind in words"),
    scopeValue: text(500, "自定义规则", "Rule"),
  },
  {
    filters: ["menuId", "scopeName", "scopeType"],
    sorts: ["menuId", "scopeName"],
    order: ["menuId"],
    title: "scopeName",
  },
);
export interface DataScopeRow extends Row<typeof DataScope> {}

/** What is wrong with a rule, and where; null where it is valid. */
export interface RuleIssue {
  /** Index of the character, from 0. */
  at: number;
  msg: string;
  msgEn: string;
}

/** Rows of an entity as a user sees them. None of the numbers counts further than `most`. */
export interface ScopePreview {
  /** Rows that the entity's own scope shows the user. */
  business: number;
  /** Rows with the present data scopes of the user. */
  now: number;
  /** Rows with the scope of the preview instead of these. */
  tried: number;
  most: number;
}

const ruleIssue = form<RuleIssue>("RuleIssue", "规则问题", "What is wrong with a rule", () => ({
  at: int("位置", "Index of the character, from 0", "required"),
  msg: text(500, "中文说明", "In Chinese", "required"),
  msgEn: text(500, "英文说明", "In English", "required"),
}));

const path = "/api/blade-system/data-scope";
const { scopeClass, scopeColumn, scopeType } = DataScope.fields;
const trial = { method: "POST", access: "data_scope_view", audience: ["bureau"] } as const;
export const dataScopeCalls = {
  ...crudCalls(DataScope, path, "data_scope"),
  export: exportCall(DataScope, path, "data_scope"),
  /** Reads a rule as it is typed. */
  check: call({
    ...trial,
    name: "DataScope.check",
    path: `${path}/check`,
    zh: "检查自定义规则",
    en: "Check a rule",
    input: record({ scopeClass, rule: text(500, "自定义规则", "Rule", "required") }),
    output: orNull(ruleIssue),
  }),
  /** How many rows a user would see with a scope, which need not be stored yet. */
  preview: call({
    ...trial,
    name: "DataScope.preview",
    path: `${path}/preview`,
    zh: "预览可见数据",
    en: "Preview how much a user would see",
    input: record({
      userId: id("用户", "User", "required"),
      scopeClass,
      scopeType,
      scopeColumn,
      scopeValue: DataScope.fields.scopeValue,
    }),
    output: record({
      business: int("业务范围内行数", "Rows in the scope of the business", "required"),
      now: int("现有数据权限下行数", "Rows with the present data scopes", "required"),
      tried: int("预览后行数", "Rows with the scope of the preview", "required"),
      most: int("计数上限", "Where counting ends", "required"),
    }),
  }),
};
