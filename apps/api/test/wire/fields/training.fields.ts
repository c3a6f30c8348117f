import type { WireTables } from "../wire-table.ts";

export const trainingFields: WireTables = {
  Attendance: `
    scheduleId=:id studentId!:id attendStatus!:code signInTime:datetime signOutTime:datetime countedHours=:5.2
    attendMethod!:code makeupReason:200`,
  EnterpriseClass: `
    classId=:id classNo=:20 className!:100 entId=:id orgId:id courseId!:id courseName=:100 occupationCode=:14
    occupationName=:100 level=:code trainKind!:code planCount!:int studentCount=:int totalHours!:6.1 startDate!:date
    endDate!:date trainPlace!:200 teacherNames!:200 contact!:50 contactPhone!:11 schedules?:rows teachPlanAttId?:id
    confirmStatus=:code runState=:code commitTime=:datetime confirmUser=:id confirmTime=:datetime confirmOpinion:500
    backReason=:500`,
  EnterpriseStudent: `
    studentId=:id classId!:id entId=:id name!:50 idType!:code idNumber!:18 sex=:code birthday=:date nation:code
    education!:code phone!:11 postName!:50 entryDate!:date contractStart!:date contractEnd:date isTransfer?:code
    masterName?:50 isInsured=:code isContract=:code attendHours?:7.2 attendanceRate=:5.2 gradeResult=:code
    certId=:id subsidyStatus=:code isOnJob!:code`,
  Lesson: `
    scheduleId=:id classId!:id lessonDate!:date startTime!:time endTime!:time hours=:4.1 lessonType!:code
    content!:200 teacherId!:id assistTeacherId:id classroomId?:id onlineUrl?:300 isHeld=:code changeReason:200
    attendanceList:rows`,
  OrganisationPlan: `
    orgPlanId=:id orgPlanNo=:20 planId!:id orgId=:id courseId!:id courseName=:100 occupationCode=:14
    occupationName=:100 level=:code trainKind=:code headcount!:int classCount!:int usedHeadcount=:int
    startDate!:date endDate!:date trainPlace!:200 feeStandard:10.2 confirmStatus=:code commitTime=:datetime
    confirmUser=:id confirmTime=:datetime confirmOpinion:500 backReason=:500`,
  EnterpriseSign: `
    entSignId=:id entSignNo=:20 entId=:id classId!:id signCount=:int isReSign=:code originSignId=:id reSignReason=:200
    confirmStatus=:code commitTime=:datetime confirmUser=:id confirmTime=:datetime confirmOpinion:500 backReason=:500`,
  Plan: `
    planId=:id planNo=:20 planName!:100 planYear!:int trainKind!:code startDate!:date endDate!:date
    totalHeadcount!:int allocatedHeadcount=:int budgetAmount:14.2 isRelease=:code releaseTime=:datetime content:long
    attachmentList:files`,
  SignUp: `
    signId=:id signNo=:20 classId!:id name!:50 idType!:code idNumber!:18 sex=:code birthday=:date nation:code
    education!:code phone!:11 personCategory!:code categoryAttId?:id signSource=:code isReSign=:code
    originSignId=:id reSignReason=:200 entId=:id confirmStatus=:code commitTime=:datetime confirmUser=:id
    confirmTime=:datetime confirmOpinion:500 backReason=:500 reSignKind=:code reSignCount=:int`,
  Student: `
    studentId=:id studentNo=:24 classId!:id accountId=:id signId=:id name!:50 idType!:code idNumber!:18 sex=:code
    birthday=:date nation:code education!:code phone!:11 photoAttId?:id regionCode!:12 hukouType!:code address:200
    politics:code health:code personCategory!:code categoryAttId?:id workUnit?:100 workUnitCode?:18 workYears:int
    currentCertNo:40 currentLevel:code isInsured=:code isContract=:code isDifficulty=:code bankName:100
    bankAccount:30 attendHours=:7.2 attendanceRate=:5.2 gradeResult=:code certId=:id subsidyStatus=:code
    confirmStatus=:code quitDate=:date quitReason=:200 commitTime=:datetime confirmUser=:id confirmTime=:datetime
    confirmOpinion=:500 backReason=:500`,
  StudentAccount: `
    accountId=:id account=:30 name!:50 idType!:code idNumber!:18 sex=:code birthday=:date nation:code
    education!:code phone!:11 password!:secret email:100 isRealName=:code regTime=:datetime lastLoginTime=:datetime
    wrongCount=:int isValid=:code`,
  StudentFee: `
    feeId=:id studentId!:id classId=:id feeKind!:code amount!:10.2 payDate!:date payMethod!:code invoiceNo:30
    invoiceAttId:id`,
  TrainingClass: `
    classId=:id classNo=:20 className!:100 orgId=:id orgPlanId!:id orgCourseId!:id courseId=:id courseName=:100
    occupationCode=:14 occupationName=:100 level=:code trainKind=:code classMode!:code isSubsidy!:code
    planCount!:int studentCount=:int totalHours!:6.1 scheduledHours=:6.1 startDate!:date endDate!:date
    signStartDate:date signEndDate:date trainPlace!:200 classroomId?:id headTeacherId!:id headTeacherPhone!:11
    contact!:50 contactPhone!:11 textbook:200 chargeStandard!:10.2 teachPlanAttId?:id partnerEntId:id status=:code
    runState=:code inspectCount=:int inspectResult=:code isRectified=:code commitTime=:datetime confirmUser=:id
    confirmTime=:datetime confirmOpinion:500 backReason=:500 correctReason=:500`,
};
