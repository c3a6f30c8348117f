import type { WireTables } from "../wire-table.ts";

export const inspectionFields: WireTables = {
  Investigation: `
    investigateId=:id classNo!:20 entId=:id investigateDate!:date investigateKind!:code investigator!:50
    needCourseIds?:ids needCount?:int satisfaction?:int skillUpRate:5.2 keepRate:5.2 isReal?:code checkCount=:int
    content!:long fillStatus=:code attachmentList:files`,
};
