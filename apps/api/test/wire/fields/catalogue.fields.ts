import type { WireTables } from "../wire-table.ts";

export const catalogueFields: WireTables = {
  CandidateSource: "sourceNo!:10 sourceName!:50 sort!:int isValid!:code",
  Course: `
    courseId=:id courseNo=:20 courseName!:100 occupationCode!:14 occupationName!:100 level!:code occupClass!:code
    trainKind!:code certKind!:code minHours!:6.1 practiceRatio!:4.2 isShortage!:code declareConditionId:id
    entrepreneurialTypeId?:id validYear!:int isValid!:code outline:long`,
  CourseSubsidyFile: `
    courseId!:id fileNo!:60 fileTitle!:200 issueOrg!:100 issueDate!:date effectDate!:date expireDate:date
    attachmentList:files`,
  DeclareCondition: `
    occupationCode!:14 occupationName!:100 level!:code conditionNo!:int conditionText!:long minWorkYears:int
    prevLevel:code prevYears:int minEducation:code minAge!:int`,
  StartupType: "typeNo!:10 typeName!:50 minHours!:6.1 maxClassSize!:int rank!:int isValid!:code",
  SubsidyStandard: `
    subsidyId=:id courseId!:id subsidyFileId!:id subsidyKind!:code occupClass=:code level=:code standardAmount!:10.2
    shortageRate:5.4 payTarget!:code effectDate!:date expireDate:date isValid!:code`,
};
