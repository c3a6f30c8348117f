import type { WireTables } from "../wire-table.ts";

export const externalDataFields: WireTables = {
  ExtQuery: `
    queryKind=:code queryBody=:1000 purpose!:200 bizType:30 bizId:20 resultCode=:code resultData=:long
    queryTime=:datetime cacheUntil=:datetime`,
};
