import type { WireTables } from "../wire-table.ts";

export const talentsFields: WireTables = {
  Technician: `
    technicianId=:id name!:50 idType!:code idNumber!:18 sex=:code birthday=:date nation:code education!:code phone!:11
    entId:id workUnit!:100 occupationName!:100 level!:code certNo!:22 issueDate!:date honor:200 studioName:100
    talentLevel:code isValid!:code attachmentList:files`,
  JsyxRecord: `
    jsyxId=:id technicianId!:id year!:int projectName!:100 holdOrg!:100 startDate!:date endDate!:date studyHours!:6.1
    result!:code achievement:long subsidyAmount:10.2 status=:code commitUser=:id commitTime=:datetime firstUser=:id
    firstTime=:datetime firstOpinion:500 reUser=:id reTime=:datetime reOpinion:500 backReason:500 backNode=:code attachmentList:files`,
};
