import type { WireTables } from "../wire-table.ts";

export const accessFields: WireTables = {
  ApiScope: "menuId!:id scopeName!:50 resourceCode!:100 scopePath!:200 scopeType!:code scopeTypeName=:50",
  DataScope: `
    menuId!:id scopeName!:50 resourceCode!:100 scopeField:500 scopeClass!:200 scopeColumn:100 scopeType!:code
    scopeValue?:500 scopeTypeName=:50`,
  Menu: `
    menuNo!:20 supMenuNo:20 name!:50 nameEn:100 code!:60 href?:200 icon:60 category!:code action:code isOpen!:code
    orderBy!:int roles:texts programNo!:20 parentId:id categoryName=:50 actionName=:50 isOpenName=:50`,
  Role: `
    roleId=:id roleNo=:20 roleName!:50 roleAlias!:50 parentId:id sort!:int menuIds:ids dataScopeIds:ids
    apiScopeIds:ids`,
  TopMenu: "code!:20 name!:50 nameEn:100 source:60 sort!:int menuIds:ids path:200",
};
