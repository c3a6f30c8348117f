export {};

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    roleApiScope: {
      roleId: string;
      apiScopeId: string;
    };
    roleDataScope: {
      roleId: string;
      dataScopeId: string;
    };
    roleMenu: {
      roleId: string;
      menuId: string;
    };
    rolePermission: {
      roleId: string;
      permission: string;
    };
    topMenuMenu: {
      topMenuId: string;
      menuId: string;
    };
  }
}
