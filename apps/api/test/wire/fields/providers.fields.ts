import type { WireTables } from "../wire-table.ts";

export const providersFields: WireTables = {
  Classroom: `
    orgId=:id classroomNo!:20 classroomName!:100 classroomType!:code address!:200 area!:8.2 capacity!:int
    workstationCount?:int equipment:long ownership!:code leaseExpireDate?:date fireSafe!:code isValid!:code
    attachmentList:files`,
  Organisation: `
    orgId=:id orgNo=:5 orgName!:100 orgShortName:30 creditCode!:18 orgType!:code licenseNo?:40
    licenseStartDate?:date licenseExpireDate?:date evalOrgCode:13 regionCode!:12 address!:200 legalPerson!:50
    legalIdNumber?:18 legalPhone?:11 contact!:50 contactPhone!:11 email:100 establishDate:date
    registeredCapital:12.2 siteArea?:10.2 fulltimeTeacherCount=:int trainScope!:long creditGrade:code bankName?:100
    bankAccount?:30 bankAccountName?:100 account!:30 state=:code stateReason=:500 intro:long logoAttId:id
    commitTime=:datetime confirmUser=:id confirmTime=:datetime confirmOpinion:500 backReason=:500`,
  OrganisationCourse: `
    orgCourseId=:id orgId!:id courseId!:id courseName=:100 occupationCode=:14 occupationName=:100 level=:code
    courseHours!:6.1 theoryHours!:6.1 practiceHours!:6.1 textbook?:200 chargeStandard!:10.2 isValid=:code
    commitTime=:datetime confirmUser=:id confirmTime=:datetime confirmOpinion:500 backReason:500 confirmStatus=:code`,
  OrganisationDocument: `
    orgId=:id attachType!:code attId!:id fileName=:200 fileType=:12 fileSize=:int attLink=:500 prjId:20 flowNode:30
    expireDate:date isValid=:code`,
  OrganisationTeacher: `
    orgId=:id teacherId!:id teacherName=:50 teacherKind!:code hireId!:id courseIds!:ids confirmStatus=:code
    isValid!:code`,
  Teacher: `
    teacherId=:id teacherNo=:12 name!:50 idType!:code idNumber!:18 sex=:code birthday=:date nation:code
    education!:code phone!:11 title:50 titleLevel:code skillLevel:code occupationCode?:14 certNo?:40
    trainerCertNo?:40 teachSubject!:200 workUnit:100 email:100 photoAttId:id dataSource=:code syncTime=:datetime
    isValid!:code`,
  TeacherEngagement: `
    teacherId!:id orgName!:100 courseName!:100 level:code classId=:id teachHours=:6.1 startDate!:date endDate:date
    sourceKind=:code`,
  TeacherHire: `
    hireId=:id teacherId!:id orgId!:id teacherKind!:code startDate!:date endDate!:date contractAttId?:id
    isCurrentUser=:code`,
};
