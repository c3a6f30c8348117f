import type { WireTables } from "../wire-table.ts";

export const tenantsFields: WireTables = {
  Tenant: `
    tenantName!:100 domain:200 backgroundUrl:300 linkman:50 contactNumber:11 address:200 accountNumber:int
    expireTime:datetime datasourceId=:id`,
};
