import { exportCall } from "../core/export.ts";
import { crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, labelOf, ref, text } from "../core/fields/field.ts";

export const apiScopeKind = codeList("API_SCOPE_TYPE", "接口权限类型", "Kind of API scope", {
  "1": ["系统接口", "System calls"],
  "2": ["业务接口", "Business calls"],
});

/** Restricts the calls that its path covers: a call that scopes cover is refused to users who hold none of them. */
export const ApiScope = entity(
  "ApiScope",
  "接口权限",
  "API scope",
  {
    menuId: ref("Menu", "菜单", "Menu", "required"),
    scopeName: text(50, "权限名称", "Name", "required"),
    resourceCode: text(100, "权限编号", "Code", "required"),
    scopePath: text(200, "接口地址", "Path of the calls", "required"),
    scopeType: code(apiScopeKind, "权限类型", "Kind", "required"),
    scopeTypeName: labelOf("scopeType", "权限类型名称", "Kind in words"),
  },
  {
    filters: ["menuId", "scopeName", "scopePath"],
    sorts: ["menuId", "scopeName"],
    order: ["menuId"],
    title: "scopeName",
  },
);
export interface ApiScopeRow extends Row<typeof ApiScope> {}
const path = "/api/blade-system/api-scope";
export const apiScopeCalls = {
  ...crudCalls(ApiScope, path, "api_scope"),
  export: exportCall(ApiScope, path, "api_scope"),
};

const wildcards: Readonly<Record<string, string>> = { "**": ".*", "*": "[^/]*", "?": "[^/]" };
/**
 * Whether an Ant-style path covers the path of a call: `?` one character, `*` any but `/`, `**` anything.
 * Paths of calls are plain, so the pattern is turned into an expression without any part that could run long.
 */
export function coversPath(pattern: string, path: string): boolean {
  const source = pattern.replace(/\*\*|[*?]|[.+^${}()|[\]\\]/g, (mark) => wildcards[mark] ?? `\\${mark}`);
  return new RegExp(`^${source}$`).test(path);
}
