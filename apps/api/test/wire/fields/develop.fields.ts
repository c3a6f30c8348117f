import type { WireTables } from "../wire-table.ts";

export const developFields: WireTables = {
  Code: `
    datasourceId!:id serviceName!:64 codeName!:64 tableName!:64 tablePrefix:64 pkName!:32 packageName!:300
    baseMode!:code wrapMode!:code apiPath!:300 webPath!:300`,
  Datasource: "name!:100 driverClass!:100 url!:500 username!:50 password!:100 remark:255",
};
