import type { WireTables } from "../wire-table.ts";

export const subsidiesFields: WireTables = {
  Finding: `
    validId=:id bizType=:code bizId=:20 detailId=:20 ruleCode=:10 ruleName=:100 severity=:code isPass=:code
    expectValue=:200 actualValue=:200 message=:500 runNo=:30 runTime=:datetime isIgnored:code ignoreReason:200`,
  SubsidyApplication: `
    applyId=:id applyNo=:20 orgId=:id classId!:id courseId=:id courseName=:100 occupationCode=:14
    occupationName=:100 level=:code subsidyKind!:code personCount=:int applyAmount=:12.2 approvedCount=:int
    approvedAmount=:12.2 bankName=:100 bankAccount=:30 bankAccountName=:100 status=:code trialResult=:code
    trialTime=:datetime commitUser=:id commitTime=:datetime firstCommitTime=:datetime firstUser=:id
    firstTime=:datetime firstOpinion:500 reUser=:id reTime=:datetime reOpinion=:500 backReason=:500 backNode=:code
    publicityStart=:date publicityEnd=:date objection=:500 payStatus=:code payBatchNo=:30 payDate=:date
    payAmount=:12.2 attachmentList:files`,
  EnterpriseSubsidyApplication: `
    applyId=:id applyNo=:20 entId=:id classId!:id courseId=:id courseName=:100 occupationCode=:14
    occupationName=:100 level=:code subsidyKind!:code personCount=:int applyAmount=:12.2 approvedCount=:int
    approvedAmount=:12.2 bankName=:100 bankAccount=:30 bankAccountName=:100 status=:code trialResult=:code
    trialTime=:datetime commitUser=:id commitTime=:datetime firstCommitTime=:datetime firstUser=:id
    firstTime=:datetime firstOpinion:500 reUser=:id reTime=:datetime reOpinion=:500 backReason=:500 backNode=:code
    publicityStart=:date publicityEnd=:date objection=:500 payStatus=:code payBatchNo=:30 payDate=:date
    payAmount=:12.2 advanceAmount=:12.2 attachmentList:files`,
  EnterpriseSubsidyLine: `
    detailId=:id applyId=:id studentId!:id name=:50 idNumber=:18 personCategory=:code certId=:id certNo=:22
    certIssueDate=:date trainHours=:6.1 attendanceRate=:5.2 subsidyId=:id standardAmount=:10.2 upliftRate=:5.4
    trainMonths=:int payableAmount=:10.2 applyAmount!:10.2 approvedAmount:10.2 detailStatus=:code unApproveReason:200 trialResult=:code`,
  SubsidyLine: `
    detailId=:id applyId=:id studentId!:id name=:50 idNumber=:18 personCategory=:code certId=:id certNo=:22
    certIssueDate=:date trainHours=:6.1 attendanceRate=:5.2 theoryScore=:5.2 practiceScore=:5.2 subsidyId=:id
    standardAmount=:10.2 upliftRate=:5.4 payableAmount=:10.2 applyAmount!:10.2 approvedAmount:10.2
    detailStatus=:code unApproveReason:200 trialResult=:code`,
};
