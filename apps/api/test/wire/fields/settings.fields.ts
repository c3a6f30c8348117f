import type { WireTables } from "../wire-table.ts";

export const settingsFields: WireTables = {
  BusinessDictionary: `
    code!:50 dictKey!:50 dictValue!:100 dictValueEn:100 parentId:id sort!:int isSealed!:code`,
  Dictionary: "code!:50 dictKey!:50 dictValue!:100 dictValueEn:100 parentId:id sort!:int isSealed!:code",
  Parameter: "paramName!:100 paramKey!:100 paramValue!:500",
  Region: "code!:12 parentCode!:12 name!:50 fullName=:200 regionLevel!:code sort:int isValid!:code",
  SerialRule: `
    serialKey!:30 serialName!:50 prefix:10 datePattern!:code seqLength!:int resetCycle!:code step!:int
    currentValue=:int currentPeriod=:8 sample=:30`,
};
