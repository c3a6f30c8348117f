import type { WireTables } from "../wire-table.ts";

export const outcomesFields: WireTables = {
  TrainEvaluation: `
    classId!:id teachScore!:int contentScore!:int siteScore!:int serviceScore!:int avgScore=:3.2 suggestion:500
    isAnonymous!:code evaluateTime=:datetime`,
  TrainEmployment: `
    studentId!:id classId=:id employmentKind!:code entName:100 creditCode:18 postName:50 contractDate:date insuredDate=:date
    businessLicenseNo:18 salary:10.2 followDate!:date isMatch:code verifySource=:code`,
};
