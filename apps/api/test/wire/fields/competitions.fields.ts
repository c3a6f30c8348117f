import type { WireTables } from "../wire-table.ts";

export const competitionsFields: WireTables = {
  CompetitionNotice: `
    competitionId=:id competitionNo=:20 competitionName!:100 competitionLevel!:code hostOrg!:100 undertakeOrg:100
    registerStart!:date registerEnd!:date competeStart!:date competeEnd!:date place!:200 content!:long status=:code
    attachmentList:files`,
  CompetitionRegister: `
    registerId=:id registerNo=:30 competitionId!:id itemNo!:10 name!:50 idType!:code idNumber!:18 sex=:code birthday=:date
    nation:code education!:code phone!:11 workUnit!:100 entId=:id orgId=:id currentLevel:code teamName:50 coachName:50
    confirmStatus=:code commitTime=:datetime confirmUser=:id confirmTime=:datetime confirmOpinion:500 backReason:500`,
  CompetitionRecord: `
    recordId=:id registerId:id theoryScore:5.2 practiceScore:5.2 totalScore=:5.2 rank=:int awardLevel:code
    rewardAmount:10.2 promoteLevel:code isPublish=:code`,
};
