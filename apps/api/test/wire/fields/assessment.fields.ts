import type { WireTables } from "../wire-table.ts";

export const assessmentFields: WireTables = {
  Assessor: `
    assessorId=:id assessorNo=:12 name!:50 idType!:code idNumber!:18 sex=:code birthday=:date nation:code
    education!:code phone!:11 assessorTypeId!:id assessorLevel!:code cardNo!:30 cardStartDate!:date
    cardExpireDate!:date occupationCodes!:texts workUnit!:100 bankName:100 bankAccount:30 isValid!:code`,
  AssessorAssignment: `
    testApplyId!:id applySide!:code assessorId!:id assessorName=:50 duty!:code subject!:code isDrawn=:code fee:8.2
    signTime:datetime`,
  AssessorType: "typeNo!:10 typeName!:50 allowLevels!:codes sort!:int isValid!:code",
  Certificate: `
    certId=:id certNo=:22 certKind=:code studentId=:id classId=:id testApplyId=:id name=:50 idNumber=:18
    courseId=:id courseName=:100 occupationCode=:14 occupationName=:100 level=:code trainHours=:6.1
    trainStartDate=:date trainEndDate=:date theoryScore=:5.2 practiceScore=:5.2 totalScore=:5.2 orgName=:100
    issueOrg=:100 issueDate=:date expireDate=:date photoAttId=:id verifyCode=:8 print=:code isValid=:code
    invalidReason=:200`,
  Grade: `
    gradeId=:id studentId!:id classId=:id testApplyId!:id courseId=:id courseName=:100 occupationCode=:14
    occupationName=:100 level=:code theoryScore?:5.2 practiceScore?:5.2 reviewScore?:5.2 totalScore=:5.2
    gradeBand=:code result=:code isAbsent!:code isCheat!:code testTimes=:int keepTheory=:date examineeNo=:20
    scorerId=:id checkerId=:id gradeStatus=:code publishTime=:datetime`,
  TestApplication: `
    testApplyId=:id testApplyNo=:20 classId!:id orgId=:id courseId=:id courseName=:100 occupationCode=:14
    occupationName=:100 level=:code testKind!:code testMode!:code evalOrgName?:100 wishTestDate!:date testDate?:date
    testPlace!:200 subjects!:codes studentCount=:int print=:code confirmType=:code reason=:500 gradeStatus=:code
    commitTime=:datetime confirmUser=:id confirmTime=:datetime confirmOpinion:500 backReason=:500
    attachmentList:files`,
  EnterpriseTestApplication: `
    testApplyId=:id testApplyNo=:20 classId!:id entId=:id courseId=:id courseName=:100 occupationCode=:14
    occupationName=:100 level=:code testKind!:code testMode!:code evalOrgCode?:13 wishTestDate!:date testDate:date
    testPlace!:200 studentCount=:int print=:code confirmType=:code reason=:500 gradeStatus=:code commitTime=:datetime
    confirmUser=:id confirmTime=:datetime confirmOpinion:500 backReason=:500 attachmentList:files`,
  EnterpriseTest: `
    testId=:id testApplyId!:id studentId!:id candidatesSourceId!:id conditionId?:id theoryScore?:5.2 practiceScore?:5.2
    reviewScore?:5.2 totalScore=:5.2 result=:code gradeStatus=:code isEligible=:code unEligibleReason:200`,
  EnterpriseCertificate: `
    certId=:id certNo=:22 certKind=:code studentId=:id classId=:id testApplyId=:id name=:50 idNumber=:18 courseId=:id
    courseName=:100 occupationCode=:14 occupationName=:100 level=:code entName=:100 trainHours=:6.1 issueOrg=:100
    issueDate=:date verifyCode=:8 print=:code isValid=:code invalidReason=:200`,
  TestCandidate: `
    testId=:id testApplyId!:id studentId!:id name!:50 idType!:code idNumber!:18 sex=:code birthday=:date nation:code
    education!:code phone!:11 candidatesSourceId!:id conditionId?:id attendanceRate=:5.2 photoAttId?:id
    isEligible=:code unEligibleReason:200`,
};
