import type { WireTables } from "../wire-table.ts";

const period = "workYear!:int workPeriod!:code unitId=:id unitName=:100 plannedCount:int";
const counts = "finishedCount!:int passCount!:int certCount!:int subsidyAmount:14.2 content:long";
const review =
  "status=:code commitUser=:id commitTime=:datetime firstUser=:id firstTime=:datetime reUser=:id reTime=:datetime backReason:500 attachmentList:files";
const shared = `${period} ${counts} ${review}`;

export const workRecordsFields: WireTables = {
  TrainingProject: `
    projectNo=:20 projectName!:100 projectKind!:code budgetAmount!:14.2 unitPrice?:10.2 undertakeOrg:id trainTarget!:200 classIds:ids ${shared}`,
  WorkReport: `workKind!:code trainedCount!:int highSkilledCount:int nextPlan:long ${shared}`,
  TrainingBase: `
    baseNo=:20 baseName!:100 baseKind!:code baseLevel!:code approveDate!:date address!:200 area:10.2 stationCount:int
    occupationNames!:500 fundAmount:14.2 ${shared}`,
  SkillTraining: `occupationName!:100 level!:code classCount!:int keyGroupCount:int ${shared}`,
  StartupTraining: `entrepreneurialTypeId!:id classCount!:int startupCount:int driveJobCount:int ${shared}`,
  SafetyTraining: `safeKind!:code isHighRisk!:code trainHours!:6.1 injuryCount=:int ${shared}`,
  HighSkillTraining: `occupationName!:100 level!:code apprenticeCount:int isShortage!:code ${shared}`,
  PreJobTraining: `gqKind!:code newHireCount!:int contractCount!:int ${shared}`,
};
